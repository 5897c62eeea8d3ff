import type { FetchMessageObject, FetchQueryObject } from 'imapflow'
import { MAX_IMAP_LINE_BYTES, MAX_RESPONSE_BYTES } from './mailbox-allowance.ts'
import type { Allowance } from './mailbox-allowance.ts'
import { ASIDE_BYTES, ASIDE_LINES, ask, MailboxUnreadable } from './mailbox-session.ts'
import type { Session } from './mailbox-session.ts'

export interface MailHeader {
  uid: number
  /** Bytes of the complete email. */
  size: number
  /** The header, up to the length that is read. */
  header: Buffer
  /** Whether the header is longer. */
  isCut: boolean
}

/** One folder, open for reading. */
export interface OpenFolder {
  uidValidity: number
  /** The lowest UID not yet assigned; null if the server does not say (RFC 3501 6.3.1). */
  uidNext: number | null
  /** UIDs above the given one, ascending. */
  newUids: (above: number) => Promise<number[]>
  /** UIDs of what arrived on this day or later, ascending. */
  uidsSince: (day: Date) => Promise<number[]>
  headers: (uids: readonly number[]) => Promise<MailHeader[]>
  /** The beginning of an email; null when it is gone. */
  beginning: (uid: number, maxBytes: number) => Promise<Buffer | null>
  /** A complete email, read in slices; null when it is gone, or larger. */
  whole: (uid: number, maxBytes: number) => Promise<Buffer | null>
}

/** Bytes of a header that are read. */
const MAX_HEADER_BYTES = 32_768
/** UIDs requested at a time, as long as they are not sparse. */
const UID_WINDOW = 20_000
/** The maximum number written out if the server answers in ranges. */
const MAX_UIDS = 50_000
const MAX_UID = 4_294_967_295
const isUid = (uid: number | undefined): uid is number =>
  Number.isSafeInteger(uid) && Number(uid) >= 1 && Number(uid) <= MAX_UID

const UIDS: Allowance = { bytes: 2 * MAX_IMAP_LINE_BYTES, lines: ASIDE_LINES }
/** Some servers send the whole email when asked for its beginning. */
const ONE_MAIL: Allowance = { bytes: MAX_RESPONSE_BYTES + ASIDE_BYTES, lines: Infinity }
const headersOfMails = (count: number): Allowance => ({
  bytes: count * (MAX_HEADER_BYTES + 4_096) + ASIDE_BYTES,
  lines: Infinity,
})
/** Unsolicited rows: flags that others changed meanwhile. */
const ASIDE_ROWS = 100

/** Opens a folder read-only. */
export async function openFolder(session: Session, path: string): Promise<OpenFolder> {
  const mailbox = await session.client.mailboxOpen(path, { readOnly: true })
  mailbox.exists = Math.min(mailbox.exists, MAX_UIDS)
  const uidValidity = Number(mailbox.uidValidity)
  // Without it, UIDs mean nothing later (RFC 9051 2.3.1.1).
  if (!Number.isSafeInteger(uidValidity)) throw new MailboxUnreadable('broken')
  const uidNext = isUid(mailbox.uidNext) ? mailbox.uidNext : null
  return {
    uidValidity,
    uidNext,
    newUids: (above) => newUids(session, above, uidNext),
    uidsSince: (day) => found(session, { since: day }),
    headers: async (uids) => (uids.length === 0 ? [] : headersOf(session, uids)),
    beginning: (uid, maxBytes) => sliceOf(session, uid, 0, maxBytes),
    whole: (uid, maxBytes) => wholeOf(session, uid, maxBytes),
  }
}

/** Requests a window of UIDs, and wider ones while they are empty, so that lists stay short. */
async function newUids(session: Session, above: number, uidNext: number | null): Promise<number[]> {
  const last = uidNext ?? MAX_UID
  for (let from = above + 1, width = UID_WINDOW; ; from += width, width *= 2) {
    const isLast = from + width >= last
    // `n:*` always includes the last email, whatever its UID (RFC 9051 9, seq-range).
    const uids = await found(session, { uid: `${from}:${isLast ? '*' : from + width - 1}` })
    const fresh = uids.filter((uid) => uid > above)
    if (fresh.length > 0 || isLast) return fresh
  }
}

const found = (session: Session, query: { uid: string } | { since: Date }): Promise<number[]> =>
  ask(session, UIDS, async () => {
    const uids = await session.client.search(query, { uid: true })
    if (!Array.isArray(uids)) throw new MailboxUnreadable('refused')
    return uids.filter(isUid).toSorted((a, b) => a - b)
  })

const headersOf = (session: Session, uids: readonly number[]): Promise<MailHeader[]> =>
  ask(session, headersOfMails(uids.length), async () => {
    const bodyParts = [{ key: 'HEADER', start: 0, maxLength: MAX_HEADER_BYTES }]
    const mails = await fetched(session, uids, { uid: true, size: true, bodyParts }, headerOf)
    return [...mails.values()]
  })

/** Far below the limit for a literal, so that an email of any size can be read. */
const SLICE_BYTES = 524_288

async function wholeOf(session: Session, uid: number, maxBytes: number): Promise<Buffer | null> {
  const slices: Buffer[] = []
  for (let start = 0; start <= maxBytes; start += SLICE_BYTES) {
    const slice = await sliceOf(session, uid, start, SLICE_BYTES)
    if (slice === null && start === 0) return null
    if (slice !== null) slices.push(slice)
    if (slice === null || slice.length < SLICE_BYTES) return Buffer.concat(slices)
  }
  return null
}

const sliceOf = (session: Session, uid: number, start: number, maxBytes: number): Promise<Buffer | null> =>
  ask(session, ONE_MAIL, async () => {
    const query = { uid: true, source: { start, maxLength: maxBytes } }
    const mails = await fetched(session, [uid], query, ({ source }) => cutTo(source, maxBytes))
    return mails.get(uid) ?? null
  })

/** Keeps something of each requested email; a server that sends endless rows is cut off. */
async function fetched<T>(
  { client, received }: Session,
  uids: readonly number[],
  query: FetchQueryObject,
  keep: (mail: FetchMessageObject) => T,
): Promise<Map<number, T>> {
  const wanted = new Set(uids)
  const kept = new Map<number, T>()
  let rows = 0
  for await (const mail of client.fetch(uids.join(','), query, { uid: true })) {
    rows += 1
    if (rows > uids.length + ASIDE_ROWS) received.cut()
    if (received.isCut()) break
    if (wanted.has(mail.uid) && !kept.has(mail.uid)) kept.set(mail.uid, keep(mail))
  }
  return kept
}

const headerOf = ({ uid, size, headers }: FetchMessageObject): MailHeader => ({
  uid,
  size: size ?? 0,
  header: cutTo(headers, MAX_HEADER_BYTES) ?? Buffer.alloc(0),
  isCut: (headers?.length ?? 0) >= MAX_HEADER_BYTES,
})

/** Copies, so that the part cut off can be freed. */
const cutTo = (bytes: Buffer | undefined, maxBytes: number): Buffer | null =>
  bytes === undefined ? null : Buffer.from(bytes.subarray(0, maxBytes))
