import type { Pool } from 'pg'
import { createDescriber } from './result-columns.ts'
import { rowsAsked } from './row-calls.ts'
import type { RowCall, Samples } from './row-calls.ts'
import { rowDifferences } from './row-differences.ts'
import type { StoreModules } from './store-modules.ts'

/** Findings about the rows that a folder of stores queries; each begins with the path of the store. */
export interface RowsRead {
  calls: number
  /** Statements that the database could not describe. */
  unread: string[]
  /** Differences between types and what statements return. */
  differences: string[]
  /** Calls whose rows are read but have no type. */
  untyped: string[]
}

export interface Reading {
  pool: Pool
  modules: StoreModules
  samples: Samples
  /** Stores whose statements this database cannot parse. */
  leftOut: ReadonlySet<string>
}

/** Asks the database what each typed statement of a folder returns. */
export async function readRows(folder: string, { pool, modules, samples, leftOut }: Reading): Promise<RowsRead> {
  const { calls: all, untyped } = rowsAsked(folder, samples)
  const calls = all.filter(({ store }) => !leftOut.has(store))
  const describe = await createDescriber(pool)
  const unread: string[] = []
  const differences = new Set<string>()

  async function read(call: RowCall, texts: readonly string[]): Promise<void> {
    const name = `${call.store}: ${call.row}`
    if (texts.length === 0) unread.push(`${name}: no statement`)
    for (const text of texts) {
      const returned = await describe(text).catch((error: Error) => error)
      if (returned instanceof Error) unread.push(`${name}: ${returned.message}`)
      // If there are several, those that return nothing have no rows.
      else if (returned.length > 0 || texts.length === 1)
        for (const difference of rowDifferences(call, returned)) differences.add(`${name}: ${difference}`)
    }
  }

  for (const [path, ofModule = []] of Map.groupBy(calls, (call) => call.path)) {
    const statements = ofModule.map((call) => `[${call.statements.join(', ')}]`)
    const values = await modules.valuesIn(path, statements)
    for (const [index, call] of ofModule.entries()) await read(call, [...new Set(textsIn(values[index]))])
  }
  return { calls: calls.length, unread, differences: [...differences].toSorted(), untyped }
}

const STATEMENT = /^\s*(?:select|with|insert|update|delete|explain)\b/i

/** Returns a statement, and those nested in an object. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return STATEMENT.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  const { statement, text = statement } = value as { statement?: unknown; text?: unknown }
  return text === undefined ? Object.values(value).flatMap(textsIn) : textsIn(text)
}
