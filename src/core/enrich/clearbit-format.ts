import type { AddressLists } from '../../engine/classify/address-lists.ts'
import { isWebmail } from '../../engine/classify/domain-kinds.ts'
import type { AppError } from '../../errors.ts'
import type { Company, Person } from './enrich-output.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Answers of enrichment in the form that programs written for the Clearbit API expect. */

const atMidnight = (date: string | null): string | null => (date === null ? null : `${date}T00:00:00.000Z`)

export const clearbitPerson = (person: Person, lists: AddressLists) => ({
  ...person,
  employment: { ...person.employment, seniority: seniorityOf(person.employment) },
  emailProvider: isWebmailAddress(person.email, lists),
  indexedAt: atMidnight(person.indexedAt),
  activeAt: atMidnight(person.activeAt),
  inactiveAt: atMidnight(person.inactiveAt),
})

const isWebmailAddress = (email: string | null, lists: AddressLists): boolean =>
  email !== null && isWebmail(email.slice(email.lastIndexOf('@') + 1), lists)

/** Ranks that Clearbit distinguishes from managers. */
const DIRECTOR = /\b(?:[es]?vp|vice[- ]president|head|director)\b/i

function seniorityOf({ seniority, title }: Person['employment']): 'executive' | 'director' | 'manager' | null {
  if (seniority === 'executive') return 'executive'
  if (seniority !== 'senior') return null
  return DIRECTOR.test(title ?? '') ? 'director' : 'manager'
}

/** Headcount → the middle of its range. */
const MIDDLES: Readonly<Record<string, number>> = {
  '1-10': 5,
  '11-50': 30,
  '51-200': 125,
  '201-500': 350,
  '501-1000': 750,
  '1001-5000': 3_000,
  '5001-10000': 7_500,
  '10001+': 10_001,
}

/** Upper ends of Clearbit's ranges. */
const RANGES: readonly [upTo: number, name: string][] = [
  [10, '1-10'],
  [50, '11-50'],
  [250, '51-250'],
  [1_000, '251-1K'],
  [5_000, '1K-5K'],
  [10_000, '5K-10K'],
  [50_000, '10K-50K'],
  [100_000, '50K-100K'],
  [Infinity, '100K+'],
]

/** @param employees their number, if known exactly. */
export function clearbitCompany(company: Company, employees: number | null, lists: AddressLists) {
  const {
    company_type: _type,
    fundingRounds: _rounds,
    instagram: _instagram,
    other_locations: _locations,
    ...rest
  } = company
  const { alexaUsRank, alexaGlobalRank, trafficRank, employees: headcount, ...money } = company.metrics
  const count = employees ?? ownValue(MIDDLES, headcount ?? '') ?? null
  const employeesRange = count === null ? null : (RANGES.find(([upTo]) => count <= upTo)?.[1] ?? null)
  return {
    ...rest,
    emailProvider: company.domain !== null && isWebmail(company.domain, lists),
    identifiers: { ...company.identifiers, usCIK: null },
    metrics: { alexaUsRank, alexaGlobalRank, trafficRank, employees: count, employeesRange, ...money },
    indexedAt: atMidnight(company.indexedAt),
    tech: company.tech.map(underscored),
    techCategories: company.techCategories.map(underscored),
  }
}

const underscored = (slug: string): string => slug.replaceAll('-', '_')

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'params_invalid',
  401: 'auth_invalid',
  403: 'rate_limit',
  404: 'unknown_record',
  429: 'rate_limit',
  451: 'unknown_record',
}

/** Added beside `errors`; statuses not listed use our own error id. */
export const clearbitError = ({ id, status, errors: [{ details }] }: AppError) => ({
  error: { type: ERROR_TYPES[status] ?? id, message: details },
})
