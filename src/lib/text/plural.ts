const RULES = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') } as const

/** "1 person", "1,204 people": the form of a word that its number asks for, in English or German. */
export function plural(language: 'en' | 'de', count: number, one: string, other: string): string {
  return `${count.toLocaleString(language)} ${RULES[language].select(count) === 'one' ? one : other}`
}
