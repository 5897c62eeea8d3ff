import type { BadRow, ImportRow } from '../../db/leads/leads-imports-store.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { countryOfCell } from '../../lib/vocabulary/places/country-code.ts'
import { nameInCell } from '../../engine/extract/people/name-in-cell.ts'
import { addressCell } from '../../engine/import/columns/address-cells.ts'
import { writtenNumber } from '../../engine/import/columns/contact-values.ts'
import { fitPatterns } from '../../engine/names/patterns.ts'
import { isAddressAsName } from '../../engine/extract/names/address-as-name.ts'
import { withoutFormTitles } from '../../engine/extract/names/full-name.ts'
import { AppError } from '../../errors.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import { leadValue } from '../leads/lead-changes.ts'
import { MAX_TEXT_LENGTH } from '../leads/lead-input.ts'
import { FULL_NAME } from './leads-import-columns.ts'
import type { PlannedColumn } from './leads-import-columns.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import { ofDefused } from '../../lib/text/spreadsheet-cell.ts'

/** A usable row, with its address in parts. */
export type GoodRow = Omit<ImportRow, 'optoutDigests'> & { address: { full: string; domain: string } }

const PROBLEMS = {
  open_quote: 'A quotation mark is not closed.',
  too_long: 'The row is too long.',
} as const

const ATTRIBUTE = 'custom_attributes.'

/**
 * Reads one row of a file.
 * @returns null for a row that says nothing: blank, or a repeated header.
 */
export function readImportRow(
  row: TextRow,
  plan: readonly PlannedColumn[],
  header: readonly string[],
): GoodRow | BadRow | null {
  const { line, cells, problem } = row
  if (problem !== null) return { line, column: null, reason: PROBLEMS[problem] }
  if (cells.every((cell) => cell.trim() === '')) return null
  if (cells.length === header.length && cells.every((cell, i) => cell.trim() === header[i]?.trim())) return null
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    return { line, column: null, reason: `The row has ${cells.length} cells, the header has ${header.length}.` }
  return readCells(row, plan)
}

function readCells({ line, cells }: TextRow, plan: readonly PlannedColumn[]): GoodRow | BadRow {
  const fields: GoodRow['fields'] = {}
  const customAttributes = bareRecord<string>()
  let address: GoodRow['address'] | null = null
  let fullName: GoodRow['fields'] = {}
  let shown: GoodRow['fields'] = {}
  let isCertain = true
  const surname: Partial<Record<string, string>> = {}
  for (const { index, column, field, part } of plan) {
    const cell = textOf(field, cellText(cells[index] ?? ''))
    if (field === 'email') {
      const reading = readingOf(cell)
      if (reading.kind !== 'address') return { line, column, reason: addressProblem(cell) }
      address = reading.address
      shown = namesIn(BEFORE_ADDRESS.exec(cell)?.[1] ?? '', false)
    } else if (cell !== '' && !(field === 'country_code' && namesNoCountry(column, cell))) {
      const value = field === FULL_NAME ? cell : readValue(field, field === 'country_code' ? countryIn(cell) : cell)
      if (value instanceof AppError) return { line, column, reason: reasonOf(value) }
      if (field === FULL_NAME) [fullName, isCertain] = [namesIn(cell, part === 'last_first_name'), part !== 'either']
      else if (field === 'last_name') surname[part ?? field] = cell
      else if (field === 'website' && PROFILE.test(cell)) fields.linkedin_url ??= value
      else if (field === 'linkedin_url' && isOtherProfile(column, cell)) continue
      else if (field.startsWith(ATTRIBUTE)) customAttributes[field.slice(ATTRIBUTE.length)] = String(value)
      else fields[field] = value
    }
  }
  if (address === null) return { line, column: null, reason: addressProblem('') }
  const family = lastName(surname)
  if (isAddressAsName({ first: String(fields.first_name ?? ''), last: family.last_name ?? '' }, address.full)) {
    delete fields.first_name
    delete family.last_name
  }
  return {
    line,
    email: address.full,
    address,
    fields: {
      ...shown,
      ...(isCertain || isMadeOf(address, fullName) ? fullName : {}),
      ...family,
      ...fields,
    },
    customAttributes,
  }
}

