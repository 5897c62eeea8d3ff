import PostalMime, { addressParser } from 'postal-mime'
import type { Email } from 'postal-mime'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'

/** A mail that somebody sent to a mailbox, as far as it matters here. Everything in it is the sender's word. */
export interface IncomingMail {
  /** Of the header; lower case, null when there is no usable one, or not exactly one. */
  from: string | null
  /** All whom the header names as senders; several (RFC 5322 3.6.2) are a way to look like somebody else. */
  senders: readonly string[]
  /** Its own Message-ID. */
  messageId: string | null
  subject: string
  /** The first header of this lower-case name, unfolded; null without one. */
  header: (name: string) => string | null
  /** All headers of this name, the topmost first. */
  headers: (name: string) => readonly string[]
  /** Plain text, or what HTML says, shortened. */
  text: string
  /** Parts that are not shown: reports, and mails that came along. */
  parts: readonly { type: string; text: string }[]
  /** Message-IDs with their angle brackets: what it answers first, then its references, newest first (RFC 5322 3.6.4). */
  answered: readonly string[]
}

/** Bytes of a mail that are looked at: what answers and reports say stands at their beginning. */
export const MAX_MAIL_BYTES = 262_144
/** Lines that are looked at: each costs the same, however short it is. */
const MAX_LINES = 2_500
const MAX_HEADER_BYTES = 32_768
/** A report holds a mail that holds parts; people forward a few times. */
const MAX_DEPTH = 16
const MAX_TEXT_LENGTH = 32_768
const MAX_PART_BYTES = 65_536
const MAX_PARTS = 20
const MAX_REFERENCES = 50
const MAX_SUBJECT_LENGTH = 500
const MAX_SENDERS = 10
const MAX_SENDERS_LENGTH = 4_096

/** Reads a mail, cut to `MAX_MAIL_BYTES`; null when it is built so that nobody should read it (RFC 2045, RFC 5322). */
export async function readIncomingMail(raw: Uint8Array): Promise<IncomingMail | null> {
  try {
    const mail = await PostalMime.parse(beginningOf(raw.subarray(0, MAX_MAIL_BYTES)), {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
      forceRfc822Attachments: true,
    })
    return simplified(mail)
  } catch {
    return null
  }
}

function beginningOf(raw: Uint8Array): Uint8Array {
  let end = 0
  for (let line = 0; line < MAX_LINES; line++) {
    end = raw.indexOf(LF, end) + 1
    if (end === 0) return raw
  }
  return raw.subarray(0, end)
}

const LF = 0x0a

function simplified(mail: Email): IncomingMail {
  const byName = Map.groupBy(mail.headers, ({ key }) => key)
  const headers = (name: string): string[] => (byName.get(name) ?? []).map(({ value }) => value)
  const header = (name: string): string | null => byName.get(name)?.[0]?.value ?? null
  const references = messageIdsIn(header('references') ?? '').toReversed()
  const senders = headers('from').slice(0, MAX_SENDERS).flatMap(addressesOf)
  return {
    // A header without a usable address beside a good one counts, too.
    from: senders.length === 1 ? (senders[0] ?? null) : null,
    senders: senders.filter((address) => address !== null),
    messageId: messageIdsIn(header('message-id') ?? '')[0] ?? null,
    subject: (mail.subject ?? '').slice(0, MAX_SUBJECT_LENGTH),
    header,
    headers,
    text: textOf(mail),
    parts: mail.attachments.slice(0, MAX_PARTS).map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === 'string' ? content.slice(0, MAX_PART_BYTES) : decoded(content),
    })),
    answered: [...new Set([...messageIdsIn(header('in-reply-to') ?? ''), ...references])].slice(0, MAX_REFERENCES),
  }
}

const addressesOf = (header: string): (string | null)[] =>
  addressParser(header.slice(0, MAX_SENDERS_LENGTH), { flatten: true })
    .slice(0, MAX_SENDERS)
    .map(({ address = '' }) => parseEmailAddress(address.slice(0, 500))?.full ?? null)

function textOf({ text, html }: Email): string {
  if (text !== undefined && text.trim() !== '') return text.slice(0, MAX_TEXT_LENGTH)
  return html === undefined ? '' : untrustedText(html.slice(0, MAX_TEXT_LENGTH), MAX_TEXT_LENGTH).text
}

const decoded = (content: ArrayBuffer | Uint8Array): string =>
  Buffer.from(content as Uint8Array).toString('latin1', 0, MAX_PART_BYTES)

/** RFC 5322 3.6.4; longer ones than a line can hold are none of ours. */
const MESSAGE_ID = /<[^<>\s@]{1,200}@[^<>\s@]{1,255}>/g

/** The Message-IDs in a header or a text, in their order. */
export const messageIdsIn = (text: string): string[] => text.slice(0, MAX_HEADER_BYTES).match(MESSAGE_ID) ?? []
