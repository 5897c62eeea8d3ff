import type { VerifyNeeds } from '../verify/verify-needs.ts'
import type { Call, Part } from '../../context.ts'
import type { Candidate } from '../../engine/find/candidates.ts'
import type { NameParts } from '../../engine/names/patterns.ts'
import type { Reason } from '../../engine/verify/verification.ts'
import { chanceWhenAccepted, isOftenShared, rejectCandidate } from '../../engine/find/rerank.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { askInOrder } from './ask-in-order.ts'
import { asKnownHere } from '../verify/bounce-risks.ts'
import { checkAddress, patiently } from '../verify/check-address.ts'
import type { PossibleAddresses, RecordedAddress } from './possible-addresses.ts'

/** What is known about a person's addresses after mail servers have been asked. */
export interface AskedAddresses {
  /** The most likely address; null if none is left. */
  best: Candidate | null
  /** The others, best first. */
  others: Candidate[]
  /** The status of the best one; `unknown` if it was not checked. */
  status: 'valid' | 'accept_all' | 'unknown'
  acceptAll: boolean | null
  checkedOn: string
  /** Whether any mail server answered; true if none had to be asked. */
  isServerReached: boolean
  /** Whether DNS says where the mail servers are. */
  isDnsAnswering: boolean
  /** Whether servers were still being asked when the time was up. */
  isUndecided: boolean
  /** Whether a colleague has the same address plus a number, so that it is unclear whose the best one is. */
  isShared: boolean
}

export interface AskOptions {
  domain: string
  name: NameParts
  /** On the clock of `performance.now()`. */
  untilMs: number
}

/** After a few refused recipients, mail servers slow down or disconnect; later candidates are hardly ever right. */
const MAX_QUESTIONS = 5
const WORTH_ASKING = 0.02
/** If the accepted address may be shared by colleagues, one with the full name is worth asking about sooner. */
const WORTH_COMPARING = 0.004
/** Below this, an accepted address is just as likely a colleague's. */
const LIKELY_THEIRS = 0.5
/** Appended for the second of two people whose names produce the same address. */
const SECOND_OF_A_NAME = '2'
/** A verified address leaves less doubt than pages alone. */
const DOUBT_LEFT = 0.3
const MOST = 0.99

/**
 * Asks the mail server about the addresses in order of probability. An accepted one is taken; a refused one's chance goes to
 * the others; if the server accepts everything or says nothing, the order stays. An accepted address that colleagues may well
 * share gives way to one with the full name, and counts as nobody's if the server also knows it with a number.
 */
export async function askCandidates(
  call: VerifyNeeds & Part<'clock' | 'principal' | 'signal' | 'stopping', 'sendOutcomes'>,
  { onRecord, candidates }: PossibleAddresses,
  { domain, name, untilMs }: AskOptions,
): Promise<AskedAddresses> {
  let left = candidates
  let record = onRecord
  let isServerReached = true
  let hasAnswered = false
  let isDnsAnswering = true
  let isUndecided = false
  const undecided = (status: 'accept_all' | 'unknown', acceptAll: boolean | null): AskedAddresses => {
    const [first = null, ...rest] = left
    const [best, others] = record === null ? [first, rest] : [record, lessLikely(left, record.probability)]
    const checkedOn = isoDate(call.clock.now())
    const seen = { isServerReached, isDnsAnswering, isUndecided }
    return { best, others, status, acceptAll, checkedOn, ...seen, isShared: false }
  }
  const ask = (local: string): Promise<Verdict> => check(call, `${local}@${domain}`, local, domain, untilMs)
  await askTogether(call, record, left, { domain, untilMs })
  for (let question = 0; question < MAX_QUESTIONS; question++) {
    const next = record ?? left[0]
    if (next === undefined || next.probability < WORTH_ASKING) break
    const checked = await ask(next.local)
    hasAnswered ||= checked.isServerReached
    isServerReached = hasAnswered
    isDnsAnswering = checked.isDnsAnswering
    isUndecided = checked.isUndecided
    if (checked.status === 'valid' || checked.isFull) {
      const questionsLeft = MAX_QUESTIONS - question - 1
      return whoseAccepted(next, checked, { onRecord: record, left, name, questionsLeft, ask })
    }
    if (checked.status !== 'invalid') return undecided(checked.status, checked.acceptAll)
    left = record === null ? rejectCandidate(left, next.local) : left
    record = null
  }
  return undecided('unknown', null)
}

interface Accepted {
  onRecord: RecordedAddress | null
  left: readonly Candidate[]
  name: NameParts
  questionsLeft: number
  ask: (local: string) => Promise<Verdict>
}

