/** The people at a domain, one person's address, and how many addresses there are. */

import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { Call, Part } from '../../context.ts'
import type { AddressFilter } from '../../db/search/search-conditions.ts'
import type { DomainFacts, DomainPage, PageQuestion } from '../../db/search/search-store.ts'
import type { AddressLists } from '../../engine/classify/address-lists.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'
import { AppError } from '../../errors.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { addressOfRow, countMatching, whyNothing } from './count-matching.ts'
import type { LeftOutByFilters } from './count-matching.ts'
import type { Answer, Received } from '../capability/capability.ts'
import { capability } from '../capability/capability.ts'
import { hiddenAt } from '../optouts/opted-out.ts'
import { domainOfCompany } from './company-domain.ts'
import type { CrawlMeta } from '../crawl/crawl-state.ts'
import { charging } from '../billing/credits.ts'
import { DomainSearchInput, domainOrCompany } from './domain-search-input.ts'
import {
  DocumentedDomainSearch,
  DomainSearchOutput,
  emailEntry,
  MOST_TITLES,
  otherFilters,
  UNKNOWN_DOMAIN,
} from './domain-search-output.ts'
import type { EmailEntry } from './domain-search-output.ts'
import { lookUp } from '../crawl/look-up-domain.ts'
import { planOf } from '../billing/plans.ts'
import { matchOf, wantedTitle } from './title-search.ts'
import { DOMAIN_SEARCH_FIXTURE } from './domain-search-fixture.ts'

export const DEFAULT_LIMIT = 10
const FREE_ADDRESSES = 10
export const ADDRESSES_PER_CREDIT = 10

interface Found {
  emails: EmailEntry[]
  results: number
  facts: DomainFacts
  /** For an empty page: what its filters exclude. */
  empty?: LeftOutByFilters | null
}

const searching = (found: boolean) =>
  async function run(call: Call, input: DomainSearchInput, received: Received): Promise<DomainSearchOutput & Answer> {
    const limit = Math.min(input.limit ?? DEFAULT_LIMIT, call.maxRows ?? Infinity)
    const offset = input.offset ?? 0
    checkPlan(call, input.limit ?? DEFAULT_LIMIT, offset)
    const domain = input.domain ?? (await domainOfCompany(call, input.company ?? ''))
    const place = { domain, limit, offset }
    if (domain === null) return answer(call.lists.inUse, received, place, NOTHING, null)
    const wanted = filterOf(call, domain, input, found)
    const read = (filter: AddressFilter) =>
      lookUp(call, domain, (question) => readPage(call, { ...question, filter, limit }, offset))
    // Few accounts were asked to forget somebody there, so a page is rarely read again.
    const first = await read(wanted)
    const without = first?.forgotten ?? []
    const filter = without.length === 0 ? wanted : { ...wanted, without }
    const known = without.length === 0 ? first : await read(filter)
    if (known === null) return answer(call.lists.inUse, received, place, NOTHING, null)
    await call.database.pool.together()
    const price = Math.ceil(known.emails.length / ADDRESSES_PER_CREDIT)
    const purchase = {
      kind: 'search' as const,
      request: ['domain_search', filterKey(wanted), limit, offset],
      smallestPrice: 1,
      largestPrice: Math.max(1, price),
    }
    const { result, credits } = await charging(call, purchase, async () => ({
      result: await describe(call, filter, known, input.job_titles),
      price,
    }))
    return { ...answer(call.lists.inUse, received, place, result, known.crawl), credits }
  }

interface KnownPage extends DomainPage {
  walked: number | null
  /** All at the domain who asked only this account to forget them. */
  forgotten: string[]
}

/** The first page as it is now; later pages from the walk that began with it, so that nothing is shown twice or left out. */
async function readPage(
  call: OptoutNeeds & Part<'principal', 'search' | 'searchWalks'>,
  question: PageQuestion,
  offset: number,
): Promise<KnownPage> {
  const { search, searchWalks } = call.store
  const { domain, filter, limit, now } = question
  const { accountId } = call.principal
  const walk = { accountId, filter, now }
  if (offset === 0 && !searchWalks.isUnderWay(walk))
    return search.firstPage(question, {
      key: String(accountId),
      see: (page) => {
        if (page.emails.length === limit) searchWalks.began(walk, page.emails)
        return withoutHidden(call, domain, { ...page, walked: null })
      },
    })
  const facts = await search.domainFacts(question)
  const { emails, results } = await searchWalks.page(walk, limit, offset)
  return withoutHidden(call, domain, { facts, emails, walked: results })
}

/** Leaves out those whose opt-out hides them. */
async function withoutHidden(
  call: OptoutNeeds & Pick<Call, 'principal'>,
  domain: string,
  page: Omit<KnownPage, 'forgotten'>,
): Promise<KnownPage> {
  const { isHidden, forgotten } = await hiddenAt(call, domain, page.emails.map(addressOfRow))
  return { ...page, emails: page.emails.filter((row) => !isHidden(addressOfRow(row))), forgotten }
}

