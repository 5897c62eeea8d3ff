import { AFFILIATIONS } from '../../lib/text/vocabulary.ts'
import type { LeadColumn } from './lead-statements.ts'

/** What a text has to be: present, absent, or one that contains these characters, whatever their case. */
export type TextMatch = { kind: 'any' } | { kind: 'none' } | { kind: 'contains'; text: string }

/** Filters of one list: AND between members, OR inside an array; an absent member does not filter. */
export interface LeadFilter {
  leadsListId?: number
  /** Only these. */
  ids?: readonly number[]
  texts?: readonly { column: LeadColumn | 'email'; match: TextMatch }[]
  customAttributes?: readonly { slug: string; match: TextMatch }[]
  query?: string
  syncStatus?: string
  /** Null means leads that were sent nothing. */
  sendingStatus?: readonly (string | null)[]
  /** `pending`: a check of the address is queued or running. */
  verificationStatus?: readonly string[]
  /** Whether the site of the company tells that they are there still. */
  affiliation?: readonly string[]
  /** One of these addresses, or none of them. */
  emails?: { isOneOf: boolean; values: readonly string[] }
  lastActivity?: 'any' | 'none'
  lastContacted?: 'any' | 'none'
}

const FULL_NAME = `(coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, ''))`

/** What the trigram index of migration 007 is over, written the same; whatever one of its parts contains, it contains. */
const SEARCHED = `(l.email || ' ' || coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, '') || ' ' || coalesce(l.position, '') || ' ' || coalesce(l.company, '') || ' ' || coalesce(l.website, ''))`
const SEARCHED_COLUMNS: ReadonlySet<string> = new Set([
  'email',
  'first_name',
  'last_name',
  'position',
  'company',
  'website',
])
/** Shorter words have no trigram to look up. */
const HAS_TRIGRAM = /[a-z0-9]{3}/i

const PENDING = `(l.email in (select value from verification_runs) or l.email in (
    select lower(r.email) from bulk_jobs j join bulk_rows r on r.job_id = j.id where j.account_id = $1 and r.settled_at is null))`

/** People without stored data are unknown: these are all those with none of the other states. */
export function statesOf(wanted: readonly string[]): { isOneOf: boolean; states: readonly string[] } {
  const isOneOf = !wanted.includes('unknown')
  return { isOneOf, states: isOneOf ? wanted : AFFILIATIONS.filter((state) => !wanted.includes(state)) }
}

/** A question that the planner may turn round: few people have left. */
function inStates(wanted: readonly string[], parameter: (value: unknown) => string): string {
  const { isOneOf, states } = statesOf(wanted)
  return `${isOneOf ? '' : 'not '}exists (select from addresses a where a.domain = split_part(l.email, '@', 2)
    and a.value = l.email and a.affiliation = any(${parameter(states)}::text[]))`
}

export interface LeadConditions {
  text: string
  /** $1 is the account. */
  values: unknown[]
  /** It looks at leads, their lists and attributes alone, whose changes are counted (migration 042). */
  isOfLeads: boolean
  /** Some of it is there only for the trigram index, and is dear to test where that is not used. */
  isByText: boolean
}

export interface ConditionsOptions {
  isWalked?: boolean
  isCounted?: boolean
  isListProbed?: boolean
}

/**
 * The `where` of a filter over `leads l`; every value is a parameter.
 * @param isWalked leads are tested in their order, so that nothing is asked for the sake of another index.
 * @param isCounted all that match are read: texts are compared in small letters, a third cheaper than `ilike`, which makes
 * those of its pattern anew for each row. How many will match, the planner does not know then, so not where lists are joined.
 * @param isListProbed whether each lead is in the list is looked up; else the planner may begin with the list's members.
 */
