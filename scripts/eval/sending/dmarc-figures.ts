import { readReportMail } from '../../../src/engine/dmarc/report-mail.ts'
import {
  hostileReports,
  madeReports,
  packed,
  reportMail,
  reportXml,
} from '../../../test/support/mails/dmarc-reports.ts'

const GOOD = 48
const MEGABYTE = 1_024

interface HostileRow {
  name: string
  refused: string
  ms: number
  grownMb: number
  isBomb: boolean
}

/** 60 emails: reports in both formats and all compressions, whose counts are known, and files that must not be read. */
export async function dmarcFigures() {
  let wrong = 0
  for (const { report, packing, isBare } of madeReports(GOOD)) {
    const raw = reportMail(await packed(reportXml(report), packing), packing, { domain: report.domain, isBare })
    const reading = await readReportMail(raw)
    const sums =
      'report' in reading ? sumsOf(reading.report.rows.map(({ sourceIp: ip, ...row }) => ({ ip, ...row }))) : ''
    if (sums !== sumsOf(report.rows)) wrong += 1
  }
  const hostile: HostileRow[] = []
  for (const [name, { file, packing, isBomb }] of Object.entries(await hostileReports())) {
    const raw = reportMail(file, packing)
    const before = process.resourceUsage().maxRSS
    const startedAt = performance.now()
    const reading = await readReportMail(raw)
    const ms = Math.round(performance.now() - startedAt)
    const grownMb = Math.round((process.resourceUsage().maxRSS - before) / MEGABYTE)
    hostile.push({ name, refused: 'refused' in reading ? reading.refused : 'no', ms, grownMb, isBomb })
  }
  const bombs = hostile.filter(({ isBomb }) => isBomb)
  return {
    rows: [
      ['report that nobody should read', 'refused as', 'ms', 'MB more', ''],
      ...hostile.map(({ name, refused, ms, grownMb }) => [name, refused, ms, grownMb, '']),
    ],
    figures: {
      reports: GOOD + hostile.length,
      report_sums_wrong: wrong,
      hostile_reports_read: hostile.filter(({ refused }) => refused === 'no').length,
      slowest_bomb_ms: Math.max(...bombs.map(({ ms }) => ms)),
      largest_bomb_mb: Math.max(...bombs.map(({ grownMb }) => grownMb)),
    },
    bars: [
      { figure: 'report_sums_wrong', max: 0 },
      { figure: 'hostile_reports_read', max: 0 },
      { figure: 'slowest_bomb_ms', max: 200 },
      { figure: 'largest_bomb_mb', max: 60 },
    ],
  }
}

/** Returns messages by source and judgement, in a fixed order. */
function sumsOf(
  rows: readonly { ip: string; count: number; dkim: string; spf: string; disposition?: string }[],
): string {
  const sums = new Map<string, number>()
  for (const { ip, count, dkim, spf, disposition = 'none' } of rows) {
    const key = [ip, dkim, spf, disposition].join(' ')
    sums.set(key, (sums.get(key) ?? 0) + count)
  }
  return [...sums]
    .map(([key, sum]) => `${key} ${sum}`)
    .toSorted()
    .join('\n')
}
