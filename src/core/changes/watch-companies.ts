import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'
import { AppError } from '../../errors.ts'
import { isPublicSuffix } from '../../lib/addresses/domain-name.ts'
import { planOf } from '../billing/plans.ts'
import { capability } from '../capability/capability.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { companiesOfList } from './companies-of-list.ts'
import { USUAL_DAYS, watchable, WatchCompaniesInput } from './watch-input.ts'
import type { WhichCompanies } from './watch-input.ts'

/** Why a named company is not watched. */
const REASONS = ['opted_out', 'webmail', 'public_suffix', 'limit'] as const

/** How many of those left out are named; `left_out_count` counts all. */
const MOST_NAMED = 100

export const WatchedOutput = z.object({
  data: z.object({
    /** In total, after the change. */
    watched: z.int(),
    added: z.int(),
    removed: z.int(),
  }),
  meta: z.object({
    /** The most that the plan allows. */
    limit: z.int(),
    left_out: z.array(z.object({ domain: z.string(), reason: z.enum(REASONS) })),
    left_out_count: z.int(),
  }),
})

/** The most companies that the account may watch. */
export const watchLimit = ({ principal }: Pick<Call, 'principal'>): number => planOf(principal.plan).watches

/**
 * Has companies' sites read repeatedly, to notice changes there. The companies of a list are added as it is now, as many as
 * there is room for; domains beyond the limit are refused. A company that is already watched gets the new settings.
 */
export const WatchCompanies = capability({
  name: 'watch_companies',
  group: 'others',
  scope: 'write',
  input: WatchCompaniesInput,
  output: WatchedOutput,
  check: watchable,
  run: (call, { remove, ...wanted }) => (remove === true ? unwatch(call, wanted) : watch(call, wanted)),
})

type Wanted = Omit<z.output<typeof WatchCompaniesInput>, 'remove'>

async function watch(call: Call, { types, every_days: everyDays = USUAL_DAYS, ...which }: Wanted) {
  const { store, principal, clock, database } = call
  const { usable, leftOut } = await sorted(call, await companiesOf(call, which))
  const limit = watchLimit(call)
  const wanted = { domains: usable, types: types ?? null, everyDays }
  const { watched, added, left } = await database.pool.inOne(async () => {
    const done = await store.watches.add(principal.accountId, wanted, { now: clock.now(), most: limit })
    if (done.left.length > 0 && which.leads_list_id === undefined)
      throw limitReached(limit, done.watched - done.added.length)
    return done
  })
  const all = [...leftOut, ...left.map((domain) => ({ domain, reason: 'limit' as const }))]
  return {
    data: { watched, added: added.length, removed: 0 },
    meta: { limit, left_out: all.slice(0, MOST_NAMED), left_out_count: all.length },
  }
}

/** Companies that are not watched cause no error. */
export async function unwatch(
  call: Part<'principal', 'leadsLists' | 'watches'>,
  which: z.output<typeof WhichCompanies>,
) {
  const { store, principal } = call
  const removed = await store.watches.remove(principal.accountId, await companiesOf(call, which))
  const watched = await store.watches.count(principal.accountId)
  return {
    data: { watched, added: 0, removed: removed.length },
    meta: { limit: watchLimit(call), left_out: [], left_out_count: 0 },
  }
}

const limitReached = (limit: number, watched: number): AppError =>
  new AppError('forbidden', `The plan allows ${limit} watched companies; you already watch ${watched}.`)

/** Which of these may be watched, and why the others may not. */
async function sorted(call: OptoutNeeds & Pick<Call, 'lists' | 'principal'>, domains: readonly string[]) {
  const hasOptedOut = await optedOutAmong(call, domains.map(asCompany))
  const inUse = call.lists.inUse
  const usable: string[] = []
  const leftOut: { domain: string; reason: (typeof REASONS)[number] }[] = []
  for (const domain of domains) {
    if (hasOptedOut(asCompany(domain))) leftOut.push({ domain, reason: 'opted_out' })
    else if (isWebmail(domain, inUse) || isDisposable(domain, inUse)) leftOut.push({ domain, reason: 'webmail' })
    else if (isPublicSuffix(domain)) leftOut.push({ domain, reason: 'public_suffix' })
    else usable.push(domain)
  }
  return { usable, leftOut }
}

/** For checking whether the company opted out: no address has this form. */
const asCompany = (domain: string) => ({ full: domain, domain })

/** The registered domains of the named companies. @throws AppError not_found for a list that is not the account's. */
const companiesOf = async (
  call: Part<'principal', 'leadsLists' | 'watches'>,
  { domains, leads_list_id: list }: z.output<typeof WhichCompanies>,
): Promise<string[]> => (list === undefined ? (domains ?? []) : companiesOfList(call, list))