export function leadConditions(
  accountId: number,
  filter: LeadFilter,
  { isWalked = false, isCounted = false, isListProbed = false }: ConditionsOptions = {},
): LeadConditions {
  const values: unknown[] = [accountId]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const contains = (text: string): string => parameter(`%${likeLiteral(text)}%`)
  const alike = isCounted && filter.leadsListId === undefined ? inSmallLetters : inAnyCase
  const containing = (column: string, text: string): string => alike(compared(column, text), contains(text))
  let isByText = false
  const indexed = (text: string): string[] => {
    if (isWalked || !HAS_TRIGRAM.test(text)) return []
    isByText = true
    return [`${SEARCHED} ilike ${contains(text)}`]
  }
  const all = ['l.account_id = $1']
  for (const { column, match } of filter.texts ?? []) {
    if (match.kind === 'contains' && SEARCHED_COLUMNS.has(column)) all.push(...indexed(match.text))
    all.push(matches(`l.${column}`, match, (text) => containing(`l.${column}`, text)))
  }
  for (const { slug, match } of filter.customAttributes ?? []) {
    const name = parameter(slug)
    all.push(`exists (select from leads_custom_attributes where account_id = $1 and slug = ${name})`)
    const value = `(l.custom_attributes ->> ${name}::text)`
    all.push(matches(value, match, (text) => containing(value, text)))
  }
  if (filter.query !== undefined) {
    const { query } = filter
    const pattern = contains(query)
    const either = ['l.email', FULL_NAME].map((text) => inAnyCase(compared(text, query), pattern))
    all.push(...indexed(query), `(${either.join(' or ')})`)
  }
  if (filter.ids !== undefined) all.push(`l.id = any(${parameter(filter.ids)}::bigint[])`)
  if (filter.leadsListId !== undefined) all.push((isListProbed ? probedList : inList)(parameter(filter.leadsListId)))
  if (filter.syncStatus !== undefined) all.push(`l.sync_status = ${parameter(filter.syncStatus)}`)
  if (filter.sendingStatus !== undefined) all.push(oneOf('l.sending_status', filter.sendingStatus, parameter))
  const isPending = filter.verificationStatus?.includes('pending') === true
  if (filter.verificationStatus !== undefined) {
    const pending = isPending ? ` or ${PENDING}` : ''
    all.push(`(l.verification_status = any(${parameter(filter.verificationStatus)}::text[])${pending})`)
  }
  if (filter.affiliation !== undefined) all.push(inStates(filter.affiliation, parameter))
  if (filter.emails !== undefined) {
    const isOneOf = `l.email = any(${parameter(filter.emails.values)}::text[])`
    all.push(filter.emails.isOneOf ? isOneOf : `not (${isOneOf})`)
  }
  if (filter.lastActivity !== undefined) all.push(presence('l.last_activity_at', filter.lastActivity))
  if (filter.lastContacted !== undefined) all.push(presence('l.last_contacted_at', filter.lastContacted))
  const isOfLeads = !isPending && filter.affiliation === undefined && filter.emails === undefined
  return { text: all.join(' and '), values, isOfLeads, isByText }
}

const inList = (list: string): string => `exists (
  select from leads_list_members m where m.account_id = l.account_id and m.leads_list_id = ${list} and m.lead_id = l.id)`

/** A question that the planner cannot turn round: for a list of many, when few leads are wanted. */
const probedList = (list: string): string => `(
  select true from leads_list_members m where m.account_id = l.account_id and m.leads_list_id = ${list} and m.lead_id = l.id)`

const presence = (column: string, wanted: 'any' | 'none'): string =>
  `${column} is ${wanted === 'any' ? 'not null' : 'null'}`

/** Letters of other alphabets are like none of ASCII, and comparing bytes takes two thirds of the time. */
const compared = (column: string, text: string): string => (IS_ASCII.test(text) ? `${column} collate "C"` : column)
const IS_ASCII = /^[ -~]*$/

const inAnyCase = (text: string, pattern: string): string => `${text} ilike ${pattern}`
const inSmallLetters = (text: string, pattern: string): string => `lower(${text}) like lower(${pattern})`

const matches = (column: string, match: TextMatch, containing: (text: string) => string): string =>
  match.kind === 'contains' ? containing(match.text) : presence(column, match.kind)

function oneOf(column: string, values: readonly (string | null)[], parameter: (value: unknown) => string): string {
  const known = `${column} = any(${parameter(values.filter((value) => value !== null))}::text[])`
  return values.includes(null) ? `(${known} or ${column} is null)` : known
}

const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
