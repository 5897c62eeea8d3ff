import { originalIds } from './bounce-signs.ts'
import type { IncomingMail } from './incoming-mail.ts'

/** A recipient told their provider that an email was unwanted. */
export interface Complaint {
  /** Message-IDs of the mail concerned, the likeliest first. */
  messageIds: readonly string[]
}

/** From the types of RFC 5965 7.3 and the registry; `not-spam` withdraws a complaint. */
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'other'])
const FEEDBACK_TYPE = /^feedback-type:[ \t]*([a-z-]{1,40})/im

/** Reads a feedback report (ARF, RFC 5965) that includes the mail or its header; null for any other mail. */
export function readComplaint(mail: IncomingMail): Complaint | null {
  const report = mail.parts.find(({ type }) => type === 'message/feedback-report')
  const type = FEEDBACK_TYPE.exec(report?.text ?? '')?.[1]?.toLowerCase() ?? ''
  return COMPLAINTS.has(type) ? { messageIds: originalIds(mail) } : null
}
