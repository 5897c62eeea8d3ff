import type { Call } from '../../context.ts'
import type { Candidate } from '../../engine/find/candidates.ts'
import { AppError } from '../../errors.ts'
import { isoDate, SECOND_MS } from '../../lib/process/clock.ts'
import { foldName } from '../../lib/text/person-name-fold.ts'
import { documentedAcceptAll } from '../capability/documented-form.ts'
import { askCandidates } from './ask-candidates.ts'
import type { AskedAddresses } from './ask-candidates.ts'
import { askedPerson } from './asked-person.ts'
import type { AskedPerson } from './asked-person.ts'
import { capability } from '../capability/capability.ts'
import type { Answer, Received } from '../capability/capability.ts'
import { isDomainOptedOut, optoutDigest, refusedByOwner } from '../optouts/opted-out.ts'
import { charging } from '../billing/credits.ts'
import { companyAndPerson, DEFAULT_DURATION_S, FindEmailInput } from './find-email-input.ts'
import { detailsOf, FindEmailOutput, missAt } from './find-email-output.ts'
import type { MissReason } from './find-email-output.ts'
import { lookUp } from '../crawl/look-up-domain.ts'
import { possibleAddresses } from './possible-addresses.ts'
import type { PossibleAddresses } from './possible-addresses.ts'
import { FIND_EMAIL_FIXTURE } from './find-email-fixture.ts'

/** Of the time there is, a first crawl of the domain gets this share: it may show the address or the pattern. */
const CRAWL_SHARE = 0.4
const MAX_ALTERNATIVES = 5
/** In percent; less likely ones are no help. */
const LEAST_ALTERNATIVE = 5

type Found = Pick<FindEmailOutput, 'data'> & Pick<FindEmailOutput['meta'], 'alternatives'>

const finding = (published: boolean) =>
  async function run(call: Call, input: FindEmailInput, received: Received): Promise<FindEmailOutput & Answer> {
    const untilMs = performance.now() + (input.max_duration ?? DEFAULT_DURATION_S) * SECOND_MS
    const params = paramsOf(input, received)
    const { person, domain } = await askedPerson(call, input)
    if (person === null || domain === null) return { data: missAt(domain), meta: { params } }
    const isDnsAnswering = await refuseUnusable(call, domain, untilMs)
    const known = await lookUp({ ...call, crawlWaitMs: crawlWait(call, untilMs) }, domain, async (question) => ({
      facts: await call.store.search.domainFacts(question),
    }))
    if (known === null) return { data: missAt(domain), meta: { params } }
    const possible = await withoutOptedOut(
      call,
      domain,
      await possibleAddresses(call, domain, person.name, known.facts),
    )
    const purchase = { kind: 'search' as const, request: requestKey(published, domain, person), smallestPrice: 1 }
    const { result, credits } = await charging(call, purchase, async () => {
      const asked = published || !isDnsAnswering ? { ...possible, candidates: [] } : possible
      const options = { domain, name: person.name, untilMs }
      const after = isDnsAnswering ? await askCandidates(call, asked, options) : unasked(call, asked)
      const found = describe(call, { person, domain, company: known.facts.organization }, possible, after)
      const reason = found !== null ? null : isDnsAnswering ? whyMissed(after) : 'dns_unreachable'
      return { result: { found, reason }, price: found === null ? 0 : 1 }
    })
    const { data, alternatives } = result.found ?? { data: missAt(domain) }
    const { reason } = result
    return { data, meta: { params, ...(reason && { reason }), ...(alternatives && { alternatives }) }, credits }
  }

/** The most likely address of one person at one company, checked. */
export const FindEmail = capability({
  name: 'find_email',
  group: 'email_finder',
  scope: 'read',
  input: FindEmailInput,
  output: FindEmailOutput,
  documented: documentedAcceptAll(FindEmailOutput),
  check: companyAndPerson,
  fixture: FIND_EMAIL_FIXTURE,
  run: finding(false),
})

/** The same, only an address that a page shows for the person. */
export const FindEmailFound = capability({ ...FindEmail, name: 'find_email_found', run: finding(true) })

