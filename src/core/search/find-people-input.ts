import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { choicesField, idField, pageField, textField } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, missingParameter, problemOf, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { MAX_TOOL_PAGE, maxCreditsField } from '../verify/bulk-input.ts'
import { companyAndPerson, FindEmailInput } from './find-email-input.ts'

export const MAX_FIND_PEOPLE = 10_000
/** More than an agent passes through its context. */
const MAX_TOOL_PEOPLE = 500
const MIN_TOOL_PEOPLE = 2
const MAX_REF_LENGTH = 100
const MAX_NAME_LENGTH = 100
const MAX_LIST_NAME_LENGTH = 255
/** How many invalid rows an error names. */
const MAX_NAMED_ROWS = 10

/** A person to look for, as described by a row of a list. */
const PERSON = {
  first_name: FindEmailInput.shape.first_name,
  last_name: FindEmailInput.shape.last_name,
  full_name: FindEmailInput.shape.full_name,
  domain: FindEmailInput.shape.domain,
  company: FindEmailInput.shape.company,
  ref: textField('ref', MAX_REF_LENGTH, 'Your own reference for the row.'),
} as const

export const PERSON_COLUMNS = Object.keys(PERSON) as (keyof typeof PERSON)[]

export type PersonToFind = Partial<Record<keyof typeof PERSON, string>>

/** The rows of a list, and the problems in them. */
interface PeopleList {
  people: PersonToFind[]
  problems: ErrorItem[]
}

const peopleField = (description: string, maxItems: number) =>
  field<PeopleList>(
    {
      type: 'array',
      maxItems,
      items: {
        type: 'object',
        properties: Object.fromEntries(PERSON_COLUMNS.map((name) => [name, { type: 'string' }])),
      },
      description,
    },
    (raw) => readPeople(raw, maxItems),
  )

function readPeople(raw: unknown, maxItems: number): Reading<PeopleList> {
  const rows = Array.isArray(raw) ? raw : [raw]
  if (rows.length > maxItems) return refuse('wrong_params', `people accepts at most ${maxItems} items.`)
  const list: PeopleList = { people: [], problems: [] }
  let wrong = 0
  for (const [place, row] of rows.entries()) {
    if (isAbsent(row)) continue
    const { person, problems } = readPerson(row)
    list.people.push(person)
    if (problems.length === 0) continue
    wrong += 1
    const details = `Row ${place + 1}: ${problems.map((problem) => problem.details).join(' ')}`
    if (wrong <= MAX_NAMED_ROWS) list.problems.push({ id: 'wrong_params', details, field: 'people' })
  }
  if (wrong > MAX_NAMED_ROWS) {
    const details = `${wrong - MAX_NAMED_ROWS} more rows are wrong.`
    list.problems.push({ id: 'wrong_params', details, field: 'people' })
  }
  return read(list)
}

function readPerson(row: unknown): { person: PersonToFind; problems: ErrorItem[] } {
  const wrong = (details: string) => ({ person: {}, problems: [{ id: 'wrong_params' as const, details }] })
  if (!isRecord(row)) return wrong('it must be an object with a name and a domain or company.')
  const unknown = Object.keys(row).find((name) => !Object.hasOwn(PERSON, name))
  if (unknown !== undefined) return wrong(`there is no ${quoted(unknown)}; it takes ${PERSON_COLUMNS.join(', ')}.`)
  const person: PersonToFind = {}
  const problems: ErrorItem[] = []
  for (const name of PERSON_COLUMNS) {
    const parsed = PERSON[name].safeParse(ownValue(row, name))
    if (!parsed.success) problems.push(problemOf(parsed.error, name))
    else if (parsed.data !== undefined) person[name] = parsed.data.toWellFormed()
  }
  const broken = new Set(problems.map((problem) => problem.field))
  return { person, problems: [...problems, ...companyAndPerson(person, broken, 'Send domain or company.')] }
}

export const StartFindInput = z.object({
  people: peopleField(
    `Up to ${MAX_FIND_PEOPLE} people: each a name and a domain or company. Or send CSV with these columns.`,
    MAX_FIND_PEOPLE,
  ),
  name: textField('name', MAX_NAME_LENGTH, 'A name for the list.'),
  leads_list_name: textField(
    'leads_list_name',
    MAX_LIST_NAME_LENGTH,
    'Saves the people found to this leads list, created if needed.',
  ),
  max_credits: maxCreditsField,
})
export type StartFindInput = z.output<typeof StartFindInput>

export const peopleMissing = (given: StartFindInput): ErrorItem[] =>
  given.people?.problems ?? [missingParameter('people')]

/** The possible outcomes for a person; an open row has none. */
export const FIND_STATUSES = ['found', 'not_found', 'invalid_domain', 'opted_out', 'not_checked'] as const
export type FindStatus = (typeof FIND_STATUSES)[number]

export const statusField = choicesField('status', FIND_STATUSES, 'wrong_params', 'Only rows with one of these.')

export const FindEmailsInput = z.object({
  people: peopleField(
    `${MIN_TOOL_PEOPLE} to ${MAX_TOOL_PEOPLE} people: each a name and a domain or company; ref comes back with the row.`,
    MAX_TOOL_PEOPLE,
  ),
  job_id: idField('Instead of people: continues an earlier call.'),
  leads_list_name: StartFindInput.shape.leads_list_name,
  status: statusField,
  limit: pageField({
    name: 'limit',
    min: 0,
    max: MAX_TOOL_PAGE,
    default: MAX_TOOL_PAGE,
    description: `Rows to show, 0 to ${MAX_TOOL_PAGE}; ${MAX_TOOL_PAGE} when absent.`,
  }),
  offset: pageFields('rows', {}).offset,
  max_credits: maxCreditsField,
})
export type FindEmailsInput = z.output<typeof FindEmailsInput>

/** Checks that either people or a job to continue is given. */
export function peopleOrJob(given: FindEmailsInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const { people, job_id: job, leads_list_name: list } = given
  if (broken.has('people') || broken.has('job_id')) return []
  const wrong = (details: string, name: string): ErrorItem[] => [{ id: 'wrong_params', details, field: name }]
  if ((people === undefined) === (job === undefined)) return wrong('Send either people or job_id.', 'people')
  if (job !== undefined && list !== undefined)
    return wrong(
      'leads_list_name can only be sent with people; a job keeps the list it started with.',
      'leads_list_name',
    )
  if (people === undefined) return []
  if (people.problems.length > 0) return people.problems
  return people.people.length < MIN_TOOL_PEOPLE ? wrong('people needs at least 2 items.', 'people') : []
}
