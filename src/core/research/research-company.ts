/** Several capabilities in one call, for a model that researches a company. */

import type { Call, Part } from '../../context.ts'
import { AppError, OPTED_OUT } from '../../errors.ts'
import type { ErrorId } from '../../errors.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { documentedAcceptAll } from '../capability/documented-form.ts'
import { capability } from '../capability/capability.ts'
import type { Answer, Received } from '../capability/capability.ts'
import { domainOfCompany } from '../search/company-domain.ts'
import { creditsLeft, rounded } from '../billing/credits.ts'
import { domainOrCompany } from '../search/domain-search-input.ts'
import type { EmailEntry } from '../search/domain-search-output.ts'
import { DomainSearch } from '../search/domain-search.ts'
import { EmailCount } from '../search/email-count.ts'
import { EnrichCompany } from '../enrich/enrich-company.ts'
import { ENRICHMENT_PRICE } from '../enrich/enrich-lookups.ts'
import { perform } from '../capability/perform.ts'
import { ResearchBudget } from './research-budget.ts'
import { DEFAULT_CREDITS, DEFAULT_PEOPLE, DEFAULT_SECONDS, ResearchCompanyInput } from './research-input.ts'
import { byDepartment, researchProfileOf, ResearchCompanyOutput } from './research-output.ts'
import type { LeftOut } from './research-output.ts'
import { VERIFICATION_PRICE, VerifyEmail } from '../verify/verify-email.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

const SEARCH_PRICE = 1
const PAGE = 10
/** Seniorities of people who decide. */
const KEY_RANKS = ['executive', 'senior']
/** A first crawl gets this share of the time; verifying addresses needs the rest. */
const CRAWL_SHARE = 0.5

type Found = Pick<ResearchCompanyOutput['data'], 'pattern' | 'accept_all'> & { emails: EmailEntry[] }
const NOBODY: Found = { pattern: null, accept_all: null, emails: [] }

/** What is known about a company and whom to write to there, within the caller's limits of credits and seconds. */
export const ResearchCompany = capability({
  name: 'research_company',
  group: 'domain_search',
  scope: 'read',
  input: ResearchCompanyInput,
  output: ResearchCompanyOutput,
  documented: documentedAcceptAll(ResearchCompanyOutput),
  check: domainOrCompany,
  waits: true,
  run: researchCompany,
})

async function researchCompany(
  call: Call,
  input: ResearchCompanyInput,
  received: Received,
): Promise<ResearchCompanyOutput & Answer> {
  const { max_credits = DEFAULT_CREDITS, max_seconds = DEFAULT_SECONDS } = input
  const budget = new ResearchBudget(max_credits, max_seconds)
  const domain = input.domain ?? (await domainOfCompany(call, input.company ?? ''))
  const params = { domain: received('domain'), company: received('company'), department: received('department') }
  const said = () => ({
    budget: { max_credits, max_seconds },
    spent: spentOf(budget),
    left_out: budget.leftOut,
    params,
  })
  if (domain === null) {
    const data = { domain, profile: null, addresses: NO_ADDRESSES, pattern: null, accept_all: null, departments: [] }
    return { data, meta: said(), credits: await creditsOf(call, budget) }
  }
  using limit = timeLimit(Math.ceil(budget.msLeft), call.signal)
  const timed = { ...call, progress: null, signal: limit.signal }
  tell(call, 0, 'Reading the company profile.')
  const profile = await companyProfile(timed, domain, budget)
  tell(call, 1, 'Looking for key people.')
  const counted = await countedAddresses(timed, domain, budget)
  const found = await keyPeople(timed, domain, input, counted?.data.seniority ?? NO_RANKS, budget)
  tell(call, 2, 'Checking addresses.')
  const emails = await verified(timed, found.emails.slice(0, input.people ?? DEFAULT_PEOPLE), budget)
  const data = {
    domain,
    profile,
    addresses: counted === null ? NO_ADDRESSES : totals(counted.data),
    pattern: found.pattern,
    accept_all: found.accept_all,
    departments: byDepartment(emails),
  }
  const crawl = counted?.meta.crawl
  return { data, meta: { ...said(), ...(crawl && { crawl }) }, credits: await creditsOf(call, budget) }
}

const NO_ADDRESSES = { total: 0, personal: 0, generic: 0 }
const NO_RANKS = { executive: 0, senior: 0 }

const totals = ({ total, personal_emails: personal, generic_emails: generic }: Counted) => ({
  total,
  personal,
  generic,
})
type Counted = Record<'total' | 'personal_emails' | 'generic_emails', number>

const STEPS = 3
const tell = (call: Pick<Call, 'progress'>, done: number, message: string): void =>
  call.progress?.({ done, total: STEPS, message })

