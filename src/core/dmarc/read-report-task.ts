import { readReportMail } from '../../engine/dmarc/report-mail.ts'
import type { ReportReading } from '../../engine/dmarc/report-mail.ts'
import { readIncomingMail } from '../../engine/send/incoming-mail.ts'
import { failsAuthentication } from '../../engine/send/mail-authentication.ts'
import { withStorableTexts } from '../../lib/text/storable-text.ts'

/**
 * Reads the report in an email, in a worker thread: it may come from anybody, and unpacking it may take a while.
 * @param serverNames possible names of the mailbox's server: what it found out about the sender counts
 */
export default async function readReportTask({
  raw,
  serverNames,
}: {
  raw: Uint8Array
  serverNames: readonly string[]
}): Promise<ReportReading | { refused: 'forged' }> {
  const mail = await readIncomingMail(raw)
  if (mail !== null && failsAuthentication(mail, serverNames)) return { refused: 'forged' }
  return withStorableTexts(await readReportMail(raw))
}
