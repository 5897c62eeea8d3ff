import { failureKind } from './failure-kind.ts'
import type { FailureKind } from './failure-kind.ts'
import { messageIdsIn } from './incoming-mail.ts'
import type { IncomingMail } from './incoming-mail.ts'

/** An email that bounced. */
export interface Bounce {
  /**
   * `hard`: the address accepts no mail. `soft`: this email was late or refused for now. `refused`: this email will not arrive,
   * which says nothing about the address.
   */
  kind: 'hard' | 'soft' | 'refused'
  failure: FailureKind
  /** Addresses it names, in lower case; empty if it names none. */
  recipients: readonly string[]
  /** Message-IDs of the returned mail, the likeliest first; empty if the report omits them. */
  messageIds: readonly string[]
  /** Enhanced status code (RFC 3463), if given. */
  status: string | null
}

/**
 * What a report says about an address. Class 4 is temporary (RFC 3463 2), and a full mailbox may be emptied: X.2.2 is to be
 * treated as persistent transient (3.3). Of the permanent failures, only evidence about the address counts against it.
 * @param said by a mail server, with its codes; empty if the report contains no words.
 */
export function meaningOfStatus(status: string | null, said: string): Pick<Bounce, 'kind' | 'failure'> {
  if (status?.startsWith('4') === true) return { kind: 'soft', failure: 'other' }
  const failure = failureKind({
    side: 'report',
    stage: 'rcpt',
    code: Number(REPLY_IN_TEXT.exec(said)?.[0] ?? UNEXPLAINED),
    enhanced: isVague(status) ? null : status,
    lines: [said.slice(0, MAX_SAID)],
  })
  if (failure === 'full') return { kind: 'soft', failure }
  return { kind: failure === 'address' ? 'hard' : 'refused', failure }
}

/** A reply without an explanation (RFC 5321 4.2.3). */
export const UNEXPLAINED = 554
/** Undefined status (RFC 3463 3.1): only the class. */
const NO_DETAIL = '5.0.0'

/** Whether a status alone does not say why an email failed. */
export const isVague = (status: string | null): boolean => status === null || status === NO_DETAIL
const MAX_SAID = 1_000

/** In the text of a mail server: `smtp; 550 5.1.1 <a@b>: …`, or without the enhanced code. */
const STATUS_IN_TEXT = /\b([45])\.(\d{1,3})\.(\d{1,3})\b/
const REPLY_IN_TEXT = /\b([45])\d\d\b/

/** The first code in a text: an enhanced one, otherwise the class of a reply as `5.0.0`. */
export function statusInText(text: string): string | null {
  const enhanced = STATUS_IN_TEXT.exec(text)
  if (enhanced !== null) return `${enhanced[1]}.${Number(enhanced[2])}.${Number(enhanced[3])}`
  const reply = REPLY_IN_TEXT.exec(text)
  return reply === null ? null : `${reply[1]}.0.0`
}

/** RFC 3464, and of mail to addresses beyond ASCII RFC 6533. */
export const DELIVERY_REPORT = new Set(['message/delivery-status', 'message/global-delivery-status'])
/** Types of parts that contain the returned mail. */
const ORIGINAL = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'])
const MAX_IDS = 20
/** Some servers leave out the brackets; the id of the envelope (RFC 3464 2.2.1) is often that of the message. */
const MESSAGE_ID_LINE =
  /^(?:message-id|original-envelope-id):[ \t]*(?:\r?\n[ \t]+)?<?([^<>\s@]{1,200}@[^<>\s@]{1,255})/im

/** Message-IDs of the returned mail: from the attached mail, the report, the text, and then from what it replies to. */
export function originalIds(mail: IncomingMail): string[] {
  const of = (types: ReadonlySet<string>) => mail.parts.filter(({ type }) => types.has(type))
  const ids = [...of(ORIGINAL), ...of(DELIVERY_REPORT), mail].flatMap(({ text }) =>
    messageIdsIn(`<${MESSAGE_ID_LINE.exec(text)?.[1] ?? ''}>`),
  )
  return [...new Set([...ids, ...mail.answered])].slice(0, MAX_IDS)
}
