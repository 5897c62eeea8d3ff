import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { parseEmailAddress } from '../../../src/lib/addresses/email-address.ts'
import type { NamedTriple } from '../../support/generate-names.ts'

/** Headings that people give to the columns the finder needs, reduced to letters. */
const HEADINGS = {
  first: ['firstname', 'first', 'givenname', 'given', 'vorname', 'prenom', 'nombre', 'fname'],
  last: ['lastname', 'last', 'surname', 'familyname', 'family', 'nachname', 'nom', 'apellido', 'lname'],
  full: ['name', 'fullname', 'person', 'displayname', 'contact', 'author'],
  domain: ['domain', 'companydomain', 'site', 'website', 'host'],
  email: ['email', 'emailaddress', 'address', 'mail', 'trueaddress', 'value', 'trueemail'],
} as const

type Column = keyof typeof HEADINGS

/** @throws Error if the file lacks a required column */
export function readTriples(file: string): NamedTriple[] {
  const [header = [], ...rows] = readDelimited(readFileSync(file, 'utf8'))
  const columns = new Map(
    (Object.keys(HEADINGS) as Column[]).map((column) => [column, header.findIndex((text) => isHeading(text, column))]),
  )
  const has = (column: Column) => (columns.get(column) ?? -1) >= 0
  if (!has('email') || !(has('full') || has('last')))
    throw new Error('The file needs the columns first_name and last_name, or name; domain; email.')
  const cell = (row: readonly string[], column: Column) =>
    has(column) ? (row[columns.get(column) ?? 0] ?? '').trim() : ''
  return rows.flatMap((row) => {
    const address =
      parseEmailAddress(cell(row, 'email')) ?? parseEmailAddress(`${cell(row, 'email')}@${cell(row, 'domain')}`)
    if (address === null) return []
    const names = has('last')
      ? { first: cell(row, 'first'), last: cell(row, 'last') }
      : { first: cell(row, 'full'), last: '' }
    return [{ ...names, domain: address.domain, email: address.full }]
  })
}

const isHeading = (text: string, column: Column): boolean =>
  (HEADINGS[column] as readonly string[]).includes(text.toLowerCase().replace(/[^a-z]/g, ''))

/** Separated by comma, semicolon or tab, whichever the first line has most of. */
function readDelimited(text: string): string[][] {
  const line = text.slice(0, text.indexOf('\n'))
  const count = (mark: string) => line.split(mark).length
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a))
  return parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
}