const crawlWait = (call: Call, untilMs: number): number =>
  Math.min(call.crawlWaitMs, CRAWL_SHARE * Math.max(0, untilMs - performance.now()))

/**
 * @returns whether DNS tells where mail for the domain goes.
 * @throws AppError invalid_domain when the owner opted out or no mail can be sent there.
 */
async function refuseUnusable(call: Call, domain: string, untilMs: number): Promise<boolean> {
  if (await isDomainOptedOut(call, domain))
    throw new AppError('invalid_domain', `Addresses of ${domain} are not processed at the owner's request.`, {
      field: 'domain',
    })
  const answer = await inTime(call.dns.resolveMx(domain), untilMs)
  if (answer?.outcome === 'no_data' || answer?.outcome === 'no_domain' || answer?.outcome === 'null_mx')
    throw new AppError('invalid_domain', `${domain} does not receive email.`, { field: 'domain' })
  return answer !== null && answer.outcome !== 'unknown'
}

/** Null when the time is over first. */
async function inTime<T>(work: Promise<T>, untilMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, untilMs - performance.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Addresses of people who opted out are not told; when the best one has opted out the person does not want to be found.
 * @throws AppError 451 for those who opted out
 */
async function withoutOptedOut(call: Call, domain: string, possible: PossibleAddresses): Promise<PossibleAddresses> {
  const { onRecord, candidates } = possible
  const digests = new Map(candidates.map(({ local }) => [local, optoutDigest(call.optoutKey, `${local}@${domain}`)]))
  const optedOut = await call.store.optouts.among([...digests.values()])
  const isOptedOut = ({ local }: Candidate) => optedOut.some((digest) => digests.get(local)?.equals(digest))
  const [best] = candidates
  if (onRecord === null && best !== undefined && isOptedOut(best)) throw refusedByOwner('address')
  return { ...possible, candidates: candidates.filter((candidate) => !isOptedOut(candidate)) }
}

const requestKey = (published: boolean, domain: string, { name }: AskedPerson): readonly unknown[] => [
  published ? 'find_email_found' : 'find_email',
  domain,
  ...[name.first, name.middle, name.last].map((part) => foldName(part) || part.toLowerCase()),
]

/** Null when nothing is likely enough to be told. */
function describe(
  call: Call,
  { person, domain, company }: { person: AskedPerson; domain: string; company: string | null },
  { onRecord, rows, colleagues }: PossibleAddresses,
  { best, others, status, acceptAll, checkedOn, isServerReached }: AskedAddresses,
): Found | null {
  if (best === null) return null
  const score = percent(best)
  const isOnRecord = best.local === onRecord?.local
  const isGuess = !isOnRecord && status !== 'valid'
  // Where no mail server was heard either, only the habits of people of this domain make a guess worth its price.
  if (isGuess && (score < call.config.finderMinScore || (!isServerReached && colleagues === 0))) return null
  const row = rows.get(best.local) ?? null
  const shown = isOnRecord && row !== null ? { first_name: row.first_name, last_name: row.last_name } : person.shown
  const { position, twitter, linkedin_url, phone_number, sources } = detailsOf(row)
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
    },
    ...(alternatives.length > 0 && { alternatives }),
  }
}

/** A published address needs no answer of a server; nothing else is told without one. */
const unasked = (call: Call, { onRecord }: PossibleAddresses): AskedAddresses => ({
  best: onRecord,
  others: [],
  status: 'unknown',
  acceptAll: null,
  checkedOn: isoDate(call.clock.now()),
  isServerReached: false,
})

const whyMissed = ({ isServerReached }: AskedAddresses): MissReason | null =>
  isServerReached ? null : 'mail_server_unreachable'

const percent = ({ probability }: Candidate): number => Math.round(100 * probability)

const paramsOf = (input: FindEmailInput, received: Received): FindEmailOutput['meta']['params'] => ({
  first_name: received('first_name'),
  last_name: received('last_name'),
  full_name: received('full_name'),
  domain: received('domain'),
  company: received('company'),
  max_duration: input.max_duration ?? null,
})
