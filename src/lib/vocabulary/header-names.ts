import { dropMarks } from '../text/fold-text.ts'
import { keyedLines } from './list-lines.ts'

/** The form in which column names are compared: letters and digits only. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The column names of files in some twenty languages: name → field and rank, where 0 is the best. */
export function headerNames<Field extends string>(
  list: 'company-headers' | 'people-headers',
  fields: readonly Field[],
): ReadonlyMap<string, { field: Field; rank: number }> {
  const found = new Map<string, { field: Field; rank: number }>()
  for (const [name, words] of keyedLines(new URL(`./${list}.txt`, import.meta.url))) {
    const field = fields.find((one) => one === name)
    if (field === undefined) continue
    for (const [rank, word] of words.entries()) found.set(columnKey(word), { field, rank })
    // As programs write them that know no accents.
    for (const [rank, word] of words.entries()) {
      const plain = columnKey(dropMarks(word))
      if (!found.has(plain)) found.set(plain, { field, rank })
    }
  }
  return found
}

/** The names of columns in files of companies and of people, each with its field. */
export const headerKeys = (): ReadonlyMap<string, string> =>
  new Map(
    (['people-headers', 'company-headers'] as const).flatMap((list) =>
      keyedLines(new URL(`./${list}.txt`, import.meta.url)).flatMap(([field, words]) =>
        words.map((word): [string, string] => [columnKey(word), field]),
      ),
    ),
  )