const NOTHING: Found = { emails: [], results: 0, facts: UNKNOWN_DOMAIN }

/** Addresses known for one domain, best confidence first. */
export const DomainSearch = capability({
  name: 'domain_search',
  group: 'domain_search',
  scope: 'read',
  input: DomainSearchInput,
  output: DomainSearchOutput,
  documented: DocumentedDomainSearch,
  check: domainOrCompany,
  fixture: DOMAIN_SEARCH_FIXTURE,
  waits: true,
  run: searching(false),
})

/** The same, only addresses with a source. */
export const DomainSearchFound = capability({ ...DomainSearch, name: 'domain_search_found', run: searching(true) })

/** How many addresses of a domain the caller's plan shows; null for all. */
export const addressesInReach = ({ plan }: Pick<Call['principal'], 'plan'>): number | null =>
  planOf(plan).premium ? null : FREE_ADDRESSES

function checkPlan({ principal }: Pick<Call, 'principal'>, limit: number, offset: number): void {
  const plan = planOf(principal.plan)
  if (limit + offset <= (addressesInReach(principal) ?? Infinity)) return
  throw new AppError(
    'pagination_error',
    `The ${plan.name} plan shows ${FREE_ADDRESSES} addresses per domain: limit plus offset may not exceed ${FREE_ADDRESSES}.`,
    { field: 'limit' },
  )
}

function filterOf(
  call: Pick<Call, 'clock' | 'config'>,
  domain: string,
  input: DomainSearchInput,
  found: boolean,
): AddressFilter {
  const {
    type,
    seniority,
    department,
    decision_maker,
    required_field,
    verification_status,
    job_titles,
    location,
    affiliation,
  } = input
  return {
    domain,
    ...(type && { type }),
    ...(seniority && { seniority }),
    ...(department && { department }),
    ...(decision_maker !== undefined && { decisionMaker: decision_maker }),
    ...(required_field && { requiredFields: required_field }),
    ...(verification_status && { verification: { statuses: verification_status, notBefore: freshSince(call) } }),
    ...(job_titles && { titles: job_titles.map(wantedTitle) }),
    ...(location && { location }),
    ...(affiliation && { affiliation }),
    ...(found && { found }),
  }
}

/** The same for any order of words in a list. */
const filterKey = (filter: AddressFilter): unknown =>
  Object.entries(filter).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value,
  ])

async function describe(
  call: OptoutNeeds & Part<'clock' | 'config' | 'principal', 'search'>,
  filter: AddressFilter,
  { facts, emails, walked }: KnownPage,
  titles: readonly string[] | undefined,
): Promise<Found> {
  const notBefore = freshSince(call)
  const results = walked ?? (await countMatching(call, filter, facts))
  return {
    emails: emails.map((row) => ({
      ...emailEntry(row, notBefore),
      ...(titles !== undefined && { matched: matchOf(row.position, titles) }),
    })),
    results,
    facts,
    ...(results === 0 && { empty: await whyNothing(call, filter, facts) }),
  }
}

/** The first day on which a verification still counts as current. */
const freshSince = (call: Pick<Call, 'clock' | 'config'>): string =>
  isoDate(new Date(call.clock.now().getTime() - call.config.verificationTtlDays * DAY_MS))

/** Titles that matched a wanted one in other words, such as another language's. */
function matchedTitles(emails: readonly EmailEntry[]): { matched_titles?: string[] } {
  const titles = emails.flatMap(({ matched, position }) =>
    matched === 'concept' && position !== null ? [position] : [],
  )
  return titles.length === 0 ? {} : { matched_titles: [...new Set(titles)].slice(0, MOST_TITLES) }
}

function answer(
  lists: AddressLists,
  received: Received,
  { domain, limit, offset }: { domain: string | null; limit: number; offset: number },
  { emails, results, facts, empty }: Found,
  crawl: CrawlMeta | null,
): DomainSearchOutput {
  return {
    data: {
      domain,
      disposable: domain !== null && isDisposable(domain, lists),
      webmail: domain !== null && isWebmail(domain, lists),
      accept_all: facts.acceptAll,
      pattern: facts.pattern,
      organization: facts.organization ?? (domain === null ? received('company') : null),
      linked_domains: facts.linkedDomains,
      emails,
      ...(empty?.titles !== undefined && { known_titles: empty.titles }),
    },
    meta: {
      results,
      limit,
      offset,
      params: {
        domain: received('domain'),
        company: received('company'),
        type: received('type'),
        seniority: received('seniority'),
        department: received('department'),
        ...otherFilters(received),
      },
      ...(crawl !== null && { crawl }),
      ...empty?.counts,
      ...matchedTitles(emails),
    },
  }
}
