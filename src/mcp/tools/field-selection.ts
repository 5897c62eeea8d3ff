import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { asText, integerOf } from '../../lib/input/field-kinds.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import type { Entry } from './catalogue.ts'
import type { Rows } from './define-tool.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

/** Which fields of a list's rows, or of an answer's records, a caller gets. */
export interface FieldChoice {
  /** Null if the answer is not a list. */
  rows: Rows | null
  records: readonly string[]
  fields: readonly string[]
  /** Named fields that the row's schema does not have: they must be the account's own. */
  own: readonly string[]
  /** All fields, known or not. */
  whole: boolean
  /** Arguments turned on by words in `fields`. */
  more: Readonly<Record<string, true>>
  /** How many rows the caller asked for; null if not given. */
  limit: number | null
  /** No page begins at or beyond this many rows; null if all can be shown. */
  reach: number | null
}

/**
 * Rows with all fields and three sources each that fit into a result (about 0.9 kB per row); a multiple of ten, because a
 * search is charged by tens.
 */
const MAX_FULL_ROWS = 60

/**
 * Reads the argument `fields`, an array or a comma-separated string. If absent, a row has its short set and a record all
 * fields; `*` means everything. Null for a tool without field selection.
 * @throws AppError `wrong_params` for an unknown field; for rows with fields of the account's own, `checkOwnFields` does this.
 */
export function readFieldChoice(
  { tool, selectable }: Entry,
  given: Record<string, unknown>,
  caller: Pick<Call['principal'], 'plan'>,
): FieldChoice | null {
  const { rows = null, records = [] } = tool
  if (rows === null && records.length === 0) return null
  const { fields: asked = [] } = given
  const words = (Array.isArray(asked) ? asked : [asked]).flatMap(wordsIn)
  const named = words.map((word) => word.trim()).filter((word) => word !== '')
  const { wanted, more } = withoutMore(named, rows?.more)
  const reach = rows?.reach?.(caller) ?? null
  const base = { rows, records, limit: integerOf(given['limit']), reach, own: [], more }
  if (wanted.length === 0) return { ...base, fields: rows?.short ?? selectable, whole: rows === null }
  if (wanted.includes('*'))
    return {
      ...base,
      fields: selectable,
      whole: rows === null || rows.ownFields !== undefined,
      more: { ...more, ...askedBy(selectable, rows) },
    }
  const own = wanted.filter((word) => !selectable.includes(word))
  const [unknown] = own
  if (unknown === undefined) {
    const fields = selectable.filter((field) => wanted.includes(field))
    return { ...base, fields, whole: false, more: { ...more, ...askedBy(fields, rows) } }
  }
  if (rows?.ownFields === undefined) throw unknownField(unknown, selectable)
  return { ...base, fields: wanted, own, whole: false }
}

/** The names in one text; a value that is not text is not a name. */
function wordsIn(part: unknown): string[] {
  const text = asText(part)
  if (text !== null) return text.split(',')
  throw new AppError('wrong_params', 'fields must be a list of names.', { field: 'fields' })
}

/** Separates the names that are arguments of the capability from the others. */
function withoutMore(named: readonly string[], known: Rows['more'] = {}) {
  const asked = named.flatMap((word) => ownValue(known, word) ?? [])
  const more: Record<string, true> = Object.fromEntries(asked.map(({ argument }) => [argument, true]))
  return { wanted: named.filter((word) => !Object.hasOwn(known, word)), more }
}

/** The arguments that request some of the fields. */
const askedBy = (fields: readonly string[], rows: Rows | null): Record<string, true> =>
  Object.fromEntries(
    Object.entries(rows?.asked ?? {}).flatMap(([field, argument]) =>
      fields.includes(field) ? [[argument, true]] : [],
    ),
  )

/** Stands for all of the account's own fields. */
const OWN_FIELDS = 'custom_attributes'

/** @throws AppError `wrong_params` for a field that belongs neither to the row nor to the account. */
export async function checkOwnFields({ selectable }: Entry, choice: FieldChoice | null, call: Call): Promise<void> {
  const asked = (choice?.own ?? []).filter((field) => field !== OWN_FIELDS)
  if (asked.length === 0 || choice?.rows?.ownFields === undefined) return
  const own = await choice.rows.ownFields(call)
  const unknown = asked.find((field) => !own.includes(field))
  if (unknown !== undefined) throw unknownField(unknown, [...selectable, OWN_FIELDS, ...own])
}

const unknownField = (unknown: string, known: readonly string[]): AppError => {
  const details = `fields does not know ${quoted(unknown)}; accepted: *, ${known.join(', ')}.`
  return new AppError('wrong_params', details, { field: 'fields' })
}

/** Most rows the core may return for this choice; null if any page fits. */
export function maxRowsOf(choice: FieldChoice | null): number | null {
  const capped = choice?.rows?.capped ?? {}
  return choice?.fields.some((field) => Object.hasOwn(capped, field)) === true ? MAX_FULL_ROWS : null
}

/** The answer with only the selected fields; lists inside rows are capped. */
export function selectFields(data: unknown, selectable: readonly string[], choice: FieldChoice): unknown {
  const { rows, records, fields, whole, own } = choice
  if (whole) return data
  if (rows === null) return replaced(data, records, (record) => chosenFields(record, fields))
  const list = rowsIn(data, rows)
  if (list === null) return data
  const wantsOwn = own.includes(OWN_FIELDS)
  const chosen = list.map((row) => {
    const record = row as Fields
    const more = wantsOwn ? Object.keys(record).filter((field) => !selectable.includes(field)) : []
    return chosenFields(record, [...new Set([...fields, ...more])], rows.capped)
  })
  return withRows(data, rows, chosen)
}

type Fields = Record<string, unknown>

/** The data with each record under one of `keys` changed; the empty key means the data itself. */
const replaced = (data: unknown, keys: readonly string[], change: (record: Fields) => Fields): Fields =>
  keys.includes('')
    ? change(data as Fields)
    : Object.fromEntries(keys.map((key) => [key, change(ownValue(data as Record<string, Fields>, key) ?? {})]))

/** The list in an answer, or null if there is none. */
export function rowsIn(data: unknown, { at }: Pick<Rows, 'at'>): unknown[] | null {
  const list =
    at === '' || typeof data !== 'object' || data === null ? data : ownValue(data as Record<string, unknown>, at)
  return Array.isArray(list) ? (list as unknown[]) : null
}

/** The same answer with another list. */
export const withRows = (data: unknown, { at }: Pick<Rows, 'at'>, list: unknown[]): unknown =>
  at === '' ? list : { ...(data as Record<string, unknown>), [at]: list }

function chosenFields(row: Fields, fields: readonly string[], capped: Rows['capped'] = {}): Fields {
  const chosen = bareRecord<unknown>()
  for (const field of fields) {
    if (!Object.hasOwn(row, field)) continue
    const value = ownValue(row, field)
    chosen[field] = Array.isArray(value) ? value.slice(0, ownValue(capped, field) ?? value.length) : value
  }
  return chosen
}