/** A row with an unknown name of a country is taken without it, unless its column is one of codes. */
const namesNoCountry = (column: string, cell: string): boolean => !/code/i.test(column) && countryOfCell(cell) === null

/** The code of a country that the cell names; any other cell is refused as it is. */
const countryIn = (cell: string): string => countryOfCell(cell) ?? cell

/** `van` `Dijk`, `Vega` `Soto`, and `Rae, MBA` without the degree. */
function lastName({
  last_name_prefix: before = '',
  last_name: last,
  second_last_name: behind = '',
}: Partial<Record<string, string>>): { last_name?: string } {
  if (last === undefined) return {}
  return {
    last_name: withoutFormTitles({ first: '', last: `${before} ${last} ${behind}`.trim() }).last.slice(
      0,
      MAX_TEXT_LENGTH,
    ),
  }
}

/** The parser of names bounds what it reads. What follows the name is a position if no column has positions. */
function namesIn(fullName: string, isFamilyFirst: boolean): GoodRow['fields'] {
  const { first, middle, last, post } = nameInCell(fullName, isFamilyFirst)
  const named = {
    first_name: [first, middle].filter((part) => part !== '').join(' '),
    last_name: last,
    position: post ?? '',
  }
  return Object.fromEntries(Object.entries(named).filter(([, name]) => name !== ''))
}

/** Whether an address contains a part of the name, which is not that of the company. */
function isMadeOf(
  { full, domain }: GoodRow['address'],
  { first_name: first, last_name: last }: GoodRow['fields'],
): boolean {
  const local = full.slice(0, full.lastIndexOf('@'))
  if (domain.startsWith(`${local}.`)) return false
  const name = { first: String(first ?? ''), middle: '', last: String(last ?? '') }
  return fitPatterns(local, name).length > 0
}

/** `Ada Poe <ada@tarn.example>`: the name in it. */
const BEFORE_ADDRESS = /^"?([^"<>@]{1,100}?)"?\s*<[^<>\s]{1,320}>$/

/** `Ada Poe <ada@tarn.example>`, `mailto:ada@tarn.example`, `ada@tarn.example; poe@tarn.example`: the first address of a cell. */
function addressIn(cell: string): string {
  if (cell.length > MAX_ADDRESSES) return cell
  const [, inside] = /<([^<>\s]{1,320}@[^<>\s]{1,320})>/.exec(cell) ?? []
  const first = (inside ?? cell).split(/\s*[;,|]\s*|\s+\/\s+|\s+(?=\S*@)/).find((part) => part.includes('@')) ?? cell
  return first.replace(/^mailto:/i, '').replace(/[.?]+$/, '')
}

/** What a cell of addresses holds; one that is masked, or printed in place of an address, is none. */
function readingOf(cell: string): ReturnType<typeof readAddress> {
  const text = addressIn(cell)
  const found = addressCell(text)
  if (found.kind === 'none' || found.kind === 'masked') return { kind: 'none' }
  const plain = readAddress(text)
  return plain.kind === 'address' || found.kind !== 'address' ? plain : { kind: 'address', address: found.address }
}

/** Longer cells are read as they are: looking for the first address in them would take too long. */
const MAX_ADDRESSES = 1_000

/** Networks export the profile as `URL`. */
const PROFILE = /^(?:https?:\/\/)?(?:\w+\.)?linkedin\.com\/in\//i

/** A column called `Profile` may lead to any network. */
const isOtherProfile = (column: string, cell: string): boolean => !/linked\s?in/i.test(column) && !PROFILE.test(cell)

/** Spreadsheets and exports put an apostrophe before what would otherwise be a formula. */
const cellText = (cell: string): string => ofDefused(cell.trim())

/** A phone number that a spreadsheet has rounded is none. */
const textOf = (field: string, cell: string): string => (field === 'phone_number' ? (writtenNumber(cell) ?? '') : cell)

const addressProblem = (cell: string): string =>
  cell === '' ? 'The email address is missing.' : 'The cell does not contain a valid email address.'

function readValue(field: string, cell: string): string | number | AppError {
  try {
    return leadValue(field, cell)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

const reasonOf = ({ errors }: AppError): string => {
  const { details } = errors[0]
  return details.charAt(0).toUpperCase() + details.slice(1)
}
