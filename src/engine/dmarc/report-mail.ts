import PostalMime from 'postal-mime'
import type { Attachment, Email } from 'postal-mime'
import { RefusedReport, unpackedReport } from './report-bytes.ts'
import type { ReportRefusal } from './report-bytes.ts'
import { readReportXml } from './report-xml.ts'
import type { AggregateReport } from './report-xml.ts'

/** An email with an aggregate report (RFC 9990 2.6). */

/** Larger ones are not fetched. */
export const MAX_REPORT_MAIL_BYTES = 10_485_760
const MAX_DEPTH = 8
const MAX_HEADER_BYTES = 65_536
const MAX_FILES = 3

const SUBJECT = /^subject:[^\n]*(?:\n[ \t][^\n]*){0,4}/im
const TYPE = /^content-type:[ \t]*([^\s;]{1,100})/im
/** The form that both RFCs ask for: `Report Domain: s.example Submitter: receiver.example Report-ID: …`. */
const REPORT_SUBJECT = /report[ _-]*domain\s*:/i
const FILE_TYPE =
  /^(?:application\/(?:x-)?(?:gzip|zip|zip-compressed)|(?:text|application)\/xml|application\/octet-stream)$/i
const FILE_NAME = /\.(?:xml|gz|gzip|zip)$/i

/** Whether the header of an email announces a report. */
export function announcesReport(header: Uint8Array): boolean {
  const text = Buffer.from(header).toString('latin1')
  return REPORT_SUBJECT.test(SUBJECT.exec(text)?.[0].replaceAll(/\r?\n[ \t]/g, ' ') ?? '')
}

/** The same for a mailbox that receives nothing else: anything that may contain a file. */
export function mayHoldReport(header: Uint8Array): boolean {
  if (announcesReport(header)) return true
  const type = TYPE.exec(Buffer.from(header).toString('latin1'))?.[1] ?? ''
  return FILE_TYPE.test(type) || /^multipart\/(?:mixed|report)$/i.test(type)
}

export type ReportReading = { report: AggregateReport } | { refused: ReportRefusal | 'no_report' }

/** Reads the report in an email. Whatever the mail is, the result is plain data. */
export async function readReportMail(raw: Uint8Array): Promise<ReportReading> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: MAX_DEPTH, maxHeadersSize: MAX_HEADER_BYTES }).catch(
    () => null,
  )
  let refused: ReportRefusal | 'no_report' = 'no_report'
  for (const file of filesOf(mail)) {
    try {
      return { report: await readReportXml(unpackedReport(file)) }
    } catch (error) {
      if (!(error instanceof RefusedReport)) throw error
      refused = error.reason
    }
  }
  return { refused }
}

const filesOf = (mail: Email | null): Buffer[] =>
  (mail?.attachments ?? [])
    .filter(({ mimeType, filename }) => FILE_TYPE.test(mimeType) || FILE_NAME.test(filename ?? ''))
    .slice(0, MAX_FILES)
    .map(bytesOf)

const bytesOf = ({ content }: Attachment): Buffer => {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
