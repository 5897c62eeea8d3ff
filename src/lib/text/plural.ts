const RULES = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') } as const

/** "1 person", "1,204 people": a number with the matching form of its word, in English or German. */
export function plural(language: 'en' | 'de', count: number, one: string, other: string): string {
  return `${count.toLocaleString(language)} ${RULES[language].select(count) === 'one' ? one : other}`
}
