import { messageIdsIn } from './incoming-mail.ts'
import type { IncomingMail } from './incoming-mail.ts'

/** A mail that came back. */
export interface Bounce {
  /** `hard`: the address takes no mail. `soft`: this mail was late or refused for now. */
  kind: 'hard' | 'soft'
  /** Addresses it names, lower case; empty where it names none. */
  recipients: readonly string[]
  /** Message-IDs of the mail that came back, the likeliest first; empty where the report leaves them out. */
  messageIds: readonly string[]
  /** Enhanced status code (RFC 3463) as far as one is given. */
  status: string | null
}

/**
 * Class 5 is final (RFC 3463 2), but a full mailbox may be emptied: X.2.2 is to be taken as persistent transient (3.3).
 * A report without any code says with its action alone what happened.
 */
export const isHardStatus = (status: string | null): boolean => status?.startsWith('5') === true && status !== '5.2.2'

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
