import { withDeadline } from '../../lib/process/with-deadline.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import type { AddressLists } from '../classify/address-lists.ts'
import { isDisposable, isForwarder, isWebmail } from '../classify/domain-kinds.ts'
import { isRoleAddress } from '../classify/role-address.ts'
import type { KnownCatchAll } from './catch-all.ts'
import { askMailboxes } from './dialogue.ts'
import type { MailboxAnswer, SessionResult } from './dialogue.ts'
import { isGibberish } from './gibberish.ts'
import { findMailHosts } from './mail-hosts.ts'
import type { MailHosts } from './mail-hosts.ts'
import type { RestReason } from './slot-state.ts'
import type { Slot } from './mx-slots.ts'
import { boundedSteps, plainStep } from './transcript.ts'
import { judgeEvidence } from './verdict.ts'
import type { Finding } from './verdict.ts'
import type { Outcome, TranscriptStep, VerificationNeeds, VerifyOptions } from './verification.ts'
import type { CatchAllAnswer } from './catch-all.ts'

/** What the steps have found; a step that settles the answer names its finding. */
interface Progress {
  finding: Finding
  catchAll: CatchAllAnswer
  sawReply: boolean
  resting: boolean
  steps: TranscriptStep[]
}

type Known = Pick<Outcome, 'gibberish' | 'disposable' | 'webmail' | 'forwarder' | 'role'>

/**
 * Would mail to this address bounce, and how do we know? Cheapest steps first: lists, DNS, then one session with a mail server
 * in its slot. Network events become outcomes, never exceptions.
 */
export const verifyAddress = (
  needs: VerificationNeeds,
  address: EmailAddress,
  options: VerifyOptions,
): Promise<Outcome> =>
  withDeadline(options.deadlineMs, options.signal, async (signal) => {
    const looked = await lookUpAddress(needs, address, signal)
    if (looked.outcome !== null) return looked.outcome
    const { hosts, given } = looked
    const slot = await needs.slots.enter(hosts.group, { signal, priority: options.priority ?? 'interactive' })
    if (slot.outcome === 'out_of_time') return conclude(needs, address, settled('out_of_time'), given)
    if (slot.outcome === 'resting') return conclude(needs, address, settled(slot.because, true), given)
    const { lastTry = false } = options
    const answers = await verifyTogether(needs, [{ address, given, lastTry }], { hosts, slot }, { signal })
    return answers.get(address.full) ?? conclude(needs, address, settled('out_of_time'), given)
  })

/** What lists and DNS say about an address, and where to ask if they do not decide. */
export type LookedUp = { outcome: Outcome } | { outcome: null; hosts: Hosts; given: Case }

/** The steps that need no mail server. */
export async function lookUpAddress(
  needs: VerificationNeeds,
  address: EmailAddress,
  signal: AbortSignal,
): Promise<LookedUp> {
  const startedAt = performance.now()
  const hosts = await beforeAbort(findMailHosts(needs, address.domain), signal)
  const given = { hosts, known: whatIsKnown(address, hosts, needs.lists.inUse), dnsMs: performance.now() - startedAt }
  const early = settledEarly(needs, given)
  if (early !== null) return { outcome: conclude(needs, address, early, given) }
  return { outcome: null, hosts: hosts as Hosts, given }
}

/** An address to ask about, with what was looked up for it. */
export interface Question {
  address: EmailAddress
  given: Case
  /** The last of several tries: soft refusals count now. */
  lastTry: boolean
}

/**
 * Asks about addresses that share their mail hosts in one session, within a slot entered by the caller and left here.
 * @returns outcomes by address; missing ones were not asked or not answered, and may be asked again
 */
export async function verifyTogether(
  needs: VerificationNeeds,
  questions: readonly Question[],
  { hosts, slot }: { hosts: Hosts; slot: Slot },
  options: AskOptions,
): Promise<Map<string, Outcome>> {
  const addresses = questions.map(({ address }) => address)
  const progress = await askInSlot(needs, hosts, addresses, slot, options)
  const outcomes = new Map<string, Outcome>()
  for (const { address, given, lastTry } of questions) {
    const found = progress.get(address.full)
    if (found !== undefined) outcomes.set(address.full, conclude(needs, address, found, given, lastTry))
  }
  return outcomes
}

/** The outcome for an address whose servers are not asked now because of how they answered others. */
export const restingOutcome = (needs: VerificationNeeds, { address, given }: Question, because: RestReason): Outcome =>
  conclude(needs, address, settled(because, true), given)

/** The outcome for text that breaks a rule of addresses: an answer, not an error. */
export function malformedOutcome(email: string, checkedAt: Date): Outcome {
  const known = { gibberish: false, disposable: false, webmail: false, forwarder: false, role: false }
  const evidence = { finding: 'bad_syntax' as const, catchAll: 'not_run' as const, mxRecords: null, sawReply: false }
  const verdict = judgeEvidence({ ...evidence, ...known, implicitMx: false }, false)
  return {
    email,
    regexp: false,
    ...known,
    ...verdict,
    catchAll: 'not_run',
    mxGroup: null,
    resting: false,
    transcript: [],
    checkedAt,
  }
}

