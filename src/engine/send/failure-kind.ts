import type { ReplyClass } from '../verify/reply-class.ts'
import { classifyReply } from '../verify/reply-classifier.ts'
import type { ReplyInput } from '../verify/reply-classifier.ts'

/**
 * Why an email was refused, named by what has to follow. `address`: nobody can be reached there, and nothing more is sent.
 * `full`: the mailbox may be emptied. `sender_limit`: our own mailbox has sent enough for now. `sender_auth`: our own mailbox
 * may not send as it is set up. `policy`: this email is not wanted, from us or like this. `route`: no way leads there.
 */
export type FailureKind = 'address' | 'full' | 'sender_limit' | 'sender_auth' | 'policy' | 'route' | 'other'

export interface MailRefusal extends Pick<ReplyInput, 'code' | 'enhanced' | 'lines' | 'stage'> {
  /** Who says it: the server of our own mailbox, or somebody further on whose words a report repeats. */
  side: 'own_server' | 'report'
}

/** RFC 3463 3.2 and 3.3: mailbox, system or name wrong, gone or closed; X.1.10 is RFC 7505's. */
const ADDRESS_CODE = /^5\.(?:1\.(?:[1236]|10)|2\.1)$/
const FULL_CODE = /^[45]\.2\.2$/
/** Gmail's and Exchange's limits of one sender; 421 says the same of a whole server that goes away. */
const LIMIT_CODE = /^(?:5\.4\.5|4\.4\.5|4\.3\.2|5\.1\.8)$/
const CLOSING = 421
/** RFC 4954 6 and Exchange's own. */
const AUTH_CODE = /^5\.7\.(?:3|8|30|57|139)$/
const AUTH_REPLIES: ReadonlySet<number> = new Set([530, 534, 535])
const POLICY_CODE = /^5\.(?:[67]\.\d+|3\.4)$/
const ROUTE_CODE = /^5\.4\.\d+$/

/** Words about our own mailbox; without them the codes of a report are about another server. */
const LIMIT_WORDS =
  /\byou(?:r account)? (?:have|has) (?:reached|exceeded)|\b(?:user )?sending (?:limit|quota)|\bsubmission quota|\bbad outbound sender|\boutbound spam/i
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

/** What the text says of the recipient comes first; codes decide where it says nothing of the kind. Pure. */
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
  // "Too many hops" speaks of no rate.
  if (found === 'rate_limited' && ROUTE_CODE.test(status) && !LIMIT_CODE.test(status)) return 'route'
  const left = BY_LEFT_CLASS[found]
  if (left !== undefined) return left
  if (POLICY_CODE.test(status)) return 'policy'
  return ROUTE_CODE.test(status) ? 'route' : 'other'
}

/** What is about the mailbox that sends; null where nothing is. */
function senderKind({ side, code, lines }: MailRefusal, found: ReplyClass, status: string): FailureKind | null {
  const said = lines.join(' ')
  const isOwn = side === 'own_server'
  if ((isOwn || AUTH_WORDS.test(said)) && (AUTH_CODE.test(status) || AUTH_REPLIES.has(code))) return 'sender_auth'
  if (LIMIT_WORDS.test(said)) return 'sender_limit'
  if (!isOwn || code === CLOSING) return null
  return LIMIT_CODE.test(status) || (found === 'rate_limited' && code >= 500) ? 'sender_limit' : null
}
