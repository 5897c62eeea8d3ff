import type { BulkRow } from '../../../core/verify/bulk-output.ts'
import type { Words } from '../../words/words.ts'

/** The reason for a verdict, in a few words. */
export function reasonOf(row: Omit<BulkRow, 'accept_all'>, reasons: Words['verify']['reasons']): string {
  const { status, error, regexp, mx_records: hasMail, smtp_server: answers, smtp_check: accepted } = row
  if (error !== undefined) return error === 'too_many_requests' ? reasons.unpaid : reasons.optedOut
  if (status === null) return reasons.waiting
  if (regexp === false) return reasons.noAddress
  if (status === 'accept_all') return reasons.acceptAll
  if (status === 'webmail' || status === 'disposable') return reasons[status]
  // Without MX records, mail goes to the domain itself (RFC 5321 5.1), whose server may answer or be away.
  if (hasMail === false && status === 'invalid' && answers !== true) return reasons.noMail
  if (accepted === true) return reasons.accepted
  if (accepted === false && status === 'invalid') return reasons.refused
  return answers === false ? reasons.noServer : reasons.unclear
}