/** The accepted address, unless colleagues may well share it and further questions show that they do. */
async function whoseAccepted(next: Candidate, verdict: Verdict, given: Accepted): Promise<AskedAddresses> {
  const { onRecord, left, name, questionsLeft, ask } = given
  const accepted = acceptedAs(next, given, verdict)
  const mayBeShared = onRecord === null && verdict.acceptAll === false && isOftenShared(next.local, name)
  if (!mayBeShared) return accepted
  if (questionsLeft === 0) return { ...accepted, isShared: (accepted.best?.probability ?? 0) < LIKELY_THEIRS }
  const surer = left.find(({ local, probability }) => probability >= WORTH_COMPARING && !isOftenShared(local, name))
  const own = surer === undefined ? null : await ask(surer.local)
  if (surer !== undefined && own?.status === 'valid')
    return acceptedAs(surer, { onRecord, left: rejectCandidate(left, next.local), name }, own)
  if ((accepted.best?.probability ?? 0) < LIKELY_THEIRS) return { ...accepted, isShared: true }
  if (questionsLeft === 1 && own !== null) return accepted
  return { ...accepted, isShared: (await ask(`${next.local}${SECOND_OF_A_NAME}`)).status === 'valid' }
}

/** Asks about all that are likely enough in one session; each verdict is then looked up where it is needed. */
async function askTogether(
  call: VerifyNeeds & Pick<Call, 'signal' | 'stopping'>,
  record: Candidate | null,
  left: readonly Candidate[],
  { domain, untilMs }: Pick<AskOptions, 'domain' | 'untilMs'>,
): Promise<void> {
  const likely = left.filter(({ probability, local }) => probability >= WORTH_ASKING && local !== record?.local)
  const asked = [...(record === null ? [] : [record]), ...likely].slice(0, MAX_QUESTIONS)
  const addresses = asked.map(({ local }) => ({ full: `${local}@${domain}`, local, domain }))
  await patiently(askInOrder(call, addresses, remaining(untilMs)), remaining(untilMs), [
    call.signal,
    call.stopping.signal,
  ])
}

const remaining = (untilMs: number): number => Math.max(0, Math.floor(untilMs - performance.now()))

interface Verdict {
  status: 'valid' | 'invalid' | 'accept_all' | 'unknown'
  acceptAll: boolean | null
  checkedOn: string
  /** There is such a mailbox, although it takes no mail at present. */
  isFull: boolean
  isServerReached: boolean
  isDnsAnswering: boolean
  isUndecided: boolean
}

/** DNS did not name the mail servers, or not their addresses. */
const WITHOUT_DNS: ReadonlySet<Reason> = new Set(['dns_failure', 'no_network'])

async function check(
  call: VerifyNeeds & Part<'clock' | 'principal' | 'signal', 'sendOutcomes'>,
  full: string,
  local: string,
  domain: string,
  untilMs: number,
): Promise<Verdict> {
  const checked = await checkAddress(call, { full, local, domain }, { waitMs: remaining(untilMs), signal: call.signal })
  const today = isoDate(call.clock.now())
  // After the first attempt, a server has asked to come back later; before that, none has answered.
  if (checked.state === 'running') {
    const isServerReached = checked.newsAt !== undefined
    const seen = { isFull: false, isServerReached, isDnsAnswering: true, isUndecided: true }
    return { status: 'unknown', acceptAll: null, checkedOn: today, ...seen }
  }
  const [known = checked.outcome] = await asKnownHere(call, call.principal.accountId, [checked.outcome])
  const { status, acceptAll, checkedAt, smtpServer, reason } = known
  const shown = status === 'webmail' || status === 'disposable' ? 'unknown' : status
  const isDnsAnswering = !WITHOUT_DNS.has(reason)
  const isServerReached = smtpServer !== false && isDnsAnswering
  const seen = { isFull: reason === 'mailbox_full', isServerReached, isDnsAnswering, isUndecided: false }
  return { status: shown, acceptAll, checkedOn: isoDate(checkedAt), ...seen }
}

/** A server that may accept everything (which could not be determined) says less than one that refuses unknown addresses. */
function acceptedAs(
  accepted: Candidate,
  { onRecord, left, name }: { onRecord: RecordedAddress | null; left: readonly Candidate[]; name: NameParts },
  { status, acceptAll, checkedOn }: Verdict,
): AskedAddresses {
  const chance =
    onRecord === null ? chanceWhenAccepted(accepted, name) : Math.min(MOST, 1 - (1 - onRecord.unchecked) * DOUBT_LEFT)
  const probability = acceptAll === false ? chance : (chance + accepted.probability) / 2
  const others = lessLikely(rejectCandidate(left, accepted.local), probability)
  const best = { ...accepted, probability }
  return {
    best,
    others,
    status: status === 'valid' ? 'valid' : 'unknown',
    acceptAll,
    checkedOn,
    isServerReached: true,
    isDnsAnswering: true,
    isUndecided: false,
    isShared: false,
  }
}

/** What remains for the others if one address is this likely. */
const lessLikely = (others: readonly Candidate[], taken: number): Candidate[] =>
  others.map((other) => ({ ...other, probability: other.probability * (1 - taken) }))
