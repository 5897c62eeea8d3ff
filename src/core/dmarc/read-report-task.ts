import { readReportMail } from '../../engine/dmarc/report-mail.ts'
import type { ReportReading } from '../../engine/dmarc/report-mail.ts'
import { withStorableTexts } from '../../lib/text/storable-text.ts'

/** Reads the report in an email, in a worker thread: it may come from anybody, and unpacking it may take a while. */
export default async function readReportTask({ raw }: { raw: Uint8Array }): Promise<ReportReading> {
  return withStorableTexts(await readReportMail(raw))
}
