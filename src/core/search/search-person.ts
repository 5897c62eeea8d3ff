import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { Call, Part } from '../../context.ts'
import type { FoundAddressRow } from '../../db/search/search-store.ts'
import type { Candidate } from '../../engine/find/candidates.ts'
import { AppError } from '../../errors.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { foldName } from '../../lib/text/person-name-fold.ts'
import type { Purchase } from '../billing/credits.ts'
import type { CrawlMeta } from '../crawl/crawl-state.ts'
import { lookUp } from '../crawl/look-up-domain.ts'
import { isDomainOptedOut, optedOutAmong, refusedByOwner } from '../optouts/opted-out.ts'
import { askCandidates } from './ask-candidates.ts'
import type { AskedAddresses } from './ask-candidates.ts'
import { askedPerson } from './asked-person.ts'
import type { AskedPerson } from './asked-person.ts'
import type { FindEmailInput } from './find-email-input.ts'
import { detailsOf } from './find-email-output.ts'
import type { FindEmailOutput, MissReason } from './find-email-output.ts'
import { leftCompany } from './affiliation/left-company.ts'
import type { LeftAffiliation } from './affiliation/left-company.ts'
import { possibleAddresses } from './possible-addresses.ts'
import type { PossibleAddresses } from './possible-addresses.ts'

/** The share of the time that a first crawl of the domain gets: it may reveal the address or the pattern. */
const CRAWL_SHARE = 0.4
const MAX_ALTERNATIVES = 5
/** In percent; less likely ones are no help. */
const LEAST_ALTERNATIVE = 5

type Found = Pick<FindEmailOutput, 'data'> & Pick<FindEmailOutput['meta'], 'alternatives'>

/** A person at a domain, with what is known about both. */
export interface PersonSearch {
  person: AskedPerson
  domain: string
  company: string | null
  isDnsAnswering: boolean
  possible: PossibleAddresses
  /** Evidence that the person has left. */
  left: LeftAffiliation | null
  /** The state of the domain's first visit, if one had to be requested. */
  crawl: CrawlMeta | null
}

export interface PersonAnswer {
  found: Found | null
  reason: MissReason | null
  /** Whether mail servers were still being asked when the time was up: asking later may find more. */
  isUndecided: boolean
}

/**
 * What is known about a person before any mail server is asked, after a first visit to the domain if it needs one.
 * @param untilMs on the clock of `performance.now()`
 * @returns no question for an unknown domain or person, or for a domain that has no addresses to show.
 * @throws AppError invalid_domain, 451 for those who opted out, too_many_requests for too many first visits.
 */
export async function questionOf(
  call: Call,
  input: FindEmailInput,
  untilMs: number,
): Promise<{ domain: string | null; question: PersonSearch | null }> {
  const { person, domain } = await askedPerson(call, input)
  if (person === null || domain === null) return { domain, question: null }
  const isDnsAnswering = await refuseUnusable(call, domain, untilMs)
  const known = await lookUp({ ...call, crawlWaitMs: crawlWait(call, untilMs) }, domain, async (question) => ({
    facts: await call.store.search.domainFacts(question),
  }))
  if (known === null) return { domain, question: null }
  const { facts, crawl } = known
  const asked = { domain, name: person.name, handle: input.linkedin_handle ?? null, facts }
  const possible = await withoutOptedOut(call, domain, await possibleAddresses(call, asked))
  const { onRecord, rows } = possible
  const row = onRecord === null ? null : (rows.get(onRecord.local) ?? null)
  const left = await leftCompany(call, { domain, name: person.name, handle: asked.handle, row })
  const question = { person, domain, company: facts.organization, isDnsAnswering, possible, left, crawl }
  return { domain, question }
}

interface AnswerWanted {
  /** Whether only an address that a page shows for the person counts. */
  published: boolean
  /** On the clock of `performance.now()`. */
  untilMs: number
  /** Whether to answer for somebody who has left, too, but then only with a published address. */
  includeFormer?: boolean | undefined
}

export async function answerTo(
  call: Call,
  question: PersonSearch,
  { published, untilMs, includeFormer = false }: AnswerWanted,
): Promise<PersonAnswer> {
  const { person, domain, company, isDnsAnswering, possible, left } = question
  if (left !== null && (!includeFormer || possible.onRecord === null))
    return { found: null, reason: 'left_company', isUndecided: false }
  if (possible.namesakes.length > 0) return { found: null, reason: 'ambiguous_person', isUndecided: false }
  const asked = published || left !== null || !isDnsAnswering ? { ...possible, candidates: [] } : possible
  const options = { domain, name: person.name, untilMs }
  const answered = isDnsAnswering ? await askCandidates(call, asked, options) : unasked(call, asked)
  const after = answered.isDnsAnswering ? answered : unasked(call, asked)
  if (after.isShared) return { found: null, reason: 'ambiguous_person', isUndecided: false }
  const found = describe(call, { person, domain, company }, possible, after)
  const reason = found !== null ? null : whyMissed(after)
  return { found, reason, isUndecided: after.isUndecided }
}

