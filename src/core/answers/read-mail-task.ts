import type { AnswerAsRead } from '../conversations/kept-answer.ts'
import { isAutomatic, isOfList, isSentToMany } from '../../engine/answers/automatic-mail.ts'
import { classifyAnswer } from '../../engine/answers/classify-answer.ts'
import type { AnswerReading } from '../../engine/answers/classify-answer.ts'
import { readBounce } from '../../engine/send/bounce.ts'
import type { Bounce } from '../../engine/send/bounce-signs.ts'
import { readComplaint } from '../../engine/send/complaint.ts'
import type { Complaint } from '../../engine/send/complaint.ts'
import { readIncomingMail } from '../../engine/send/incoming-mail.ts'
import type { IncomingMail } from '../../engine/send/incoming-mail.ts'
import { readTrace } from '../../engine/send/mail-trace.ts'
import type { MailTrace } from '../../engine/send/mail-trace.ts'
import { isProofId } from '../mailboxes/proof-mails.ts'
import { failsAuthentication } from '../../engine/send/mail-authentication.ts'
import { withStorableTexts } from '../../lib/text/storable-text.ts'

/** The content of an email as plain data. */
export interface MailReading extends Pick<IncomingMail, 'from' | 'senders' | 'messageId' | 'answered'> {
  /** Whether the header alone makes the rest worth reading: it may be a bounce. */
  mayBounce: boolean
  bounce: Bounce | null
  complaint: Complaint | null
  /** How it reads as an answer to an email of ours. */
  answer: AnswerReading
  /** It came from a mailing list: only Message-IDs make it an answer. */
  isOfList: boolean
  /** What is stored of it. */
  content: AnswerAsRead['content']
  /** How it travelled; only for proof emails. */
  trace: MailTrace | null
  /** The mailbox's server says that it does not come from the stated sender. */
  isForged: boolean
}

// Builds the phrases for English while the thread starts, so that no email's time limit includes it.
classifyAnswer({ subject: '', text: 'We will ask you about this.', automatic: false, at: new Date(0) })

/** Reads an email, or its header; null if it is not worth reading. Runs in a worker thread. */
export default async function readMailTask({
  raw,
  serverNames,
  now,
}: {
  raw: Uint8Array
  serverNames: readonly string[]
  now: Date
}): Promise<MailReading | null> {
  const mail = await readIncomingMail(raw)
  if (mail === null) return null
  const { from, senders, messageId, answered, subject, text, isCut, replyTo, date, attachments } = mail
  return withStorableTexts({
    from,
    senders,
    messageId,
    answered,
    mayBounce: mayBounce(mail),
    bounce: readBounce(mail),
    complaint: readComplaint(mail),
    answer: classifyAnswer({
      subject,
      text,
      automatic: isAutomatic(mail),
      toMany: isSentToMany(mail),
      at: now,
    }),
    isOfList: isOfList(mail),
    content: { subject, text, isCut, replyTo, date, attachments },
    trace: isProofId(messageId) ? readTrace(mail) : null,
    isForged: failsAuthentication(mail, serverNames),
  })
}

const mayBounce = (mail: IncomingMail): boolean =>
  /^multipart\/report\b/i.test(mail.header('content-type')?.trim() ?? '') ||
  mail.header('x-failed-recipients') !== null ||
  mail.header('return-path')?.trim() === '<>' ||
  /daemon|postmaster|mail-?delivery/i.test(mail.from ?? '')
