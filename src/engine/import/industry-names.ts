import { readFileSync } from 'node:fs'
import { industryNamed } from '../../lib/companies/industries.ts'

const LINES = readFileSync(new URL('./lists/industry-old-names.txt', import.meta.url), 'utf8').split('\n')

/** `and` and `&` are one. */
const keyOf = (name: string): string => name.trim().toLowerCase().replaceAll('&', 'and')

const BY_OLD_NAME = new Map(
  LINES.filter((line) => line.includes(' = ')).map((line) => {
    const [old = '', name = ''] = line.split(' = ')
    return [keyOf(old), name] as const
  }),
)

/** The name of the list of industries for what a file calls it; null for what the list does not have. */
export const industryOfFile = (text: string): string | null =>
  text === '' ? null : (industryNamed(text) ?? BY_OLD_NAME.get(keyOf(text)) ?? null)
