import { listLines } from './list-lines.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'more'] as const
type NounLanguage = (typeof LANGUAGES)[number]
type Counted = 'staff' | 'heads' | 'raised' | 'worth' | 'other'

const lines = listLines(new URL('./amount-nouns.txt', import.meta.url)).map((line) => {
  const [counted = '', columns = ''] = line.split(' = ')
  return { counted, columns: columns.split('|') }
})

/** The nouns for what a number counts, in lower case, in some or all languages. */
export function amountNouns(counted: Counted, languages: readonly NounLanguage[] = LANGUAGES): string[] {
  const columns = lines.find((line) => line.counted === counted)?.columns ?? []
  return languages.flatMap((language) =>
    (columns[LANGUAGES.indexOf(language)] ?? '').split(',').flatMap((noun) => noun.trim() || []),
  )
}