function whatIsKnown({ local, domain }: EmailAddress, hosts: MailHosts | null, lists: AddressLists): Known {
  const forwarder = isForwarder(domain, lists)
  const disposable = !forwarder && isDisposable(domain, lists)
  const byHost = hosts !== null && 'provider' in hosts && hosts.provider?.consumer === true
  return {
    role: isRoleAddress(local, lists),
    gibberish: isGibberish(local),
    forwarder,
    disposable,
    webmail: !forwarder && !disposable && (isWebmail(domain, lists) || byHost),
  }
}

export type Hosts = MailHosts & { outcome: 'hosts' }

/** What was looked up before any mail server was asked. */
interface Case {
  hosts: MailHosts | null
  known: Known
  dnsMs: number
}

const settled = (finding: Finding, resting = false): Progress => ({
  finding,
  catchAll: 'not_run',
  sawReply: false,
  resting,
  steps: [],
})

/** The decision of lists and DNS alone; null if a mail server has to be asked. */
function settledEarly({ probeWebmail }: VerificationNeeds, { hosts, known }: Case): Progress | null {
  if (hosts === null) return settled('out_of_time')
  const byDns = DNS_FINDINGS[hosts.outcome]
  if (byDns === 'no_such_domain' || byDns === 'no_mail_server' || byDns === 'null_mx') return settled(byDns)
  if (known.disposable) return settled('disposable_domain')
  if (hosts.outcome !== 'hosts') return settled(byDns ?? 'unreachable')
  const isProbed = hosts.provider?.neverProbe !== true && (probeWebmail || !known.webmail)
  return isProbed ? null : settled('not_probed')
}

const DNS_FINDINGS: Readonly<Partial<Record<MailHosts['outcome'], Finding>>> = {
  no_domain: 'no_such_domain',
  no_data: 'no_mail_server',
  null_mx: 'null_mx',
  unknown: 'dns_failure',
  no_network: 'no_network',
  loopback: 'mx_is_loopback',
  not_public: 'mx_not_public',
  no_address: 'unreachable',
}

interface AskOptions {
  signal: AbortSignal
  /** Stops once a mailbox is accepted. */
  untilAccepted?: boolean
}

/** One session in a slot, which is always left afterwards. Missing addresses were not asked. */
async function askInSlot(
  needs: VerificationNeeds,
  hosts: Hosts,
  addresses: readonly EmailAddress[],
  { leave, recipients }: Slot,
  options: AskOptions,
): Promise<Map<string, Progress>> {
  const domains = [...new Set(addresses.map(({ domain }) => domain))]
  let talked: SessionResult | null = null
  let memory: ReadonlyMap<string, KnownCatchAll> = new Map()
  try {
    memory = await needs.catchAll.find(domains)
    const untested = new Set(domains.filter((domain) => !memory.has(domain)))
    const most = hosts.provider?.oneRecipient === true ? 1 : recipients
    talked = await askMailboxes(needs, hosts, addresses, { ...options, untested, recipients: most })
  } finally {
    await leave({ report: talked?.report ?? 'clean', recipients: talked?.recipients ?? null })
  }
  for (const [domain, answer] of talked.catchAll) await needs.catchAll.keep(domain, answer)
  const answers = new Map<string, Progress>()
  for (const { full, domain } of addresses) {
    const answer = talked.answers.get(full)
    const catchAll = talked.catchAll.get(domain) ?? memory.get(domain) ?? 'not_run'
    if (answer !== undefined) answers.set(full, await afterDialogue(needs, answer, catchAll))
  }
  return answers
}

async function afterDialogue(
  { reachPort25 }: VerificationNeeds,
  { finding, sawReply, steps }: MailboxAnswer,
  catchAll: CatchAllAnswer,
): Promise<Progress> {
  const port25 = finding === 'unreachable' ? await reachPort25() : null
  const closed = port25 === 'silent' || port25 === 'refused'
  return { finding: closed ? 'port_25_closed' : finding, catchAll, sawReply, resting: false, steps }
}

function conclude(
  { clock }: VerificationNeeds,
  { full }: EmailAddress,
  { finding, catchAll, sawReply, resting, steps }: Progress,
  { hosts, known, dnsMs }: Case,
  lastTry = false,
): Outcome {
  const evidence = {
    finding,
    catchAll,
    sawReply,
    mxRecords: mxRecordsOf(hosts),
    implicitMx: hosts !== null && 'implicit' in hosts && hosts.implicit,
  }
  const dnsStep = plainStep('dns', null, hosts?.outcome ?? 'out_of_time', dnsMs)
  return {
    email: full,
    regexp: true,
    ...known,
    ...judgeEvidence({ ...evidence, ...known }, lastTry),
    catchAll,
    mxGroup: hosts?.outcome === 'hosts' ? operatorOf(hosts) : null,
    resting,
    transcript: boundedSteps([dnsStep, ...steps]),
    checkedAt: clock.now(),
  }
}

/** The group of the servers without their addresses, which change while the operator stays the same. */
const operatorOf = ({ group }: Hosts): string => group.split(' ', 1)[0] ?? group

function mxRecordsOf(hosts: MailHosts | null): boolean | null {
  if (hosts === null || hosts.outcome === 'no_network') return null
  if (hosts.outcome === 'unknown') return hosts.mx ? true : null
  return hosts.outcome !== 'no_domain' && hosts.outcome !== 'no_data' && hosts.outcome !== 'null_mx'
}

/** Null if the signal came first; the work itself has its own, shorter time limit. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null
  let stop: () => void = () => undefined
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null)
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
