import { isIP } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { Parser } from 'htmlparser2'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { RefusedReport } from './report-bytes.ts'

/** Mail from one source in a report that received the same evaluation. */
export interface ReportedMail {
  sourceIp: string
  count: number
  disposition: string
  /** The result for DMARC: passed, and aligned with the domain of the header. */
  dkim: 'pass' | 'fail'
  spf: 'pass' | 'fail'
  headerFrom: string
  envelopeFrom: string | null
  /** What was checked, whether aligned with the domain or not. */
  auth: { kind: 'dkim' | 'spf'; domain: string; selector?: string; result: string }[]
}

/** An aggregate report (RFC 9990; RFC 7489, appendix C): all of it is only what its sender says. */
export interface AggregateReport {
  org: string
  email: string | null
  reportId: string
  beginsAt: Date
  endsAt: Date
  domain: string
  /** As published at the time: `p`, `sp`, `np`, `adkim`, `aspf`, `t`, `pct`. */
  policy: Record<string, string>
  rows: ReportedMail[]
}

const MAX_ROWS = 100_000
/** Of the emails of one row: far more than any source sends in a day, and the sum of any number of reports is still a number. */
const MAX_COUNT = 1_000_000_000
const MAX_DEPTH = 12
const MAX_TEXT = 300
const MAX_AUTH = 10
const POLICY_TAGS = ['p', 'sp', 'np', 'adkim', 'aspf', 't', 'testing', 'pct', 'fo'] as const
const DISPOSITIONS = new Set(['none', 'quarantine', 'reject', 'pass'])

/** The content of one element, by the path of names to it. */
type Fields = Map<string, string>

/**
 * Reads the XML of a report as it arrives. Element names count without their namespaces; entities are never defined.
 * @throws RefusedReport
 */
export async function readReportXml(chunks: AsyncIterable<Buffer>): Promise<AggregateReport> {
  const decoder = new StringDecoder('utf8')
  const reading = createReading()
  const parser = new Parser(reading.handler, { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true })
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst && !looksLikeXml(chunk)) throw new RefusedReport('not_xml')
    isFirst = false
    parser.write(decoder.write(chunk))
    reading.refuse()
  }
  parser.write(decoder.end())
  // The parser would close what is open: half a report would be counted as a whole one.
  if (reading.isOpen()) throw new RefusedReport('unreadable')
  parser.end()
  reading.refuse()
  return reading.report()
}

/** After an optional byte order mark and white space. */
const looksLikeXml = (chunk: Buffer): boolean => /^(?:\u00ef\u00bb\u00bf)?\s*</.test(chunk.toString('latin1', 0, 1_024))

