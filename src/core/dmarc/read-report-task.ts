import { readReportMail } from '../../engine/dmarc/report-mail.ts'
import type { ReportReading } from '../../engine/dmarc/report-mail.ts'

/** Reads the report in a mail, in a worker thread: unpacking and reading may take a while, and is anybody's. */
export default function readReportTask({ raw }: { raw: Uint8Array }): Promise<ReportReading> {
  return readReportMail(raw)
}
