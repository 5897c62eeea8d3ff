import type { DeclaredColumn, DeclaredRow } from './declared-columns.ts'
import type { ResultColumn } from './result-columns.ts'

/** Returns how a row type differs from what a statement returns: `has no total`, `knows no canceled`, `may be null: email`. */
export function rowDifferences({ columns, isOpen }: DeclaredRow, returned: readonly ResultColumn[]): string[] {
  const names = new Set(returned.map(({ name }) => name))
  const declared = new Map(columns.map((column) => [column.name, column]))
  const missing = columns.filter(({ name, isOptional }) => !isOptional && !names.has(name))
  const unknown = isOpen ? [] : returned.filter(({ name }) => !declared.has(name))
  const both = returned.flatMap((column) => {
    const known = declared.get(column.name)
    return known === undefined ? [] : [{ ...column, kinds: known.kinds }]
  })
  const wrong = both.filter(({ kind, kinds }) => !canBe(kind, kinds))
  const nullable = both.filter(({ isNullable, kinds }) => isNullable && !kinds.has('null') && !kinds.has('unknown'))
  return [
    ...missing.map(({ name }) => `${name} is not returned`),
    ...unknown.map(({ name }) => `${name} is not declared`),
    ...wrong.map(({ name, kind, kinds }) => `${name} is ${kind}, not ${[...kinds].join(' or ')}`),
    ...(nullable.length > 0 ? [`may be null: ${nullable.map(({ name }) => name).join(', ')}`] : []),
  ]
}

/** Types that are not JSON here: a JSON column contains structured values. */
const NO_JSON: ReadonlySet<string> = new Set(['string', 'Date', 'Buffer', 'bigint'])

function canBe(kind: string, kinds: DeclaredColumn['kinds']): boolean {
  if (kinds.has(kind) || kinds.has('unknown')) return true
  return kind === 'json' && ![...kinds].some((each) => NO_JSON.has(each))
}
