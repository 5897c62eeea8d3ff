/** What comes back from emails: replies, bounces, requests to stop, opens and clicks, and what only looks like one of them. */

import type { ArrivedMail, ReadPosition } from '../../db/campaigns/mail-events-store.ts'
import type { MailClass } from '../../db/conversations/keep-mail.ts'
import type { ReadableMailbox } from '../../db/mailboxes/mailbox-reading-store.ts'
import type { Complaint } from '../../engine/send/complaint.ts'
import type { AnswerClass } from '../../engine/answers/classify-answer.ts'
import { readNewMail } from '../../engine/send/new-mail.ts'
import type { MailPosition } from '../../engine/send/new-mail.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import { announcesReport, MAX_REPORT_MAIL_BYTES, mayHoldReport } from '../../engine/dmarc/report-mail.ts'
import { keepReport } from '../dmarc/keep-report.ts'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import { messageAnswered, messageBounced } from './mail-match.ts'
import type { MatchedMessage } from './mail-match.ts'
import { storedHeaderId, isSameCompany, keptAnswer } from '../conversations/kept-answer.ts'
import { recordBounce, recordComplaint, recordMail, recordReply, recordUnsubscribe } from './mail-events.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { useToken } from '../grants/use-token.ts'
import { takeProof } from '../mailboxes/proof-mails.ts'
import { imapPasswordContext } from '../mailboxes/mailbox-secrets.ts'
import { problemSentence } from '../mailboxes/connection-problem.ts'
import type readMailTask from './read-mail-task.ts'
import type { MailReading } from './read-mail-task.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import type { AnswerNeeds } from './answer-needs.ts'
import { orSkip } from './skip-mail.ts'

/**
 * Looks are a minute apart, give or take 20 s, and clocks differ. A mailbox read by one look has to be due at the next: waiting
 * a whole minute would skip every other look.
 */
const READ_AGAIN_AFTER_MS = 30 * SECOND_MS
/** Shorter than the time until the next look. */
const READING_DEADLINE_MS = 50 * SECOND_MS
const MAILBOXES_AT_ONCE = 8
const TAKEN_AT_ONCE = 100

/** Looks for what came back. Each mailbox is read by one process at a time. */
export const ReadMailboxes = job({
  name: 'read-mailboxes',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: AnswerNeeds, _, signal) => readMailboxes(context, signal),
})

/** Reads every mailbox once that is due, and records what came back. Any number of processes may do so. */
export async function readMailboxes(
  context: AnswerNeeds,
  signal: AbortSignal = context.stopping.signal,
): Promise<void> {
  const since = new Date(context.clock.now().getTime() - READ_AGAIN_AFTER_MS)
  for (;;) {
    const due = await context.store.mailboxReading.takeDue(since, context.clock.now(), TAKEN_AT_ONCE)
    const queue = due.values()
    const reader = async (): Promise<void> => {
      for (const mailbox of queue) if (!signal.aborted) await readMailbox(context, mailbox, signal)
    }
    await Promise.all(Array.from({ length: MAILBOXES_AT_ONCE }, reader))
    if (due.length < TAKEN_AT_ONCE || signal.aborted) return
  }
}

/** A problem with one mailbox does not affect the others. */
async function readMailbox(context: AnswerNeeds, mailbox: ReadableMailbox, parent: AbortSignal): Promise<void> {
  const { accountId, mailboxId } = mailbox
  try {
    const problem = await withDeadline(READING_DEADLINE_MS, parent, (signal) => read(context, mailbox, signal))
    if (!parent.aborted) await context.store.mailboxReading.note(accountId, mailboxId, problem, context.clock.now())
  } catch (error) {
    context.log.error({ err: error, accountId, mailboxId }, 'A mailbox could not be read.')
  }
}

