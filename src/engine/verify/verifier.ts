import type { EmailAddress } from '../../lib/email-address.ts'
import { isDisposable, isForwarder, isWebmail } from '../classify/domain-kinds.ts'
import { isRoleAddress } from '../classify/role-address.ts'
import { askMailbox } from './dialogue.ts'
import type { DialogueResult } from './dialogue.ts'
import { isGibberish } from './gibberish.ts'
import { findMailHosts } from './mail-hosts.ts'
import type { MailHosts } from './mail-hosts.ts'
import { boundedSteps, plainStep } from './transcript.ts'
import { judgeEvidence } from './verdict.ts'
import type { Finding } from './verdict.ts'
import type { CatchAllAnswer, Outcome, TranscriptStep, VerificationNeeds, VerifyOptions } from './verification.ts'

/** What the steps have found out; a step that settles the answer names its finding. */
interface Progress {
  finding: Finding
  catchAll: CatchAllAnswer
  sawReply: boolean
  resting: boolean
  steps: TranscriptStep[]
}

type Known = Pick<Outcome, 'gibberish' | 'disposable' | 'webmail' | 'forwarder' | 'role'>

/**
 * Would mail to this address bounce, and how do we know? Cheapest first: lists, DNS, then one session with a mail server
 * in its lane. Whatever happens on the wire is an outcome, never an exception.
 */
export async function verifyAddress(
  needs: VerificationNeeds,
  address: EmailAddress,
  options: VerifyOptions,
): Promise<Outcome> {
  const startedAt = performance.now()
  const signal = signalOf(options)
  const hosts = await beforeAbort(findMailHosts(needs, address.domain), signal)
  const known = whatIsKnown(address, hosts)
  const dnsStep = plainStep('dns', null, hosts?.outcome ?? 'out_of_time', performance.now() - startedAt)
  const progress = await settle(needs, address, { hosts, known, signal, options })
  return conclude(needs, address, { ...progress, steps: [dnsStep, ...progress.steps] }, { hosts, known, options })
}

/** The outcome for text that breaks a rule of addresses: an answer, not an error. */
export function malformedOutcome(email: string, checkedAt: Date): Outcome {
  const known = { gibberish: false, disposable: false, webmail: false, forwarder: false, role: false }
  const evidence = { finding: 'bad_syntax' as const, catchAll: 'not_run' as const, mxRecords: null, sawReply: false }
  const verdict = judgeEvidence({ ...evidence, ...known, implicitMx: false }, false)
  return { email, regexp: false, ...known, ...verdict, catchAll: 'not_run', resting: false, transcript: [], checkedAt }
}

const signalOf = ({ deadlineMs, signal }: VerifyOptions): AbortSignal =>
  signal === undefined ? AbortSignal.timeout(deadlineMs) : AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])

function whatIsKnown({ local, domain }: EmailAddress, hosts: MailHosts | null): Known {
  const forwarder = isForwarder(domain)
  const disposable = !forwarder && isDisposable(domain)
  const byHost = hosts !== null && 'provider' in hosts && hosts.provider?.consumer === true
  return {
    role: isRoleAddress(local),
    gibberish: isGibberish(local),
    forwarder,
    disposable,
    webmail: !forwarder && !disposable && (isWebmail(domain) || byHost),
  }
}

interface Case {
  hosts: MailHosts | null
  known: Known
  signal: AbortSignal
  options: VerifyOptions
}

const settled = (finding: Finding, resting = false): Progress => ({
  finding,
  catchAll: 'not_run',
  sawReply: false,
  resting,
  steps: [],
})

async function settle(needs: VerificationNeeds, address: EmailAddress, given: Case): Promise<Progress> {
  const { hosts, known, signal } = given
  if (hosts === null) return settled('out_of_time')
  const byDns = DNS_FINDINGS[hosts.outcome]
  if (byDns === 'no_such_domain' || byDns === 'no_mail_server' || byDns === 'null_mx') return settled(byDns)
  if (known.disposable) return settled('disposable_domain')
  if (hosts.outcome !== 'hosts') return settled(byDns ?? 'unreachable')
  if (hosts.provider?.neverProbe === true || (known.webmail && !needs.probeWebmail)) return settled('not_probed')
  const memory = await needs.catchAll.find(address.domain)
  const turn = await needs.lanes.enter(hosts.group, { signal, priority: given.options.priority ?? 'interactive' })
  if (turn.outcome === 'out_of_time') return settled('out_of_time')
  if (turn.outcome === 'resting') return settled(turn.because, true)
  let talked: DialogueResult | null = null
  try {
    talked = await askMailbox(needs, hosts, address, { signal, askCatchAll: memory === null })
  } finally {
    await turn.leave(talked?.report ?? 'clean')
  }
  return afterDialogue(needs, address, talked, memory)
}

const DNS_FINDINGS: Readonly<Partial<Record<MailHosts['outcome'], Finding>>> = {
  no_domain: 'no_such_domain',
  no_data: 'no_mail_server',
  null_mx: 'null_mx',
  unknown: 'dns_failure',
  loopback: 'mx_is_loopback',
  not_public: 'mx_not_public',
  no_address: 'unreachable',
}

async function afterDialogue(
  needs: VerificationNeeds,
  { domain }: EmailAddress,
  talked: DialogueResult,
  memory: CatchAllAnswer | null,
): Promise<Progress> {
  const { finding, catchAll, sawReply, steps } = talked
  if (catchAll !== 'not_run') await needs.catchAll.keep(domain, catchAll)
  const port25 = finding === 'unreachable' ? await needs.reachPort25() : null
  const closed = port25 === 'silent' || port25 === 'refused'
  return {
    finding: closed ? 'port_25_closed' : finding,
    catchAll: catchAll === 'not_run' ? (memory ?? 'not_run') : catchAll,
    sawReply,
    resting: false,
    steps,
  }
}

function conclude(
  { clock }: VerificationNeeds,
  { full }: EmailAddress,
  { finding, catchAll, sawReply, resting, steps }: Progress,
  { hosts, known, options }: Omit<Case, 'signal'>,
): Outcome {
  const evidence = {
    finding,
    catchAll,
    sawReply,
    mxRecords: mxRecordsOf(hosts),
    implicitMx: hosts !== null && 'implicit' in hosts && hosts.implicit,
  }
  return {
    email: full,
    regexp: true,
    ...known,
    ...judgeEvidence({ ...evidence, ...known }, options.lastTry === true),
    catchAll,
    resting,
    transcript: boundedSteps(steps),
    checkedAt: clock.now(),
  }
}

function mxRecordsOf(hosts: MailHosts | null): boolean | null {
  if (hosts === null) return null
  if (hosts.outcome === 'unknown') return hosts.mx ? true : null
  return hosts.outcome !== 'no_domain' && hosts.outcome !== 'no_data' && hosts.outcome !== 'null_mx'
}

/** Null when the signal came first; the question itself has its own, shorter time. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null
  let stop: () => void = () => undefined
  const aborted = new Promise<null>((resolve) => {
    stop = () => resolve(null)
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
