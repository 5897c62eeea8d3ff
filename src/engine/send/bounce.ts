import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { DELIVERY_REPORT, isVague, meaningOfStatus, originalIds, statusInText } from './bounce-signs.ts'
import type { Bounce } from './bounce-signs.ts'
import type { IncomingMail } from './incoming-mail.ts'
import { readPlainBounce } from './plain-bounce.ts'

const MAX_RECIPIENTS = 20
const STATUS = /^\s{0,5}([245])\.(\d{1,3})\.(\d{1,3})/
/**
 * Reads a delivery report (RFC 3464), or a plain-text one of the usual families.
 * @returns null for any other mail, and for reports of mail that did arrive.
 */
export function readBounce(mail: IncomingMail): Bounce | null {
  const reports = mail.parts.filter(({ type }) => DELIVERY_REPORT.has(type))
  if (reports.length === 0) return readPlainBounce(mail)
  // A server that passes reports on may add its own.
  return readReport(mail, reports.map(({ text }) => text).join('\n\n'))
}

interface RecipientReport extends Pick<Bounce, 'kind' | 'failure' | 'status'> {
  action: string
  addresses: string[]
}

/** The worst first. */
const KINDS: readonly Bounce['kind'][] = ['hard', 'refused', 'soft']

function readReport(mail: IncomingMail, text: string): Bounce | null {
  const failures = recipientReports(text, mail.text).filter(({ action }) => action === 'failed' || action === 'delayed')
  const kind = KINDS.find((one) => failures.some((failure) => failure.kind === one))
  // One report may cover several addresses; the worst kind counts, and only for the addresses it concerns.
  const telling = failures.filter((failure) => failure.kind === kind)
  const [first] = telling
  if (kind === undefined || first === undefined) return null
  return {
    kind,
    failure: first.failure,
    recipients: [...new Set(telling.flatMap(({ addresses }) => addresses))].slice(0, MAX_RECIPIENTS),
    messageIds: originalIds(mail),
    status: first.status,
  }
}

const LATE = { kind: 'soft', failure: 'other' } as const

/** Groups of fields separated by empty lines; the first is about the whole email (RFC 3464 2.1). */
function recipientReports(text: string, told: string): RecipientReport[] {
  const groups = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)
  return groups.slice(0, MAX_RECIPIENTS + 1).flatMap((group) => {
    const fields = fieldsOf(group)
    const action = (fields.get('action') ?? '').split(/[\s;(]/, 1)[0]?.toLowerCase() ?? ''
    if (action === '') return []
    // The address that mail was forwarded to says little about the address that was written to (RFC 3464 2.3.2).
    const address = addressIn(fields.get('final-recipient'))
    const status = statusOf(fields)
    const said = fields.get('diagnostic-code') ?? (isVague(status) ? reasonIn(told, address) : '')
    const meaning = action === 'delayed' ? LATE : meaningOfStatus(status, said)
    return [{ action, status, ...meaning, addresses: address === null ? [] : [address] }]
  })
}

/** Exim tells people, but not programs, why it gave up on an address itself: below the address, up to the next one. */
function reasonIn(told: string, address: string | null): string {
  if (address === null) return ''
  const lines = told.split('\n', MAX_TOLD_LINES).map((line) => line.trim().replace(/^</, ''))
  const at = lines.findIndex(
    (line) => line.toLowerCase().startsWith(address) && !/^[\w.-]/.test(line.slice(address.length)),
  )
  if (at < 0) return ''
  const below = lines.slice(at + 1, at + 1 + MAX_REASON_LINES)
  const end = below.findIndex((line) => line === '' || LONE_ADDRESS.test(line))
  const beside = lines[at]?.slice(address.length).replace(/^>/, '') ?? ''
  return [beside, ...below.slice(0, end < 0 ? undefined : end)].join(' ').trim()
}

const MAX_TOLD_LINES = 200
const MAX_REASON_LINES = 8
const LONE_ADDRESS = /^<?[^\s@]{1,64}@[^\s@]{1,255}$/

function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of group.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function statusOf(fields: ReadonlyMap<string, string>): string | null {
  const status = STATUS.exec(fields.get('status') ?? '')
  if (status !== null) return `${status[1]}.${Number(status[2])}.${Number(status[3])}`
  return statusInText(fields.get('diagnostic-code') ?? '')
}

const MAX_ADDRESS = 500
/** A local part, or all of an address, as a quoted string (RFC 5321 4.1.2). */
const QUOTED = /^"((?:[^"\\]|\\.)*)"(@.*)?$/s

/** `rfc822; user@example.org` (RFC 3464 2.3.1). */
function addressIn(value = ''): string | null {
  const told = value
    .slice(value.indexOf(';') + 1, MAX_ADDRESS)
    .replace(/[<>]/g, '')
    .trim()
  const [, quoted, domain = ''] = QUOTED.exec(told) ?? []
  const plain = quoted === undefined ? told.replace(/\s/g, '') : quoted.replace(/\\(.)/gs, '$1') + domain
  return parseEmailAddress(plain)?.full ?? null
}
