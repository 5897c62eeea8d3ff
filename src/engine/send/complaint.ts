import { originalIds } from './bounce-signs.ts'
import type { IncomingMail } from './incoming-mail.ts'

/** Somebody told their provider that an email was not wanted. */
export interface Complaint {
  /** Message-IDs of the mail they speak of, the likeliest first. */
  messageIds: readonly string[]
}

/** Of the types of RFC 5965 7.3 and the registry; `not-spam` takes a complaint back. */
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'other'])
const FEEDBACK_TYPE = /^feedback-type:[ \t]*([a-z-]{1,40})/im

/** Reads a feedback report (ARF, RFC 5965) with the mail, or its header, in it; null for every other mail. */
export function readComplaint(mail: IncomingMail): Complaint | null {
  const report = mail.parts.find(({ type }) => type === 'message/feedback-report')
  const type = FEEDBACK_TYPE.exec(report?.text ?? '')?.[1]?.toLowerCase() ?? ''
  return COMPLAINTS.has(type) ? { messageIds: originalIds(mail) } : null
}
