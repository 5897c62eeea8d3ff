import { AppError } from '../errors.ts'
import { integerOf } from '../lib/field-kinds.ts'
import { quoted } from '../lib/input-fields.ts'
import type { Entry } from './catalogue.ts'
import type { Rows } from './define-tool.ts'

/** Which fields of each row a caller gets. */
export interface RowChoice {
  rows: Rows
  fields: readonly string[]
  /** Every field a row has, known or not. */
  whole: boolean
  /** How many rows the caller asked for; null when it left that open. */
  limit: number | null
}

/**
 * Rows of all fields with three sources each that fit a result (about 0.9 kB a row); a multiple of ten, because a
 * search is charged by tens.
 */
const MAX_FULL_ROWS = 60

/** Reads the argument `fields`: an array or a comma-delimited string; absent is the short set, `*` is everything. */
export function readRowChoice({ tool: { rows }, rowFields }: Entry, given: Record<string, unknown>): RowChoice | null {
  if (rows === undefined) return null
  const limit = integerOf(given['limit'])
  const { fields: asked = [] } = given
  const words = (Array.isArray(asked) ? asked : [asked]).flatMap((part) => String(part).split(','))
  const wanted = words.map((word) => word.trim()).filter((word) => word !== '')
  if (wanted.length === 0) return { rows, fields: rows.short, whole: false, limit }
  if (wanted.includes('*')) return { rows, fields: rowFields, whole: rows.open === true, limit }
  if (rows.open === true) return { rows, fields: wanted, whole: false, limit }
  const unknown = wanted.find((word) => !rowFields.includes(word))
  if (unknown !== undefined) {
    const details = `fields does not know ${quoted(unknown)}; accepted: *, ${rowFields.join(', ')}.`
    throw new AppError('wrong_params', details, { field: 'fields' })
  }
  return { rows, fields: rowFields.filter((field) => wanted.includes(field)), whole: false, limit }
}

/** Most rows core may give for this choice; null when any page fits. */
export function maxRowsOf(choice: RowChoice | null): number | null {
  const capped = choice?.rows.capped ?? {}
  return choice?.fields.some((field) => field in capped) === true ? MAX_FULL_ROWS : null
}

/** The rows with only the chosen fields, lists inside them up to their cap. */
export function selectRows(data: unknown, { rows, fields, whole }: RowChoice): unknown {
  const list = whole ? null : rowsIn(data, rows)
  if (list === null) return data
  const chosen = list.map((row) => chosenFields(row as Record<string, unknown>, fields, rows.capped))
  return withRows(data, rows, chosen)
}

/** The list of an answer, or null where there is none. */
export function rowsIn(data: unknown, { at }: Pick<Rows, 'at'>): unknown[] | null {
  const list = at === '' || typeof data !== 'object' || data === null ? data : (data as Record<string, unknown>)[at]
  return Array.isArray(list) ? (list as unknown[]) : null
}

/** The same answer with another list. */
export const withRows = (data: unknown, { at }: Pick<Rows, 'at'>, list: unknown[]): unknown =>
  at === '' ? list : { ...(data as Record<string, unknown>), [at]: list }

function chosenFields(row: Record<string, unknown>, fields: readonly string[], capped: Rows['capped'] = {}) {
  const chosen: Record<string, unknown> = {}
  for (const field of fields) {
    const value = row[field]
    chosen[field] = Array.isArray(value) ? value.slice(0, capped[field] ?? value.length) : value
  }
  return chosen
}
