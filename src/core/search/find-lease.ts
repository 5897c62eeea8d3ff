import type { Call, Part } from '../../context.ts'
import type { FindSettlement } from '../../db/search/find-jobs-store.ts'
import type { FindLease } from '../../db/search/find-queues-store.ts'
import { AppError } from '../../errors.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { chargeOf } from '../billing/credits.ts'
import { noteOutcome } from '../billing/hit-rates.ts'
import { leadAddress } from '../leads/lead-changes.ts'
import { tellOfSaved } from '../leads/save-leads.ts'
import { tellOfJob } from '../webhooks/job-completed.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { whyUnasked } from './domain-kind.ts'
import { DEFAULT_DURATION_S } from './find-email-input.ts'
import type { FindEmailInput } from './find-email-input.ts'
import { NO_OUTCOME } from './find-job-output.ts'
import type { FindOutcome } from './find-job-output.ts'
import type { FindStatus } from './find-people-input.ts'
import { answerTo, purchaseOf, questionOf } from './search-person.ts'
import type { PersonAnswer, PersonSearch } from './search-person.ts'
import { principalOf } from '../capability/principal-of.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'

/** Members that belong only to a call: who calls, and how the caller waits. */
type OfACall = 'principal' | 'requestId' | 'signal' | 'hungUp' | 'crawlWaitMs' | 'firstCrawl' | 'progress' | 'maxRows'

/** What looking for people in the background needs. */
export type FindNeeds = Omit<Call, OfACall> & EventNeeds

/** How often to look again while a site is being read for the first time, or servers are still being asked. */
const MAX_TRIES = 6
const PAUSE_MS = 3 * SECOND_MS
/** Pause while a first visit waits for the account's other ones; nothing is asked or charged meanwhile. */
const CRAWL_PAUSE_MS = 15 * SECOND_MS
/** Pause after an attempt that failed through our own fault. */
const FAILED_PAUSE_MS = 30 * SECOND_MS

/** Looks for one person: stores, charges and optionally saves what is found as a lead, or decides when to try again. */
export async function workOffLease(needs: FindNeeds, lease: FindLease, signal: AbortSignal): Promise<void> {
  const call = callOf(needs, lease, signal)
  const looked = await lookFor(call, lease).catch((error: unknown) => refusal(needs, lease, error))
  if (signal.aborted) return
  if ('pauseMs' in looked) {
    const { pauseMs, isTry = true } = looked
    const dueAt = new Date(needs.clock.now().getTime() + pauseMs)
    return needs.store.findQueues.pause(lease, { dueAt, tries: lease.tries + (isTry ? 1 : 0) })
  }
  await keep(call, lease, looked)
}

interface Pause {
  pauseMs: number
  /** Whether it counts as one of the limited attempts. */
  isTry?: boolean
}

interface Looked {
  status: FindStatus
  outcome: FindOutcome
  question: PersonSearch | null
  answer: PersonAnswer | null
}

async function lookFor(call: Call, { asked, tries }: FindLease): Promise<Looked | Pause> {
  const input = asked as FindEmailInput
  const untilMs = performance.now() + DEFAULT_DURATION_S * SECOND_MS
  const { domain, question } = await questionOf(call, input, untilMs)
  const miss = (reason: string | null): FindOutcome => ({ ...NO_OUTCOME, ...named(input), domain, reason })
  // Without a domain nothing was looked up: the company's name led to none.
  const unasked = domain === null ? 'company_unknown' : whyUnasked(call, domain)
  if (question === null) return { status: 'not_found', outcome: miss(unasked), question, answer: null }
  const mayTryAgain = tries + 1 < MAX_TRIES
  const { crawl } = question
  const isBeingRead = crawl !== null && crawl.last_crawled_at === null && isUnfinished(crawl)
  if (isBeingRead && mayTryAgain) return { pauseMs: PAUSE_MS * (tries + 1) }
  const answer = await answerTo(call, question, { published: false, untilMs })
  const isEarly = answer.isUndecided || answer.reason === 'dns_unreachable'
  if (isEarly && mayTryAgain) return { pauseMs: PAUSE_MS * (tries + 1) }
  if (answer.found === null) return { status: 'not_found', outcome: miss(answer.reason), question, answer }
  const { first_name, last_name, company, position, score, accept_all, verification } = answer.found.data
  const outcome = { first_name, last_name, domain, company, position, score, accept_all, verification, reason: null }
  return { status: 'found', outcome, question, answer }
}

