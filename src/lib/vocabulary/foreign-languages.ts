export const FOREIGN_LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt'] as const
/** Those of which the lists have fewer words. */
export const NORTHERN_LANGUAGES = ['pl', 'sv', 'da', 'nb', 'fi'] as const
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number] | (typeof NORTHERN_LANGUAGES)[number]

/** A word or phrase of another language, in lower case. */
export interface ForeignWord {
  language: ForeignLanguage
  said: string
  english: string
  /** It also occurs in English questions or company names. */
  isShared: boolean
}
