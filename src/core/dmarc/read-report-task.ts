import { readReportMail } from '../../engine/dmarc/report-mail.ts'
import type { ReportReading } from '../../engine/dmarc/report-mail.ts'
import { withStorableTexts } from '../../lib/text/storable-text.ts'

/** Reads the report in an email, in a worker thread: unpacking and reading may take a while, and is anybody's. */
export default async function readReportTask({ raw }: { raw: Uint8Array }): Promise<ReportReading> {
  return withStorableTexts(await readReportMail(raw))
}
