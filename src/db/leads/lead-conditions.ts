import { AFFILIATIONS } from '../../lib/text/vocabulary.ts'
import type { LeadColumn } from './lead-statements.ts'

/** What a text must be: present, absent, or containing these characters, in any case. */
export type TextMatch = { kind: 'any' } | { kind: 'none' } | { kind: 'contains'; text: string }

/** Filters of one list: AND between members, OR inside an array; an absent member does not filter. */
export interface LeadFilter {
  leadsListId?: number
  /** Only leads with these ids. */
  ids?: readonly number[]
  texts?: readonly { column: LeadColumn | 'email'; match: TextMatch }[]
  customAttributes?: readonly { slug: string; match: TextMatch }[]
  query?: string
  syncStatus?: string
  /** Null means leads that were sent nothing. */
  sendingStatus?: readonly (string | null)[]
  /** `pending`: a check of the address is queued or running. */
  verificationStatus?: readonly string[]
  /** Whether the company's site shows that they still work there. */
  affiliation?: readonly string[]
  /** One of these addresses, or none of them. */
  emails?: { isOneOf: boolean; values: readonly string[] }
  lastActivity?: 'any' | 'none'
  lastContacted?: 'any' | 'none'
}

const FULL_NAME = `(coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, ''))`

/** The expression of the trigram index of migration 007, written identically; it contains whatever any of its parts contains. */
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

/** People about whom nothing is stored are unknown: all those with none of the other states. */
export function statesOf(wanted: readonly string[]): { isOneOf: boolean; states: readonly string[] } {
  const isOneOf = !wanted.includes('unknown')
  return { isOneOf, states: isOneOf ? wanted : AFFILIATIONS.filter((state) => !wanted.includes(state)) }
}

/** A condition that the planner may evaluate from the other side: few people have left. */
function inStates(wanted: readonly string[], parameter: (value: unknown) => string): string {
  const { isOneOf, states } = statesOf(wanted)
  return `${isOneOf ? '' : 'not '}exists (select from addresses a where a.domain = split_part(l.email, '@', 2)
    and a.value = l.email and a.affiliation = any(${parameter(states)}::text[]))`
}

export interface LeadConditions {
  text: string
  /** $1 is the account. */
  values: unknown[]
  /** Whether it depends only on leads, their lists and attributes, whose changes are counted (migration 042). */
  isOfLeads: boolean
  /** Whether part of it exists only for the trigram index, and is expensive to test if that is not used. */
  isByText: boolean
}

export interface ConditionsOptions {
  isWalked?: boolean
  isCounted?: boolean
  isListProbed?: boolean
}

/**
 * The `where` of a filter over `leads l`; every value is a parameter.
 * @param isWalked leads are tested in their order, so no condition exists only for another index.
 * @param isCounted all matches are read: texts are compared in lower case, a third cheaper than `ilike`, which converts its
 * pattern again for each row. The planner then cannot estimate the number of matches, so this is not used where lists are
 * joined.
 * @param isListProbed list membership is looked up for each lead; otherwise the planner may start with the list's members.
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

/** A condition that the planner cannot evaluate from the other side: for a large list of which few leads are wanted. */
const probedList = (list: string): string => `(
  select true from leads_list_members m where m.account_id = l.account_id and m.leads_list_id = ${list} and m.lead_id = l.id)`

const presence = (column: string, wanted: 'any' | 'none'): string =>
  `${column} is ${wanted === 'any' ? 'not null' : 'null'}`

/** Letters of other alphabets never equal ASCII ones in another case, and comparing bytes takes two thirds of the time. */
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
