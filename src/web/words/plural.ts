const RULES = new Map<string, Intl.PluralRules>()

/** "1 person", "1,204 people": the form of a word that its number asks for, in English or German. */
export function plural(language: 'en' | 'de', count: number, one: string, other: string): string {
  const rules = RULES.get(language) ?? new Intl.PluralRules(language)
  RULES.set(language, rules)
  return `${count.toLocaleString(language)} ${rules.select(count) === 'one' ? one : other}`
}
