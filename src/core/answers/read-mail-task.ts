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

/** What an email says, as plain data. */
export interface MailReading extends Pick<IncomingMail, 'from' | 'senders' | 'messageId' | 'answered'> {
  /** Its header alone makes it worth looking at the rest: a bounce may be in it. */
  mayBounce: boolean
  bounce: Bounce | null
  complaint: Complaint | null
  /** What it says, if it answers an email of ours. */
  answer: AnswerReading
  /** It came from a list: only its Message-IDs make it an answer. */
  isOfList: boolean
  /** What is kept of it. */
  content: AnswerAsRead['content']
  /** How it came; of proof emails alone. */
  trace: MailTrace | null
  /** The mailbox's server says that it is not from the stated sender. */
  isForged: boolean
}

// The phrases of English are made while the thread starts, which nobody's time is counted for.
classifyAnswer({ subject: '', text: 'We will ask you about this.', automatic: false, at: new Date(0) })

/** Reads an email, or its header; null when nobody should read it. Runs in a worker thread. */
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
