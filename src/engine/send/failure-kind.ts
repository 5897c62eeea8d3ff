import type { ReplyClass } from '../verify/reply-class.ts'
import { classifyReply } from '../verify/reply-classifier.ts'
import type { ReplyInput } from '../verify/reply-classifier.ts'

/**
 * Why an email was refused, named by its effect. `address`: no one can be reached there, and nothing more is sent. `full`:
 * the mailbox may be emptied. `sender_limit`: our own mailbox has sent enough for now. `sender_auth`: our own mailbox may not
 * send with its present set-up. `policy`: this email is not wanted, because of us or its content. `route`: there is no path to
 * the destination.
 */
export type FailureKind = 'address' | 'full' | 'sender_limit' | 'sender_auth' | 'policy' | 'route' | 'other'

export interface MailRefusal extends Pick<ReplyInput, 'code' | 'enhanced' | 'lines' | 'stage'> {
  /** The source: our own mailbox's server, or a remote server whose words a report repeats. */
  side: 'own_server' | 'report'
}

/** RFC 3463 3.2 and 3.3: mailbox, system or name is wrong, gone or closed; X.1.10 is from RFC 7505. */
const ADDRESS_CODE = /^5\.(?:1\.(?:[1236]|10)|2\.1)$/
const FULL_CODE = /^[45]\.2\.2$/
/** Limits per sender at Gmail and Exchange; 421 means the same from a server that closes the connection. */
const LIMIT_CODE = /^(?:5\.4\.5|4\.4\.5|4\.3\.2|5\.1\.8)$/
const CLOSING = 421
/** RFC 4954 6 and codes of Exchange. */
const AUTH_CODE = /^5\.7\.(?:3|8|30|57|139)$/
const AUTH_REPLIES: ReadonlySet<number> = new Set([530, 534, 535])
const POLICY_CODE = /^5\.(?:[67]\.\d+|3\.4)$/
const ROUTE_CODE = /^5\.4\.\d+$/

/** Words about our own mailbox; without them, the codes of a report are about another server. */
const LIMIT_WORDS =
  /\byou(?:(?:r account)? (?:have|has)|['’]ve) (?:reached|exceeded)|\b(?:user )?sending (?:limit|quota)|\bsubmission ?quota|\bbad outbound sender|\boutbound spam/i
const AUTH_WORDS = /\bclient (?:was )?not authenticated/i

const BY_CLASS: Partial<Record<ReplyClass, FailureKind>> = {
  user_unknown: 'address',
  disabled: 'address',
  mailbox_full: 'full',
}

const BY_LEFT_CLASS: Partial<Record<ReplyClass, FailureKind>> = {
  blocked: 'policy',
  rdns_helo: 'policy',
  sender_refused: 'policy',
  rate_limited: 'policy',
  domain_refuses_mail: 'route',
  relay_denied: 'route',
}

/** What the text says about the recipient comes first; otherwise codes decide. Pure. */
export function failureKind({ side, ...reply }: MailRefusal): FailureKind {
  const { class: found, enhanced } = classifyReply(reply)
  const said = BY_CLASS[found]
  if (said !== undefined) return said
  const status = enhanced ?? ''
  const sender = senderKind({ side, ...reply }, found, status)
  if (sender !== null) return sender
  if (found === 'unknown' || found === 'domain_refuses_mail') {
    if (ADDRESS_CODE.test(status)) return 'address'
    if (FULL_CODE.test(status)) return 'full'
  }
  // "Too many hops" is not about a rate.
  if (found === 'rate_limited' && ROUTE_CODE.test(status) && !LIMIT_CODE.test(status)) return 'route'
  const left = BY_LEFT_CLASS[found]
  if (left !== undefined) return left
  if (POLICY_CODE.test(status)) return 'policy'
  return ROUTE_CODE.test(status) ? 'route' : 'other'
}

/** The kind if the refusal is about the sending mailbox; otherwise null. */
function senderKind({ side, code, lines }: MailRefusal, found: ReplyClass, status: string): FailureKind | null {
  const said = lines.join(' ')
  const isOwn = side === 'own_server'
  if ((isOwn || AUTH_WORDS.test(said)) && (AUTH_CODE.test(status) || AUTH_REPLIES.has(code))) return 'sender_auth'
  if (LIMIT_WORDS.test(said)) return 'sender_limit'
  if (!isOwn || code === CLOSING) return null
  return LIMIT_CODE.test(status) || (found === 'rate_limited' && code >= 500) ? 'sender_limit' : null
}
