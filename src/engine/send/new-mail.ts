import type { LoginProblem } from '../../net/login-address.ts'
import { openMailbox } from '../../net/imap/mailbox-reader.ts'
import { MailboxUnreadable } from '../../net/imap/mailbox-session.ts'
import type { OpenFolder } from '../../net/imap/mailbox-folder.ts'
import type { MailboxReaderNeeds, MailboxServer, OpenMailbox } from '../../net/imap/mailbox-reader.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { MAX_MAIL_BYTES } from './incoming-mail.ts'

/** The point in a folder up to which all mail is processed (RFC 9051 2.3.1.1). */
export interface MailPosition {
  folder: string
  uidValidity: number
  lastUid: number
}

export interface ReadingOptions {
  server: MailboxServer
  /** How far a folder was read before; null if never. */
  cursor: (folder: string) => Omit<MailPosition, 'folder'> | null
  /** A folder that was never read, or was renumbered, is read from the day before this on. */
  since: Date
}

export interface MailVisitor {
  /** Whether to fetch an email with this header. */
  isWanted: (header: Uint8Array) => Promise<boolean>
  /** Receives one email at a time, in ascending order; `position` is the one reached once this is done. */
  take: (raw: Uint8Array, position: MailPosition) => Promise<void>
  /** Emails to fetch completely, up to a size, and their receiver; larger ones are skipped. */
  large?: LargeMails
  /** All emails up to here are processed. */
  passed: (position: MailPosition) => Promise<void>
}

export interface LargeMails {
  maxBytes: number
  isLarge: (header: Uint8Array) => boolean
  take: (raw: Uint8Array) => Promise<void>
}

/** Headers requested at a time. */
const BATCH = 25
/** Emails read from one folder at a time; the rest follows in the next reading. */
const MAX_MAILS = 1_000
/** For both folders together; a thousand usual emails take a quarter of it. */
const MAX_RECEIVED_BYTES = 33_554_432

/** Reads new mail in a mailbox. @returns why that failed, null if it succeeded. */
export async function readNewMail(
  needs: MailboxReaderNeeds,
  wanted: ReadingOptions,
  visitor: MailVisitor,
  signal: AbortSignal,
): Promise<LoginProblem | null> {
  let mailbox: OpenMailbox | null = null
  try {
    const opened = await openMailbox(needs, wanted.server, signal)
    mailbox = opened
    const isOver = (): boolean => signal.aborted || opened.received() > MAX_RECEIVED_BYTES
    for (const folder of await opened.folders())
      await readFolder(await opened.open(folder), folder, wanted, visitor, isOver)
    return null
  } catch (error) {
    if (error instanceof MailboxUnreadable) return error.problem
    throw error
  } finally {
    await mailbox?.close()
  }
}

async function readFolder(
  open: OpenFolder,
  folder: string,
  { cursor, since }: ReadingOptions,
  visitor: MailVisitor,
  isOver: () => boolean,
): Promise<void> {
  const { uidValidity } = open
  const known = cursor(folder)
  const isKnown = known?.uidValidity === uidValidity
  const uids = isKnown ? await open.newUids(known.lastUid) : await open.uidsSince(new Date(since.getTime() - DAY_MS))
  const read = uids.slice(0, MAX_MAILS)
  for (let start = 0; start < read.length && !isOver(); start += BATCH)
    await readBatch(open, read.slice(start, start + BATCH), { folder, uidValidity }, visitor)
  if (!isKnown && read.length === 0 && open.uidNext !== null)
    await visitor.passed({ folder, uidValidity, lastUid: open.uidNext - 1 })
}

async function readBatch(
  open: OpenFolder,
  uids: readonly number[],
  place: Omit<MailPosition, 'lastUid'>,
  { isWanted, take, passed, large }: MailVisitor,
): Promise<void> {
  const headers = (await open.headers(uids)).toSorted((a, b) => a.uid - b.uid)
  for (const { uid, header, size, isCut } of headers) {
    if (large?.isLarge(header) === true) {
      const whole = size > large.maxBytes ? null : await open.whole(uid, large.maxBytes)
      if (whole !== null) await large.take(whole)
      continue
    }
    // The sender may be named below the part of the header that was read.
    if (!isCut && !(await isWanted(header))) continue
    const raw = await open.beginning(uid, MAX_MAIL_BYTES)
    if (raw !== null) await take(raw, { ...place, lastUid: uid })
  }
  const lastUid = uids.at(-1)
  if (lastUid !== undefined) await passed({ ...place, lastUid })
}
