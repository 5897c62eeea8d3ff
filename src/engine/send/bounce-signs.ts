import { failureKind } from './failure-kind.ts'
import type { FailureKind } from './failure-kind.ts'
import { messageIdsIn } from './incoming-mail.ts'
import type { IncomingMail } from './incoming-mail.ts'

/** An email that came back. */
export interface Bounce {
  /**
   * `hard`: the address takes no mail. `soft`: this email was late or refused for now. `refused`: this email will not arrive,
   * which says nothing of the address.
   */
  kind: 'hard' | 'soft' | 'refused'
  failure: FailureKind
  /** Addresses it names, lower case; empty where it names none. */
  recipients: readonly string[]
  /** Message-IDs of the mail that came back, the likeliest first; empty where the report leaves them out. */
  messageIds: readonly string[]
  /** Enhanced status code (RFC 3463) as far as one is given. */
  status: string | null
}

/**
 * What a report says of an address. Class 4 passes (RFC 3463 2), and a full mailbox may be emptied: X.2.2 is to be taken as
 * persistent transient (3.3). Of all that is final only evidence about the address is held against it.
 * @param said by a mail server, with its codes; empty where the report has no words.
 */
export function meaningOfStatus(status: string | null, said: string): Pick<Bounce, 'kind' | 'failure'> {
  if (status?.startsWith('4') === true) return { kind: 'soft', failure: 'other' }
  const failure = failureKind({
    side: 'report',
    stage: 'rcpt',
    code: Number(REPLY_IN_TEXT.exec(said)?.[0] ?? UNEXPLAINED),
    enhanced: status === NO_DETAIL ? null : status,
    lines: [said.slice(0, MAX_SAID)],
  })
  if (failure === 'full') return { kind: 'soft', failure }
  return { kind: failure === 'address' ? 'hard' : 'refused', failure }
}

/** What a server says that explains nothing (RFC 5321 4.2.3). */
const UNEXPLAINED = 554
/** Undefined status (RFC 3463 3.1): the class alone. */
const NO_DETAIL = '5.0.0'
const MAX_SAID = 1_000

/** In the text of a mail server: `smtp; 550 5.1.1 <a@b>: …`, or without the enhanced code. */
const STATUS_IN_TEXT = /\b([45])\.(\d{1,3})\.(\d{1,3})\b/
const REPLY_IN_TEXT = /\b([45])\d\d\b/

/** The first code that a text names: an enhanced one, else the class of a reply as `5.0.0`. */
export function statusInText(text: string): string | null {
  const enhanced = STATUS_IN_TEXT.exec(text)
  if (enhanced !== null) return `${enhanced[1]}.${Number(enhanced[2])}.${Number(enhanced[3])}`
  const reply = REPLY_IN_TEXT.exec(text)
  return reply === null ? null : `${reply[1]}.0.0`
}

/** What came along as a part. */
const ORIGINAL = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'])
const MAX_IDS = 20
const MESSAGE_ID_LINE = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]{1,455}>)/im

/** Message-IDs of what came back: in the mail that came along, else in the text, else what the report answers. */
export function originalIds(mail: IncomingMail): string[] {
  const originals = mail.parts.filter(({ type }) => ORIGINAL.has(type)).map(({ text }) => text)
  const ids = [...originals, mail.text].flatMap((text) => messageIdsIn(MESSAGE_ID_LINE.exec(text)?.[1] ?? ''))
  return [...new Set([...ids, ...mail.answered])].slice(0, MAX_IDS)
}