function createReading() {
  const path: string[] = []
  const head: Fields = new Map()
  const rows: ReportedMail[] = []
  let row: Fields = new Map()
  let auth: ReportedMail['auth'] = []
  let check: Fields = new Map()
  let text = ''
  let refusal: RefusedReport | null = null

  const close = (): void => {
    const place = path.slice(1).join('/')
    const value = text.trim()
    if (place.startsWith('record/auth_results/')) closeCheck(place, value)
    else if (place === 'record') endRow()
    else if (place.startsWith('record/')) keep(row, place.slice('record/'.length), value)
    else keep(head, place, value)
    path.pop()
    text = ''
  }
  const closeCheck = (place: string, value: string): void => {
    const [, , kind = '', field] = place.split('/')
    if (field !== undefined) return keep(check, field, value)
    if ((kind === 'dkim' || kind === 'spf') && auth.length < MAX_AUTH) auth.push(checkOf(kind, check))
    check = new Map()
  }
  const endRow = (): void => {
    const read = mailOf(row, auth)
    if (read !== null && rows.length === MAX_ROWS) refusal = new RefusedReport('too_many_rows')
    else if (read !== null) rows.push(read)
    row = new Map()
    auth = []
  }
  return {
    handler: {
      onopentag: (name: string) => {
        if (path.length === MAX_DEPTH || (path.length === 0 && localName(name) !== 'feedback'))
          refusal = new RefusedReport('not_xml')
        path.push(localName(name))
        text = ''
      },
      onclosetag: () => void (refusal === null && close()),
      ontext: (data: string) => void (text.length < MAX_TEXT && (text += data.slice(0, MAX_TEXT))),
      onprocessinginstruction: (name: string) => {
        if (name.toLowerCase() === '!doctype') refusal = new RefusedReport('not_xml')
      },
    },
    refuse: (): void => {
      if (refusal !== null) throw refusal
    },
    isOpen: (): boolean => path.length > 0,
    report: () => reportOf(head, rows),
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()

/** Names, addresses and results are plain ASCII; there may be a million of them. */
const WORD = /^[\x21-\x7e]+$/
const word = (text: string | undefined): string => (text !== undefined && WORD.test(text) ? text.toLowerCase() : '')

/** The sender's names for itself and the report. */
const shown = (text: string | undefined): string => untrustedText(text ?? '', MAX_TEXT).text

/** The first value of a name counts. */
function keep(fields: Fields, place: string, value: string): void {
  if (value !== '' && !fields.has(place)) fields.set(place, value)
}

const checkOf = (kind: 'dkim' | 'spf', check: Fields): ReportedMail['auth'][number] => {
  const selector = word(check.get('selector'))
  const result = word(check.get('result')) || 'none'
  return { kind, domain: word(check.get('domain')), ...(selector !== '' && { selector }), result }
}

/** Null for a row without an address or a count. */
function mailOf(row: Fields, auth: ReportedMail['auth']): ReportedMail | null {
  const sourceIp = row.get('row/source_ip') ?? ''
  const count = wholeNumber(row.get('row/count'))
  // An address with a zone (RFC 4007) means nothing elsewhere, and no database takes it.
  if (isIP(sourceIp) === 0 || sourceIp.includes('%') || count === null || count > MAX_COUNT) return null
  const disposition = word(row.get('row/policy_evaluated/disposition'))
  return {
    sourceIp,
    count,
    disposition: DISPOSITIONS.has(disposition) ? disposition : 'none',
    dkim: verdictOf(row.get('row/policy_evaluated/dkim')),
    spf: verdictOf(row.get('row/policy_evaluated/spf')),
    headerFrom: word(row.get('identifiers/header_from')),
    envelopeFrom: word(row.get('identifiers/envelope_from')) || null,
    auth,
  }
}

const verdictOf = (text: string | undefined): 'pass' | 'fail' => (text?.toLowerCase() === 'pass' ? 'pass' : 'fail')

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null
}

const DOMAIN = /^(?=.{4,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/

function reportOf(head: Fields, rows: ReportedMail[]): AggregateReport {
  const domain = (head.get('policy_published/domain') ?? '').toLowerCase().replace(/\.$/, '')
  const begin = wholeNumber(head.get('report_metadata/date_range/begin'))
  const end = wholeNumber(head.get('report_metadata/date_range/end'))
  const reportId = shown(head.get('report_metadata/report_id'))
  if (!DOMAIN.test(domain) || begin === null || end === null || reportId === '' || end < begin || end > MAX_TIME)
    throw new RefusedReport('not_xml')
  const tags = POLICY_TAGS.flatMap((tag) => {
    const value = word(head.get(`policy_published/${tag}`))
    return value === '' ? [] : [[tag, value] as const]
  })
  return {
    org: shown(head.get('report_metadata/org_name')),
    email: parseEmailAddress(head.get('report_metadata/email') ?? '')?.full ?? null,
    reportId,
    beginsAt: new Date(begin * 1_000),
    endsAt: new Date(end * 1_000),
    domain,
    policy: Object.fromEntries(tags),
    rows,
  }
}

/** The year 2100 in seconds: a later value uses some other unit. */
const MAX_TIME = 4_102_444_800