const named = ({ first_name, last_name, full_name, company }: FindEmailInput): Partial<FindOutcome> => ({
  first_name: first_name ?? full_name ?? null,
  last_name: last_name ?? null,
  company: company ?? null,
})

/** What a refusal by the finder means for the person. */
function refusal({ log }: FindNeeds, { asked, tries }: FindLease, error: unknown): Looked | Pause {
  const ended = (status: FindStatus, reason: string | null = null): Looked => ({
    status,
    outcome:
      status === 'opted_out' ? NO_OUTCOME : { ...NO_OUTCOME, ...named(asked as FindEmailInput), domain: null, reason },
    question: null,
    answer: null,
  })
  if (error instanceof AppError && error.id === 'invalid_domain') return ended('invalid_domain')
  if (error instanceof AppError && error.status === 451) return ended('opted_out')
  if (error instanceof AppError && error.id === 'too_many_requests') return { pauseMs: CRAWL_PAUSE_MS, isTry: false }
  log.error({ err: error }, 'Looking up a person failed.')
  return tries + 1 < MAX_TRIES ? { pauseMs: FAILED_PAUSE_MS } : ended('not_checked', 'failed')
}

/** Stores, charges and saves in one transaction; if it cannot be paid for, the job ends. */
async function keep(call: Call, lease: FindLease, { status, outcome, question, answer }: Looked): Promise<void> {
  const { store, database } = call
  const { accountId, jobId } = lease
  const email = answer?.found?.data.email ?? null
  const purchase = question === null ? null : purchaseOf(false, question)
  const charge = purchase !== null && email !== null ? chargeOf(call, purchase) : null
  const settlement: FindSettlement = { status, outcome, domain: email === null ? null : outcome.domain, email, charge }
  const kept = await database.pool.inOne(async () => {
    const settled = await store.findJobs.settle(lease, settlement)
    const isKept = settled === true || settled === 'ended'
    if (isKept && email !== null && lease.leadsListId !== null) await saveLead(call, lease, email, outcome)
    if (settled === 'ended') await tellEnded(call, jobId)
    return isKept || settled
  })
  if (typeof kept === 'string')
    return database.pool.inOne(async () => {
      if (await store.findJobs.stop(accountId, jobId, kept)) await tellEnded(call, jobId)
    })
  if (purchase !== null) noteOutcome(call, purchase, email !== null)
}

async function tellEnded(call: EventNeeds & Part<'config' | 'principal', 'findJobs'>, id: number): Promise<void> {
  const { accountId } = call.principal
  const job = await call.store.findJobs.find(accountId, id)
  if (job === null) return
  const { name, status, stoppedReason, total, done } = job
  const path = `/v2/email-finder/bulk/${id}`
  const ended = { kind: 'people_search' as const, id, name, status, stoppedReason, total, done, path }
  await tellOfJob(call, { accountId, origin: call.config.origin }, ended)
}

/** The source recorded for new leads. */
const SOURCE = 'Finder'

async function saveLead(
  call: EventNeeds & Part<'clock' | 'optoutKey', 'findJobs' | 'leadPeople' | 'leads'>,
  lease: FindLease,
  email: string,
  outcome: FindOutcome,
): Promise<void> {
  const { accountId, leadsListId } = lease
  const { first_name, last_name, position, company, score } = outcome
  const known = { first_name, last_name, position, company, confidence_score: score, source: SOURCE }
  const values = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
  const lists = { ids: leadsListId === null ? [] : [leadsListId] }
  const person = { ...leadAddress(call, email), values }
  const saved = await call.store.leadPeople.save(accountId, [person], lists, call.clock.now())
  // The list has been deleted meanwhile, or the address's owner has just opted out.
  if ('refused' in saved) return
  const [lead] = saved.saved
  if (lead === undefined) return
  await call.store.findJobs.noteLead(lease, lead.id)
  await tellOfSaved(call, accountId, saved)
}

/** A call on behalf of the list's creator, with nobody waiting. */
function callOf(needs: FindNeeds, lease: FindLease, signal: AbortSignal): Call {
  const { accountId, userId, keyId, plan, accountCreatedAt, spender } = lease
  const known = { accountId, userId, keyId, plan, accountCreatedAt, ...(spender !== null && { spender }) }
  const principal = principalOf({ ...known, via: 'key', scopes: new Set(['read']) })
  const { waitMs: crawlWaitMs } = needs.config.crawl
  const requestId = `find-${lease.jobId}`
  return { ...needs, principal, requestId, signal, hungUp: null, crawlWaitMs, progress: null, maxRows: null }
}