/** The same person at the same domain is paid for once per period. */
export const purchaseOf = (published: boolean, { domain, person: { name } }: PersonSearch): Purchase => ({
  kind: 'search',
  request: [
    published ? 'find_email_found' : 'find_email',
    domain,
    ...[name.first, name.middle, name.last].map((part) => foldName(part) || part.toLowerCase()),
  ],
  smallestPrice: FINDING_PRICE,
})

/** In credits, for an address found. */
export const FINDING_PRICE = 1

const crawlWait = (call: Pick<Call, 'crawlWaitMs'>, untilMs: number): number =>
  Math.min(call.crawlWaitMs, CRAWL_SHARE * Math.max(0, untilMs - performance.now()))

/**
 * @returns whether DNS says where the domain's mail goes.
 * @throws AppError invalid_domain if the owner opted out, or no mail can be sent there.
 */
async function refuseUnusable(
  call: OptoutNeeds & Pick<Call, 'dns'>,
  domain: string,
  untilMs: number,
): Promise<boolean> {
  if (await isDomainOptedOut(call, domain))
    throw new AppError('invalid_domain', `Addresses of ${domain} are not processed at the owner's request.`, {
      field: 'domain',
    })
  const answer = await inTime(call.dns.resolveMx(domain), untilMs)
  if (answer?.outcome === 'no_data' || answer?.outcome === 'no_domain' || answer?.outcome === 'null_mx')
    throw new AppError('invalid_domain', `${domain} does not receive email.`, { field: 'domain' })
  return answer !== null && answer.outcome !== 'unknown'
}

/** Null if the time runs out first. */
async function inTime<T>(work: Promise<T>, untilMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, untilMs - performance.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Removes addresses of people who opted out, also of this account alone; if the best one has opted out, or everybody of the
 * name, the person does not want to be found.
 * @throws AppError 451 for those who opted out
 */
async function withoutOptedOut(
  call: OptoutNeeds & Part<'principal'>,
  domain: string,
  possible: PossibleAddresses,
): Promise<PossibleAddresses> {
  const { onRecord, candidates, namesakes } = possible
  const ranked = onRecord === null ? candidates : [onRecord, ...candidates]
  const addressOf = ({ local }: Candidate) => ({ full: `${local}@${domain}`, domain })
  const valueOf = ({ value }: FoundAddressRow) => ({ full: value, domain })
  const isOptedOut = await optedOutAmong(call, [...ranked.map(addressOf), ...namesakes.map(valueOf)])
  const shown = namesakes.filter((row) => !isOptedOut(valueOf(row)))
  const [best] = ranked
  const isRefused = namesakes.length > 0 ? shown.length === 0 : best !== undefined && isOptedOut(addressOf(best))
  if (isRefused) throw refusedByOwner('address')
  return {
    ...possible,
    candidates: candidates.filter((candidate) => !isOptedOut(addressOf(candidate))),
    namesakes: shown,
  }
}

/** Null if nothing is likely enough to be returned. */
function describe(
  call: Pick<Call, 'config'>,
  { person, domain, company }: { person: AskedPerson; domain: string; company: string | null },
  { onRecord, rows, colleagues }: PossibleAddresses,
  { best, others, status, acceptAll, checkedOn, isServerReached }: AskedAddresses,
): Found | null {
  if (best === null) return null
  const score = percent(best)
  const isOnRecord = best.local === onRecord?.local
  const isGuess = !isOnRecord && status !== 'valid'
  // If no mail server answered either, a guess is worth its price only if it is based on people at this domain.
  if (isGuess && (score < call.config.finderMinScore || (!isServerReached && colleagues === 0))) return null
  const row = rows.get(best.local) ?? null
  const shown = isOnRecord && row !== null ? { first_name: row.first_name, last_name: row.last_name } : person.shown
  const { position, twitter, linkedin_url, phone_number, sources, affiliation } = detailsOf(row)
  const alternatives = others
    .map((other) => ({ email: `${other.local}@${domain}`, score: percent(other) }))
    .filter((other) => other.score >= LEAST_ALTERNATIVE)
    .slice(0, MAX_ALTERNATIVES)
  return {
    data: {
      ...shown,
      email: `${best.local}@${domain}`,
      score,
      domain,
      accept_all: acceptAll,
      position,
      twitter,
      linkedin_url,
      phone_number,
      company,
      sources,
      verification: { date: checkedOn, status },
      ...(affiliation && { affiliation }),
    },
    ...(alternatives.length > 0 && { alternatives }),
  }
}

/** A published address does not need a server's answer; nothing else is returned without one. */
const unasked = (call: Pick<Call, 'clock'>, { onRecord }: PossibleAddresses): AskedAddresses => ({
  best: onRecord,
  others: [],
  status: 'unknown',
  acceptAll: null,
  checkedOn: isoDate(call.clock.now()),
  isServerReached: false,
  isDnsAnswering: false,
  isUndecided: false,
  isShared: false,
})

function whyMissed({ isServerReached, isDnsAnswering }: AskedAddresses): MissReason {
  if (!isDnsAnswering) return 'dns_unreachable'
  return isServerReached ? 'no_candidate' : 'mail_server_unreachable'
}

const percent = ({ probability }: Candidate): number => Math.round(100 * probability)