/** @returns a sentence; null if all went well. */
async function read(context: AnswerNeeds, mailbox: ReadableMailbox, signal: AbortSignal): Promise<string | null> {
  const { accountId, mailboxId, host, username, passwordSealed, auth } = mailbox
  const said = (problem: Awaited<ReturnType<typeof readAs>>) =>
    problem === null ? null : problemSentence('imap', problem)
  if (auth === 'oauth2') {
    const used = await useToken(context, mailbox, {
      hosts: [host],
      attempt: ({ token }) => readAs(context, mailbox, { kind: 'token', username, token }, signal),
      isRefused: (problem) => problem === 'token_refused',
    })
    return used.outcome === 'done' ? said(used.result) : used.problem
  }
  if (passwordSealed === null) return null
  let password: string
  try {
    password = context.secrets.open(passwordSealed, imapPasswordContext(accountId, mailboxId))
  } catch (error) {
    if (error instanceof SecretBoxError) return error.message
    throw error
  }
  return said(await readAs(context, mailbox, { kind: 'password', username, password }, signal))
}

type Server = Parameters<typeof readNewMail>[1]['server']

function readAs(context: AnswerNeeds, mailbox: ReadableMailbox, auth: Server['auth'], signal: AbortSignal) {
  const { host, port, security } = mailbox
  return readNewMail(
    { dns: context.dns, guard: context.mailboxGuard },
    {
      server: { host, port, security, auth },
      cursor: cursorOf(mailbox),
      since: mailbox.readBefore,
    },
    {
      isWanted: async (header) => (await orSkip(context, mailbox, () => isWanted(context, mailbox, header))) === true,
      take: async (raw, position) =>
        void (await orSkip(context, mailbox, () => takeMail(context, mailbox, raw, position))),
      large: {
        maxBytes: MAX_REPORT_MAIL_BYTES,
        isLarge: mailbox.purpose === 'reports' ? mayHoldReport : announcesReport,
        take: async (raw) =>
          void (await orSkip(context, mailbox, () =>
            keepReport(context, mailbox.accountId, { raw, serverNames: serverNames(mailbox) }),
          )),
      },
      passed: (position) => context.store.mailEvents.moveTo(reachedBy(mailbox, position)),
    },
    signal,
  )
}

/** Includes the server: in a mailbox that moved to another server, nothing has been read yet. */
const placeOf = ({ username, host }: ReadableMailbox, folder: string): string => `${folder} of ${username} at ${host}`

const reachedBy = (mailbox: ReadableMailbox, { folder, ...position }: MailPosition): ReadPosition => {
  const { accountId, mailboxId } = mailbox
  return { accountId, mailboxId, folder: placeOf(mailbox, folder), ...position }
}

const cursorOf =
  (mailbox: ReadableMailbox) =>
  (folder: string): Omit<MailPosition, 'folder'> | null => {
    const place = placeOf(mailbox, folder)
    const known = ownValue(mailbox.cursor, place)
    return known === undefined ? null : { uidValidity: known.uid_validity, lastUid: known.last_uid }
  }

/** Honest emails take a thousandth of it; the first one in a thread takes longer, because it builds the phrases of its language. */
const READ_MAIL = threadTask<typeof readMailTask>(new URL('./read-mail-task.ts', import.meta.url), {
  timeMs: 10 * SECOND_MS,
})

/** Reads off the answering thread; null for an email that is not worth reading. */
async function readMail(
  { offThread, stopping, clock }: Pick<AnswerNeeds, 'offThread' | 'stopping' | 'clock'>,
  mailbox: ReadableMailbox,
  raw: Uint8Array,
): Promise<MailReading | null> {
  try {
    const order = { raw, serverNames: serverNames(mailbox), now: clock.now() }
    return await offThread.run(READ_MAIL, order, { signal: stopping.signal, handOver: raw })
  } catch (error) {
    if (error instanceof OffThreadError && error.reason !== 'stopped') return null
    throw error
  }
}

/** Whether the rest of an email is worth fetching: it may be a bounce, or it answers something. */
async function isWanted(context: AnswerNeeds, mailbox: ReadableMailbox, header: Uint8Array): Promise<boolean> {
  const mail = await readMail(context, mailbox, header)
  if (mail === null) return false
  if (mail.trace !== null || mail.mayBounce) return true
  return (await messageAnswered(context, mailbox, mail)) !== null
}

/** Names that a mailbox's server may use in the headers it adds. */
const serverNames = ({ email, host }: ReadableMailbox): string[] => [host, email.slice(email.lastIndexOf('@') + 1)]

