import type { Part } from '../../context.ts'
import type { DomainFacts, KindCount } from '../../db/search/search-store.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { MOST_TITLES } from './domain-search-output.ts'
import type { AddressFilter } from '../../db/search/search-conditions.ts'

/** How many addresses match; from stored counters if they cover the filters, so that large domains cost no more than small ones. */
export async function countMatching(
  call: Part<never, 'search'>,
  filter: AddressFilter,
  facts: DomainFacts,
): Promise<number> {
  const { seniority, department, decisionMaker } = filter
  if (Object.keys(filter).some((name) => !COUNTED.has(name))) return call.store.search.count(filter)
  if (seniority === undefined && department === undefined && decisionMaker === undefined)
    return totalOf(facts, filter.type)
  const kinds = await call.store.search.kindCounts(filter.domain)
  return kinds.filter((kind) => matchesKind(kind, filter)).reduce((sum, kind) => sum + kind.total, 0)
}

/** The filters for which counters are stored. */
const COUNTED: ReadonlySet<string> = new Set(['domain', 'type', 'seniority', 'department', 'decisionMaker'])

const totalOf = ({ personalCount, genericCount }: DomainFacts, type: AddressFilter['type']): number =>
  (type === 'generic' ? 0 : personalCount) + (type === 'personal' ? 0 : genericCount)

const matchesKind = (kind: KindCount, { type, seniority, department, decisionMaker }: AddressFilter): boolean =>
  (type === undefined || kind.type === type) &&
  (seniority === undefined || seniority.includes(kind.seniority)) &&
  (department === undefined || department.includes(kind.department)) &&
  (decisionMaker === undefined || kind.decisionMaker === decisionMaker)

/** What the filters of an empty page exclude. */
export interface LeftOutByFilters {
  counts: {
    /** Addresses without any filters. */
    known: number
    /** Addresses with all filters except this one, by parameter name, if there are any. */
    without: Record<string, number>
  }
  /** If the wanted titles exclude somebody: titles that are known there. */
  titles?: string[]
}

const PARAMETERS: Readonly<Record<string, string>> = {
  type: 'type',
  seniority: 'seniority',
  department: 'department',
  decisionMaker: 'decision_maker',
  requiredFields: 'required_field',
  verification: 'verification_status',
  titles: 'job_titles',
  location: 'location',
  affiliation: 'affiliation',
}
/** Each is a separate count. */
const MOST_COUNTS = 5

/** @returns null if there is nothing to exclude. */
export async function whyNothing(
  call: OptoutNeeds & Part<'principal', 'search'>,
  filter: AddressFilter,
  facts: DomainFacts,
): Promise<LeftOutByFilters | null> {
  const { domain, without: hidden } = filter
  const known = await countMatching(call, { domain, ...(hidden && { without: hidden }) }, facts)
  const filters = Object.keys(filter).filter((name) => Object.hasOwn(PARAMETERS, name))
  if (known === 0 || filters.length === 0) return null
  const without = new Map<string, number>()
  for (const name of filters.slice(0, MOST_COUNTS)) {
    const { [name as keyof AddressFilter]: _left, ...others } = filter
    const count = await countMatching(call, others as AddressFilter, facts)
    if (count > 0) without.set(ownValue(PARAMETERS, name) ?? name, count)
  }
  return {
    counts: { known, without: Object.fromEntries(without) },
    ...(without.has('job_titles') && { titles: await knownTitles(call, filter.domain) }),
  }
}

/** Enough to see that many different ones. */
const TITLED_ADDRESSES = 100

/** Titles of people at a domain, in the order of a search. */
async function knownTitles(call: OptoutNeeds & Part<'principal', 'search'>, domain: string): Promise<string[]> {
  const rows = await call.store.search.titled(domain, TITLED_ADDRESSES)
  const isHidden = await optedOutAmong(call, rows.map(addressOfRow))
  const titles = rows.filter((row) => !isHidden(addressOfRow(row))).map(({ position }) => position)
  return [...new Set(titles)].slice(0, MOST_TITLES)
}

/** The address of a row, as opt-outs know it. */
export const addressOfRow = ({ value }: { value: string }) => ({
  full: value,
  domain: value.slice(value.lastIndexOf('@') + 1),
})
