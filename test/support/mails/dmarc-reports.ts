import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** Aggregate reports as receivers send them, with contents known from generating them. */

export interface MadeRow {
  ip: string
  count: number
  dkim: 'pass' | 'fail'
  spf: 'pass' | 'fail'
  disposition?: string
}

export interface MadeReport {
  org: string
  id: string
  domain: string
  /** Seconds. */
  begin: number
  rows: readonly MadeRow[]
  /** RFC 7489 has no namespace and RFC 9990 has one; some reporters write it as a prefix. */
  form: 'plain' | 'namespace' | 'prefix'
}

export type Packing = 'xml' | 'gzip' | 'zip'

const NAMESPACE = 'urn:ietf:params:xml:ns:dmarc-2.0'

export function reportXml({ org, id, domain, begin, rows, form }: MadeReport): string {
  const p = form === 'prefix' ? 'd:' : ''
  const is2 = form !== 'plain'
  const opening = {
    plain: '<feedback>',
    namespace: `<feedback xmlns="${NAMESPACE}">`,
    prefix: `<d:feedback xmlns:d="${NAMESPACE}">`,
  }
  const records = rows.map(
    ({ ip, count, dkim, spf, disposition = 'none' }) => `
  <${p}record><${p}row><${p}source_ip>${ip}</${p}source_ip><${p}count>${count}</${p}count>
    <${p}policy_evaluated><${p}disposition>${disposition}</${p}disposition><${p}dkim>${dkim}</${p}dkim><${p}spf>${spf}</${p}spf>${
      is2 ? `<${p}reason><${p}type>policy_test_mode</${p}type></${p}reason>` : ''
    }</${p}policy_evaluated></${p}row>
    <${p}identifiers><${p}header_from>${domain}</${p}header_from><${p}envelope_from>b.${domain}</${p}envelope_from></${p}identifiers>
    <${p}auth_results><${p}dkim><${p}domain>${domain}</${p}domain><${p}selector>q1</${p}selector><${p}result>${dkim}</${p}result></${p}dkim>
      <${p}spf><${p}domain>b.${domain}</${p}domain>${is2 ? '' : `<${p}scope>mfrom</${p}scope>`}<${p}result>${spf}</${p}result></${p}spf></${p}auth_results>
  </${p}record>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
${opening[form]}
  ${is2 ? '' : `<${p}version>1.0</${p}version>`}
  <${p}report_metadata><${p}org_name>${org}</${p}org_name><${p}email>noreply-dmarc@receiver.example</${p}email>
    <${p}report_id>${id}</${p}report_id><${p}date_range><${p}begin>${begin}</${p}begin><${p}end>${begin + 86_399}</${p}end></${p}date_range></${p}report_metadata>
  <${p}policy_published><${p}domain>${domain}</${p}domain><${p}adkim>r</${p}adkim><${p}aspf>r</${p}aspf><${p}p>none</${p}p><${p}sp>none</${p}sp>${
    is2 ? `<${p}np>reject</${p}np><${p}testing>n</${p}testing>` : `<${p}pct>100</${p}pct>`
  }</${p}policy_published>${records.join('')}
</${p}feedback>
`
}

export async function zipped(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

export async function packed(xml: string | Buffer, packing: Packing): Promise<Buffer> {
  if (packing === 'gzip') return gzipSync(xml)
  return packing === 'zip' ? zipped({ 'report.xml': Buffer.from(xml) }) : Buffer.from(xml)
}

const TYPES: Readonly<Record<Packing, string>> = { xml: 'text/xml', gzip: 'application/gzip', zip: 'application/zip' }
const ENDS: Readonly<Record<Packing, string>> = { xml: 'xml', gzip: 'xml.gz', zip: 'zip' }

/** @param isBare whether the file is the email itself, without a text beside it */
export function reportMail(
  file: Buffer,
  packing: Packing,
  { domain = 's.example', isBare = false }: { domain?: string; isBare?: boolean } = {},
): Buffer {
  const name = `receiver.example!${domain}!1767225600!1767311999.${ENDS[packing]}`
  const part = [
    `Content-Type: ${TYPES[packing]}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    file.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ].join('\r\n')
  const head = [
    'From: DMARC reports <noreply-dmarc@receiver.example>',
    `To: reports@${domain}`,
    `Subject: Report Domain: ${domain} Submitter: receiver.example\r\n Report-ID: <2026.01.01.1@receiver.example>`,
    'Message-ID: <2026.01.01.1@receiver.example>',
    'Date: Fri, 02 Jan 2026 01:00:00 +0000',
    'MIME-Version: 1.0',
  ].join('\r\n')
  if (isBare) return Buffer.from(`${head}\r\n${part}\r\n`)
  return Buffer.from(
    `${head}\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\nContent-Type: text/plain\r\n\r\nThis is an aggregate report.\r\n--b1\r\n${part}\r\n--b1--\r\n`,
  )
}

const ZEROS = 8_388_608
/** As many gzip members as needed, compressed once: a thousandth of the uncompressed size. */
const manyMembers = (bytes: Buffer, members: number): Buffer =>
  Buffer.concat(Array.from({ length: members }, () => bytes))

/** Changes the size that a zip states for its entry, in both headers. */
function lying(zip: Buffer, size: number): Buffer {
  const changed = Buffer.from(zip)
  changed.writeUInt32LE(size, changed.indexOf('PK\u0001\u0002') + 24)
  changed.writeUInt32LE(size, 22)
  return changed
}

/** Files that must not be read, by what they are. */
export async function hostileReports(): Promise<Record<string, { file: Buffer; packing: Packing; isBomb: boolean }>> {
  const spaces = Buffer.alloc(ZEROS, ' ')
  spaces.write('<feedback>')
  const member = gzipSync(spaces, { level: 9 })
  const bomb = await zipped({ 'report.xml': Buffer.alloc(12_582_912, ' ') })
  const xml = reportXml(SMALL)
  const laughs = `<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "${'ha'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}">]>`
  return {
    'gzip, 1,000 to 1': { file: member, packing: 'gzip', isBomb: true },
    'gzip, 400 MB in 50 members': { file: manyMembers(member, 50), packing: 'gzip', isBomb: true },
    'gzip, a report and then spaces': { file: Buffer.concat([gzipSync(xml), member]), packing: 'gzip', isBomb: true },
    'gzip in gzip': { file: gzipSync(manyMembers(member, 30)), packing: 'gzip', isBomb: true },
    'zip, 1,000 to 1': { file: bomb, packing: 'zip', isBomb: true },
    'zip that says it is small': { file: lying(bomb, 10_000), packing: 'zip', isBomb: true },
    'zip in gzip': { file: gzipSync(bomb), packing: 'gzip', isBomb: true },
    'entities that grow': { file: Buffer.from(laughs + xml.slice(39)), packing: 'xml', isBomb: true },
    'a million elements deep': { file: gzipSync('<feedback>' + '<a>'.repeat(30_000)), packing: 'gzip', isBomb: true },
    'zip with two entries': {
      file: await zipped({ 'a.xml': Buffer.from(xml), 'b.xml': Buffer.from(xml) }),
      packing: 'zip',
      isBomb: false,
    },
    'cut gzip': { file: gzipSync(xml).subarray(0, 200), packing: 'gzip', isBomb: false },
    'a page': { file: Buffer.from('<html><body>hello</body></html>'), packing: 'xml', isBomb: false },
  }
}

const SMALL: MadeReport = {
  org: 'Receiver',
  id: 'r1',
  domain: 's.example',
  begin: 1_767_225_600,
  rows: [],
  form: 'plain',
}

/** Returns deterministic reports in all formats and compressions, 60 of them, with the hostile ones counted separately. */
export function madeReports(count: number): { report: MadeReport; packing: Packing; isBare: boolean }[] {
  const forms = ['plain', 'namespace', 'prefix'] as const
  const packings = ['gzip', 'zip', 'xml'] as const
  return Array.from({ length: count }, (_, index) => ({
    report: {
      org: index % 7 === 0 ? 'Receiver &amp; Sons' : `Receiver ${index % 5}`,
      id: `<${index}.1767225600@receiver.example>`.replace('<', '').replace('>', ''),
      domain: index % 4 === 0 ? 'news.s.example' : 's.example',
      begin: 1_767_225_600 + index * 86_400,
      form: forms[index % 3] ?? 'plain',
      rows: Array.from({ length: (index * 37) % 400 }, (__, row) => ({
        ip: row % 9 === 0 ? `2001:db8::${(row + index).toString(16)}` : `192.0.2.${(row + index) % 256}`,
        count: ((row * 7_919 + index * 104_729) % 5_000) + 1,
        dkim: row % 3 === 0 ? 'fail' : 'pass',
        spf: row % 4 === 0 ? 'fail' : 'pass',
        disposition: ['none', 'quarantine', 'reject'][row % 3] ?? 'none',
      })),
    },
    packing: packings[Math.floor(index / 3) % 3] ?? 'gzip',
    isBare: index % 6 === 5,
  }))
}