const spentOf = ({ spent, seconds }: ResearchBudget) => ({ ...spent, seconds })

const creditsOf = async (call: Part<'clock' | 'principal', 'billing'>, { spent }: ResearchBudget) => ({
  charged: rounded(spent.profile + spent.people + spent.verification),
  remaining: await creditsLeft(call),
})

const crawlWait = (call: Pick<Call, 'crawlWaitMs'>, { msLeft }: ResearchBudget): number =>
  Math.min(call.crawlWaitMs, msLeft * CRAWL_SHARE)

/** Null if nothing is known, or if the budget does not allow it. */
async function companyProfile(call: Call, domain: string, budget: ResearchBudget) {
  if (!budget.allows('profile', ENRICHMENT_PRICE)) return null
  const answer = await orLeftOut('profile', budget, () =>
    perform(EnrichCompany, { ...call, crawlWaitMs: crawlWait(call, budget) }, { domain }),
  )
  if (answer === null) return null
  budget.spend('profile', answer.credits?.charged ?? 0)
  return researchProfileOf(answer.data)
}

/** Free: shows whether there is anybody to pay for, and whether some of them decide. */
const countedAddresses = (call: Call, domain: string, budget: ResearchBudget) =>
  orLeftOut('people', budget, () => perform(EmailCount, call, { domain }))

/** One page of personal addresses: those of people who decide, if there are any and no department was requested. */
async function keyPeople(
  call: Call,
  domain: string,
  { department }: ResearchCompanyInput,
  known: { executive: number; senior: number },
  budget: ResearchBudget,
): Promise<Found> {
  if (!budget.allows('people', SEARCH_PRICE)) return NOBODY
  const ranked = department === undefined && known.executive + known.senior > 0
  const wanted = { domain, type: 'personal', limit: PAGE, department, ...(ranked && { seniority: KEY_RANKS }) }
  const answer = await orLeftOut('people', budget, () =>
    perform(DomainSearch, { ...call, crawlWaitMs: crawlWait(call, budget) }, wanted),
  )
  if (answer === null) return NOBODY
  budget.spend('people', answer.credits?.charged ?? 0)
  return answer.data
}

/** The addresses with their latest verification; those without one are verified, as far as the budget allows. */
async function verified(call: Call, emails: readonly EmailEntry[], budget: ResearchBudget): Promise<EmailEntry[]> {
  const unchecked = emails.filter(({ verification }) => verification.status === null)
  const affordable = Math.floor(budget.creditsLeft / VERIFICATION_PRICE)
  const late = budget.msLeft === 0
  const asked = late ? [] : unchecked.slice(0, affordable)
  if (asked.length < unchecked.length)
    budget.leaveOut('verification', unchecked.length - asked.length, late ? 'max_seconds' : 'max_credits')
  const verdicts = await Promise.all(asked.map((email) => verdictOf(call, email.value, budget)))
  const known = new Map(asked.map(({ value }, index) => [value, verdicts[index] ?? null]))
  return emails.map((email) => ({ ...email, verification: known.get(email.value) ?? email.verification }))
}

async function verdictOf(
  call: Call,
  email: string,
  budget: ResearchBudget,
): Promise<EmailEntry['verification'] | null> {
  const { verification } = call.config
  const waitMs = Math.min(verification.waitMs, budget.msLeft)
  const patient = { ...call, config: { ...call.config, verification: { ...verification, waitMs } } }
  const answer = await orLeftOut('verification', budget, () => perform(VerifyEmail, patient, { email }))
  if (answer === null) return null
  budget.spend('verification', answer.credits?.charged ?? 0)
  const { status } = answer.data
  if (status !== undefined) return { date: isoDate(call.clock.now()), status }
  budget.leaveOut('verification', 1, 'running')
  return null
}

const REASONS: Partial<Record<ErrorId, LeftOut['reason']>> = {
  too_many_requests: 'balance',
  rate_limit_exceeded: 'speed',
}

/** A person who has just opted out counts as no answer; a whole company that did is refused. */
const isNoAnswer = (what: LeftOut['what'], id: ErrorId): boolean =>
  id === 'not_found' || (id === OPTED_OUT && what === 'verification')

/**
 * The answer of one step; null if nothing is known, or if the account may not ask or pay at the moment, which is recorded.
 * @throws AppError for anything else.
 */
async function orLeftOut<T extends Answer>(
  what: LeftOut['what'],
  budget: ResearchBudget,
  step: () => Promise<T>,
): Promise<(T & Answer) | null> {
  try {
    return await step()
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const [{ id }] = thrown.errors
    const reason = REASONS[id]
    if (reason !== undefined) budget.leaveOut(what, 1, reason)
    else if (!isNoAnswer(what, id)) throw thrown
    return null
  }
}