/** Records what one email means; most mean nothing. Its position is stored with its effect, or afterwards if it has none. */
async function takeMail(
  context: AnswerNeeds,
  mailbox: ReadableMailbox,
  raw: Uint8Array,
  position: MailPosition,
): Promise<void> {
  const mail = await readMail(context, mailbox, raw)
  if (mail === null) return
  if (mail.trace !== null) return takeProof(context, mailbox, mail.messageId ?? '', mail.trace)
  const place = reachedBy(mailbox, position)
  const { complaint } = mail
  if (complaint !== null) return takeComplaint(context, mailbox, { ...mail, complaint }, place)
  const [meaning, found] = await meaningOf(context, mailbox, mail)
  if (found === null) return
  const { message, doubt, isNamed } = found
  const came = async (mailClass: MailClass): Promise<ArrivedMail> => ({
    position: place,
    mail: await keptAnswer(context, place, mail, { message, mailClass, isNamed }),
  })
  if (mail.bounce !== null && (doubt === null || mail.bounce.kind === 'refused')) {
    // A stranger's report about our mail is believed only for this one email, if at all.
    if (doubt === null) await recordBounce(context, message, await came('bounce'), mail.bounce)
    return
  }
  const mailClass = meaning === 'bounced' ? 'bounce' : mail.answer.class
  if (doubt === null && meaning === 'automatic') return recordMail(context, message, await came(mailClass))
  if (meaning === 'automatic') return
  if (doubt === null) return RECORD[meaning](context, message, await came(mailClass))
  const doubtful = { meaning, doubt, headerId: storedHeaderId(mail.messageId) }
  await context.store.doubtfulMails.add(mailbox.mailboxId, message, doubtful, context.clock.now())
  // A colleague may have answered: that has no effect, but people see it.
  const isColleague = isNamed && !mail.isForged && isSameCompany(context, mail.from, message.email)
  if (doubt === 'other_sender' && isColleague) await recordMail(context, message, await came('other'))
}

/**
 * A Message-ID is known only where the message passed: a made-up report can harm only its own recipient. One whose sender is forged
 * harms nobody, because whoever passed the message on is not who speaks for the recipient.
 */
async function takeComplaint(
  context: AnswerNeeds,
  mailbox: ReadableMailbox,
  mail: MailReading & { complaint: Complaint },
  position: ReadPosition,
): Promise<void> {
  const [message] = await context.store.mailEvents.byHeaderIds(mailbox.accountId, mail.complaint.messageIds)
  if (message === undefined) return
  const doubt = mail.from === null ? 'several_senders' : mail.isForged ? 'failed_authentication' : null
  if (doubt !== null) {
    const doubtful = { meaning: 'unsubscribed', doubt, headerId: storedHeaderId(mail.messageId) } as const
    return context.store.doubtfulMails.add(mailbox.mailboxId, message, doubtful, context.clock.now())
  }
  const about = { message, mailClass: 'complaint', isNamed: true } as const
  await recordComplaint(context, message, { position, mail: await keptAnswer(context, position, mail, about) })
}

type Meaning = 'replied' | 'bounced' | 'unsubscribed' | 'automatic'

const BY_PROGRAMS: ReadonlySet<AnswerClass> = new Set(['auto', 'out_of_office'])

const RECORD = { replied: recordReply, bounced: recordBounce, unsubscribed: recordUnsubscribe } as const

/** What an email reports, and about which message; null if it is about none. */
async function meaningOf(
  context: AnswerNeeds,
  mailbox: ReadableMailbox,
  mail: MailReading,
): Promise<[Meaning, MatchedMessage | null]> {
  const { bounce, answer, isOfList } = mail
  if (bounce !== null)
    return ['bounced', bounce.kind === 'soft' ? null : await messageBounced(context, mailbox, bounce)]
  const answered = await messageAnswered(context, mailbox, mail)
  const isNamed = answered?.isNamed === true
  // A mailing list quotes other people's emails.
  if (BY_PROGRAMS.has(answer.class) || (isOfList && !isNamed)) return ['automatic', isNamed ? answered : null]
  return [answer.class === 'remove_me' ? 'unsubscribed' : 'replied', answered]
}
