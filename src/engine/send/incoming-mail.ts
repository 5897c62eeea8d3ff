import { isUtf8 } from 'node:buffer'
import PostalMime, { addressParser } from 'postal-mime'
import type { Email } from 'postal-mime'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { ownText, untrustedText } from '../../lib/text/untrusted-text.ts'
import { textOfHtml } from './html-mail.ts'
import { asMeant } from './mislabelled-text.ts'
import { headerLength, withShortHeader } from './short-header.ts'
import { fromUtf7, saysUtf7 } from './utf-7.ts'

/** The relevant parts of an email received in a mailbox. Everything in it is only what the sender says. */
export interface IncomingMail {
  /** From the header, in lower case; null unless there is exactly one usable address. */
  from: string | null
  /** All senders named in the header; several (RFC 5322 3.6.2) are a way to impersonate someone. */
  senders: readonly string[]
  /** Its own Message-ID. */
  messageId: string | null
  subject: string
  /** The first header with this lower-case name, unfolded; null if there is none. */
  header: (name: string) => string | null
  /** All headers with this name, the topmost first. */
  headers: (name: string) => readonly string[]
  /** Plain text, or the text of the HTML, in lines; cut, and without invisible characters. */
  text: string
  /** Whether part of the text is missing. */
  isCut: boolean
  /** The address for answers, if it is a single usable one. */
  replyTo: string | null
  /** As stated by the sender. */
  date: Date | null
  attachments: readonly MailPart[]
  /** Parts that are not displayed: reports and attached emails. */
  parts: readonly { type: string; text: string }[]
  /** Message-IDs in angle brackets: the one it answers first, then its references, newest first (RFC 5322 3.6.4). */
  answered: readonly string[]
}

/** An attachment of an email. */
export interface MailPart {
  name: string | null
  type: string
  /** Bytes, of the part that was read. */
  size: number
}

/** Bytes of an email that are read: what answers and reports say is at the beginning. */
export const MAX_MAIL_BYTES = 262_144
/** Lines that are read: each costs the same, however short. */
const MAX_LINES = 2_500
const MAX_HEADER_BYTES = 32_768
/** Of an email and all its parts. */
const MAX_HEADERS_BYTES = 65_536
/** A report contains an email that contains parts; people forward mail a few times. */
const MAX_DEPTH = 16
/** Most characters of the text; HTML is read further, because its markup is longer than its text. */
const MAX_TEXT_LENGTH = 65_536
const MAX_HTML_LENGTH = 200_000
const MAX_PART_BYTES = 65_536
const MAX_PARTS = 20
const MAX_REFERENCES = 50
const MAX_SUBJECT_LENGTH = 500
const MAX_SENDERS = 10
const MAX_SENDERS_LENGTH = 4_096
const MAX_NAME_LENGTH = 200

/**
 * Reads an email, cut to `MAX_MAIL_BYTES`. If its parts are constructed to be unreadable, only its header is read; null if that
 * fails too (RFC 2045, RFC 5322).
 */
export async function readIncomingMail(raw: Uint8Array): Promise<IncomingMail | null> {
  const mail = withShortHeader(raw.subarray(0, MAX_MAIL_BYTES), MAX_HEADER_BYTES)
  const beginning = beginningOf(mail)
  const isCut = raw.length >= MAX_MAIL_BYTES || beginning.length < mail.length
  const read = inUtf8(beginning)
  return (await parsed(withLines(read), isCut)) ?? (await parsed(read.subarray(0, headerLength(read)), true))
}

async function parsed(raw: Uint8Array, isCut: boolean): Promise<IncomingMail | null> {
  try {
    const mail = await PostalMime.parse(raw, {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADERS_BYTES,
      forceRfc822Attachments: true,
    })
    return simplified(inUnicode(mail, raw), isCut)
  } catch {
    return null
  }
}

