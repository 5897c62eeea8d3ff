import { keyedLines } from './list-lines.ts'

/** Names of columns are compared by their letters and digits. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** What columns of files are called, in seven languages: name → field, and how good a name it is; 0 is the best. */
export function headerNames<Field extends string>(
  list: 'company-headers' | 'people-headers',
  fields: readonly Field[],
): ReadonlyMap<string, { field: Field; rank: number }> {
  const found = new Map<string, { field: Field; rank: number }>()
  for (const [name, words] of keyedLines(new URL(`./${list}.txt`, import.meta.url))) {
    const field = fields.find((one) => one === name)
    if (field === undefined) continue
    for (const [rank, word] of words.entries()) found.set(columnKey(word), { field, rank })
  }
  return found
}
