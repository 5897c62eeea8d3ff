import type { Clock } from '../../lib/process/clock.ts'
import type { DnsClient } from '../../net/dns-client.ts'
import type { AddressGuard } from '../../net/public-address.ts'
import type { PortAnswer } from '../../net/port-probe.ts'
import type { SmtpConnect, SmtpStage, SmtpTimeouts } from '../../net/smtp/smtp-exchange.ts'
import type { ListsInUse } from '../classify/address-lists.ts'
import type { CatchAllAnswer, CatchAllMemory } from './catch-all.ts'
import type { MxSlots } from './mx-slots.ts'

/**
 * What verification takes and returns. The entry point is `verifyAddress(needs, address, options)` in `verifier.ts`; it never
 * throws because of network events.
 */

export type VerificationStatus = 'valid' | 'invalid' | 'accept_all' | 'webmail' | 'disposable' | 'unknown'

/** Why the verdict is what it is: one of our words, from which sentences for people are made. */
export type Reason =
  | 'accepted'
  | 'accepts_everything'
  | 'bad_syntax'
  | 'blocked_by_server'
  /** Recent mail of the account bounced. */
  | 'bounced'
  | 'busy_mailbox'
  | 'cannot_verify'
  | 'connection_lost'
  | 'disposable_domain'
  | 'dns_failure'
  | 'domain_refuses_mail'
  | 'greylisted'
  | 'mailbox_disabled'
  | 'mailbox_full'
  | 'mx_is_loopback'
  | 'mx_not_public'
  | 'no_mail_server'
  | 'no_network'
  | 'no_smtputf8'
  | 'no_such_domain'
  | 'no_such_user'
  | 'not_probed'
  | 'not_smtp'
  | 'null_mx'
  | 'our_host_refused'
  | 'out_of_time'
  | 'port_25_closed'
  | 'rate_limited'
  | 'relay_denied'
  | 'sender_refused'
  | 'server_silent'
  | 'temporary_failure'
  | 'unexplained_refusal'
  | 'unreachable'

/** One step of the dialogue. `text` is foreign: cleaned, cut, with our own names masked, and still only data. */
export interface TranscriptStep {
  stage: SmtpStage | 'dns' | 'target' | 'catch_all'
  mx: string | null
  code: number | null
  enhanced: string | null
  class: string | null
  rule: string | null
  text: string | null
  ms: number
}

/** The result of one run; fields have the names of the documented answer where it has them. */
export interface Outcome {
  /** Lower case, domain in A-labels. */
  email: string
  status: VerificationStatus
  /** 0–100, without the contribution of the address's sources (see `scoreWithSources`). */
  score: number
  regexp: boolean
  gibberish: boolean
  disposable: boolean
  webmail: boolean
  forwarder: boolean
  role: boolean
  /** Null if it was not asked or could not be determined. */
  mxRecords: boolean | null
  smtpServer: boolean | null
  smtpCheck: boolean | null
  acceptAll: boolean | null
  block: boolean
  disabled: boolean
  mailboxFull: boolean
  catchAll: CatchAllAnswer
  reason: Reason
  /** The server did not speak SMTP, or broke off in mid-dialogue: 222, never stored. */
  unexpected: boolean
  /** Asking again later in the same way may decide. */
  retry: 'greylisted' | 'soft_refusal' | 'temporary' | null
  /** The operator of the mail servers, or the domain of the first of them; null if none was found. */
  mxGroup: string | null
  /** The servers were not asked because of how they recently answered others. */
  resting: boolean
  /** At most 16. */
  transcript: TranscriptStep[]
  checkedAt: Date
}

/** How we identify ourselves to mail servers, and how they are reached. */
export interface MailIdentity {
  /** Our fully qualified name; its PTR record should match. */
  heloName: string
  /** A mailbox that exists; empty for the null sender. */
  sender: string
  /** The port of a host; always 25, except in tests. */
  portOf: (mx: string, address: string) => number
  /** A plain TCP connection if absent. */
  connect?: SmtpConnect
  timeouts?: Partial<SmtpTimeouts>
}

/** How mail servers are reached. */
export interface MailAccess {
  /** Which servers may be contacted. */
  guard: AddressGuard
  /** A direct connection if absent. */
  connect?: SmtpConnect
  timeouts?: Partial<SmtpTimeouts>
}

export interface VerificationNeeds {
  dns: DnsClient
  /** Which addresses may be connected to. */
  guard: AddressGuard
  identity: MailIdentity
  /** Slots at mail servers, shared by all processes. */
  slots: MxSlots
  catchAll: CatchAllMemory
  lists: ListsInUse
  clock: Clock
  /** False: webmail providers are never asked. */
  probeWebmail: boolean
  /** Whether mail servers can be reached from here at all; called when one cannot be reached. */
  reachPort25: () => Promise<PortAnswer | null>
  /** A secret of this installation, from which nonexistent names are derived. */
  secret: string
  /** 0 ≤ x < 1; shuffles equal hosts. */
  random?: () => number
}

export interface VerifyOptions {
  /** When the run must end, in milliseconds from now; anything undecided then is `unknown`, `out_of_time`. */
  deadlineMs: number
  signal?: AbortSignal
  /** Interactive questions (default) go before bulk ones at the same servers. */
  priority?: 'interactive' | 'bulk'
  /** The last of several tries: soft refusals count now. */
  lastTry?: boolean
}
