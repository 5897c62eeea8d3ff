import type { Clock } from '../../lib/process/clock.ts'
import type { DnsClient } from '../../net/dns-client.ts'
import type { AddressGuard } from '../../net/public-address.ts'
import type { PortAnswer } from '../../net/port-probe.ts'
import type { SmtpConnect, SmtpStage, SmtpTimeouts } from '../../net/smtp/smtp-exchange.ts'
import type { ListsInUse } from '../classify/address-lists.ts'
import type { CatchAllAnswer, CatchAllMemory } from './catch-all.ts'
import type { MxSlots } from './mx-slots.ts'

/**
 * What verifying takes and gives. The entry is `verifyAddress(needs, address, options)` in `verifier.ts`; it never
 * throws for what happens on the wire.
 */

export type VerificationStatus = 'valid' | 'invalid' | 'accept_all' | 'webmail' | 'disposable' | 'unknown'

/** Why a verdict is what it is: one word of ours, from which sentences for people are made. */
export type Reason =
  | 'accepted'
  | 'accepts_everything'
  | 'bad_syntax'
  | 'blocked_by_server'
  /** Mail of the account came back lately. */
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

/** One step of the dialogue. `text` is foreign: cleaned, cut, our own names masked, and still only data. */
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

/** What one run came to; the fields are those of the documented answer where they have its names. */
export interface Outcome {
  /** Lower case, domain in A-labels. */
  email: string
  status: VerificationStatus
  /** 0–100, without what the address's sources add (see `scoreWithSources`). */
  score: number
  regexp: boolean
  gibberish: boolean
  disposable: boolean
  webmail: boolean
  forwarder: boolean
  role: boolean
  /** Null where it was not asked or could not be known. */
  mxRecords: boolean | null
  smtpServer: boolean | null
  smtpCheck: boolean | null
  acceptAll: boolean | null
  block: boolean
  disabled: boolean
  mailboxFull: boolean
  catchAll: CatchAllAnswer
  reason: Reason
  /** The server spoke no SMTP, or broke off in mid-dialogue: 222, never stored. */
  unexpected: boolean
  /** Asking again later, the same way, may decide. */
  retry: 'greylisted' | 'soft_refusal' | 'temporary' | null
  /** The operator of its mail servers, or the domain of the first of them; null where none was found. */
  mxGroup: string | null
  /** The servers were not asked, because of how they answered others lately. */
  resting: boolean
  /** At most 16. */
  transcript: TranscriptStep[]
  checkedAt: Date
}

/** Who we are to mail servers, and how they are reached. */
export interface MailIdentity {
  /** Our fully qualified name; its PTR record should match. */
  heloName: string
  /** A mailbox that exists; empty for the null sender. */
  sender: string
  /** The port of a host; 25 but in tests. */
  portOf: (mx: string, address: string) => number
  /** Without it a plain TCP connection. */
  connect?: SmtpConnect
  timeouts?: Partial<SmtpTimeouts>
}

/** What the engine asks of the world. */
/** How mail servers are reached. */
export interface MailAccess {
  /** Which of them may be contacted. */
  guard: AddressGuard
  /** Without it, directly. */
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
  /** Whether mail servers can be reached from here at all; asked when one cannot be. */
  reachPort25: () => Promise<PortAnswer | null>
  /** A secret of this installation, from which names are invented that nobody has. */
  secret: string
  /** 0 ≤ x < 1; shuffles equal hosts. */
  random?: () => number
}

export interface VerifyOptions {
  /** When the run has to have ended, milliseconds from now; what is open then is `unknown`, `out_of_time`. */
  deadlineMs: number
  signal?: AbortSignal
  /** Interactive questions (default) go before bulk ones at the same servers. */
  priority?: 'interactive' | 'bulk'
  /** The last of several tries: what was soft counts now. */
  lastTry?: boolean
}
