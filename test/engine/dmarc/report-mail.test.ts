import { describe, expect, test } from 'vitest'
import { announcesReport, mayHoldReport, readReportMail } from '../../../src/engine/dmarc/report-mail.ts'
import { hostileReports, madeReports, packed, reportMail, reportXml } from '../../support/mails/dmarc-reports.ts'

describe('aggregate reports', () => {
  test('are read completely, in all formats and compressions', async () => {
    for (const { report, packing, isBare } of madeReports(18)) {
      const raw = reportMail(await packed(reportXml(report), packing), packing, { domain: report.domain, isBare })
      const reading = await readReportMail(raw)
      if (!('report' in reading)) throw new Error(`${report.id}: ${reading.refused}`)
      const { rows, ...head } = reading.report
      expect(head).toMatchObject({
        org: report.org.replace('&amp;', '&'),
        reportId: report.id,
        domain: report.domain,
        beginsAt: new Date(report.begin * 1_000),
        email: 'noreply-dmarc@receiver.example',
        policy: { p: 'none', sp: 'none', adkim: 'r' },
      })
      expect(
        rows.map(({ sourceIp, count, dkim, spf, disposition }) => [sourceIp, count, dkim, spf, disposition]),
      ).toEqual(report.rows.map(({ ip, count, dkim, spf, disposition }) => [ip, count, dkim, spf, disposition]))
    }
  })

  test('show what was checked besides what counts', async () => {
    const [{ report } = { report: null }] = madeReports(2).slice(1)
    if (report === null) return
    const raw = reportMail(Buffer.from(reportXml(report)), 'xml')
    const reading = await readReportMail(raw)
    expect('report' in reading && reading.report.rows[1]).toMatchObject({
      headerFrom: 's.example',
      envelopeFrom: 'b.s.example',
      auth: [
        { kind: 'dkim', domain: 's.example', selector: 'q1', result: 'pass' },
        { kind: 'spf', domain: 'b.s.example', result: 'pass' },
      ],
    })
  })

  test('are refused if they end in the middle: their sums would be too small, and the whole one a duplicate', async () => {
    const [{ report } = { report: null }] = madeReports(1)
    if (report === null) return
    const whole = reportXml(report)
    for (const part of [0.5, 0.9]) {
      const raw = reportMail(Buffer.from(whole.slice(0, whole.length * part)), 'xml')
      expect(await readReportMail(raw)).toEqual({ refused: 'unreadable' })
    }
    expect(await readReportMail(reportMail(Buffer.from(whole), 'xml'))).toHaveProperty('report')
  })

  test('are refused if they are decompression bombs or not reports', async () => {
    const found: Record<string, string> = {}
    for (const [name, { file, packing }] of Object.entries(await hostileReports())) {
      const reading = await readReportMail(reportMail(file, packing))
      found[name] = 'refused' in reading ? reading.refused : 'read'
    }
    expect(found).toEqual({
      'gzip, 1,000 to 1': 'bomb',
      'gzip, 400 MB in 50 members': 'bomb',
      'gzip, a report and then spaces': 'bomb',
      'gzip in gzip': 'not_xml',
      'zip, 1,000 to 1': 'bomb',
      'zip that says it is small': 'unreadable',
      'zip in gzip': 'not_xml',
      'entities that grow': 'not_xml',
      'a million elements deep': 'not_xml',
      'zip with two entries': 'several_entries',
      'cut gzip': 'unreadable',
      'a page': 'not_xml',
    })
  })

  test('are recognised by their subject', () => {
    const raw = reportMail(Buffer.from('x'), 'gzip')
    expect(announcesReport(raw)).toBe(true)
    const other = Buffer.from('Subject: Your weekly report\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')
    expect([announcesReport(other), mayHoldReport(other)]).toEqual([false, true])
    expect(mayHoldReport(Buffer.from('Subject: Hello\r\nContent-Type: text/plain\r\n\r\n'))).toBe(false)
  })
})