/** The parser takes UTF-7 for the ASCII that it is written in; without a plus sign that is what it is. */
function inUnicode(mail: Email, raw: Uint8Array): Email {
  const { text = '', html = '' } = mail
  if (text.trim() !== '') return text.includes('+') && saysUtf7(raw, 'plain') ? { ...mail, text: fromUtf7(text) } : mail
  return html.includes('+') && saysUtf7(raw, 'html') ? { ...mail, html: fromUtf7(html) } : mail
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

/** A label, in the header or in a part of the email. */
const CHARSET = /\bcharset\s?=\s?["']?[a-z]/i

/** An email that names no encoding is UTF-8 to the parser; one that is not valid UTF-8 is read as windows-1252 instead. */
function inUtf8(raw: Uint8Array): Uint8Array {
  const lines = raw.subarray(0, raw.lastIndexOf(LF) + 1)
  if (isUtf8(lines) || CHARSET.test(Buffer.from(raw).toString('latin1'))) return raw
  return Buffer.from(new TextDecoder('windows-1252').decode(raw))
}

/** A text part with flowed lines. */
const FLOWED = /^(content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,5}?\bformat\s?=\s?)"?flowed"?/gim

/**
 * The same email with all its line breaks. The parser joins flowed lines regardless of their quoting, which would merge text
 * written below a quoted line into the quotation (RFC 3676 4.5).
 */
function withLines(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const fixed = text.replaceAll(FLOWED, '$1"fixed"')
  return fixed === text ? raw : Buffer.from(fixed, 'latin1')
}

function simplified(mail: Email, isCut: boolean): IncomingMail {
  const byName = Map.groupBy(mail.headers, ({ key }) => key)
  const headers = (name: string): string[] => (byName.get(name) ?? []).map(({ value }) => value)
  const header = (name: string): string | null => byName.get(name)?.[0]?.value ?? null
  const references = messageIdsIn(header('references') ?? '').toReversed()
  const text = textOf(mail)
  const backTo = headers('reply-to').flatMap(addressesOf)
  const senders = headers('from').slice(0, MAX_SENDERS).flatMap(addressesOf)
  return {
    // A header without a usable address counts as well, even next to a good one.
    from: senders.length === 1 ? (senders[0] ?? null) : null,
    senders: senders.filter((address) => address !== null),
    messageId: messageIdsIn(header('message-id') ?? '')[0] ?? null,
    subject: (mail.subject ?? '').slice(0, MAX_SUBJECT_LENGTH),
    header,
    headers,
    text: text.text,
    isCut: isCut || text.cut,
    replyTo: backTo.length === 1 ? (backTo[0] ?? null) : null,
    date: dateOf(header('date')),
    attachments: mail.attachments.slice(0, MAX_PARTS).map(({ filename, mimeType, content }) => ({
      name: filename === null ? null : untrustedText(filename.slice(0, 1_000), MAX_NAME_LENGTH).text,
      type: untrustedText(mimeType.slice(0, 1_000), MAX_NAME_LENGTH).text,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
    parts: mail.attachments.slice(0, MAX_PARTS).map(({ mimeType, content }) => ({
      type: mimeType,
      text: typeof content === 'string' ? content.slice(0, MAX_PART_BYTES) : decoded(content),
    })),
    answered: [...new Set([...messageIdsIn(header('in-reply-to') ?? ''), ...references])].slice(0, MAX_REFERENCES),
  }
}

/** Usable addresses of a header, with null for each of the others. */
function addressesOf(header: string): (string | null)[] {
  const said = header.slice(0, MAX_SENDERS_LENGTH)
  const read = addressParser(said, { flatten: true })
  const addresses = read
    .slice(0, MAX_SENDERS)
    .map(({ address = '' }) => parseEmailAddress(address.slice(0, 500))?.full ?? null)
  return read.length === namedIn(said) ? addresses : [...addresses, null]
}

/** What may contain the signs of an address without naming one (RFC 5322 3.2.2, 3.2.4). */
const QUOTED = /"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/g

/**
 * How many addresses a header names by its signs. The parser takes the first of several that no comma separates, or one
 * inside an encoded word, where servers that check the sender (RFC 9989) may see another, or none.
 */
function namedIn(header: string): number {
  const [beginning = '', ...angled] = header.replaceAll(QUOTED, 'q').split('<')
  // What precedes a bracket is a name, even if it looks like an address.
  if (angled.length === 0) return signsIn(beginning)
  return angled.reduce((sum, part) => sum + 1 + signsIn(part.slice(part.indexOf('>') + 1 || part.length)), 0)
}

const signsIn = (text: string): number => text.split('@').length - 1

/** An address as programs write it above what they quote; the cleaning of text takes it for markup. */
const ANGLED = /<([^\s<>@]{1,64}@[^\s<>]{1,253})>/g

function textOf({ text, html }: Email): { text: string; cut: boolean } {
  if (text !== undefined && text.trim() !== '') return ownText(asMeant(text), MAX_TEXT_LENGTH)
  if (html === undefined) return { text: '', cut: false }
  const lines = textOfHtml(asMeant(html.slice(0, MAX_HTML_LENGTH))).split('\n')
  const shown = lines.map((line) => untrustedText(line.replace(ANGLED, '$1'), MAX_TEXT_LENGTH).text).join('\n')
  return {
    text: shown.slice(0, MAX_TEXT_LENGTH),
    cut: Math.max(shown.length - MAX_TEXT_LENGTH, html.length - MAX_HTML_LENGTH) > 0,
  }
}

function dateOf(header: string | null): Date | null {
  const time = Date.parse((header ?? '').slice(0, 100))
  return Number.isNaN(time) ? null : new Date(time)
}

/** Reports of mail to addresses beyond ASCII are in UTF-8 (RFC 6533). */
function decoded(content: ArrayBuffer | Uint8Array): string {
  const bytes = Buffer.from(content as Uint8Array).subarray(0, MAX_PART_BYTES)
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

/** RFC 5322 3.6.4; ids longer than a line allows are not ours. */
const MESSAGE_ID = /<[^<>\s@]{1,200}@[^<>\s@]{1,255}>/g

/** The Message-IDs in a header or a text, in order. */
export const messageIdsIn = (text: string): string[] => text.slice(0, MAX_HEADER_BYTES).match(MESSAGE_ID) ?? []
