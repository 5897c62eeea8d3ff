import { stringify } from 'csv-stringify/sync'
import type { EmailEntry } from './domain-search-output.ts'
import { defused } from '../../lib/text/spreadsheet-cell.ts'

const COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'position',
  'department',
  'seniority',
  'type',
  'confidence',
  'status',
  'checked_on',
  'phone_number',
  'linkedin_url',
  'seen_on',
] as const

/** People of a domain as CSV (RFC 4180), with leads' column names. Cells that a spreadsheet would take for formulas are escaped. */
export const csvOfPeople = (people: readonly EmailEntry[]): string =>
  stringify(
    people.map((person) => [
      person.value,
      person.first_name,
      person.last_name,
      person.position,
      person.department,
      person.seniority,
      person.type,
      person.confidence,
      person.verification.status,
      person.verification.date,
      person.phone_number,
      person.linkedin,
      person.sources[0]?.uri ?? person.sources[0]?.import ?? null,
    ]),
    { header: true, columns: [...COLUMNS], cast: { string: defused } },
  )
