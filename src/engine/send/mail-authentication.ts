import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { IncomingMail } from './incoming-mail.ts'

/**
 * What a mailbox's server found out about the sender of an email (RFC 8601). Servers add headers at the top, so the topmost
 * result that names this server is its own; others are only what the sender says.
 */

const MAX_HEADERS = 20
/** The server that accepted the mail names itself in one of the first headers (RFC 5321 4.4). */
const MAX_HOPS = 6
const MAX_LENGTH = 4_096

interface Results {
  server: string | null
  results: readonly { method: string; result: string; domains: readonly string[] }[]
}

/**
 * Whether the mailbox's own server reports that this email is not from its stated sender.
 * @param servers possible names of the server: its host, the domain of the mailbox.
 */
export function failsAuthentication(mail: IncomingMail, servers: readonly string[]): boolean {
  const own = ownNames(mail, servers)
  const stated = mail.headers('authentication-results').slice(0, MAX_HEADERS).map(readResults)
  const counting = stated.find(({ server }, index) => (server === null ? index === 0 : own.has(sideOf(server))))
  return counting !== undefined && saysForged(counting, mail.from ?? '')
}

/**
 * Domains whose signatures (RFC 6376) the topmost result confirms; null if it says nothing about signatures. Only for one's own
 * emails: anyone may write such a line below the topmost.
 */
export function passedSigners(mail: IncomingMail): string[] | null {
  const [top] = mail.headers('authentication-results').slice(0, 1).map(readResults)
  const said = top?.results.filter(({ method }) => method === 'dkim') ?? []
  return said.length === 0 ? null : said.flatMap(({ result, domains }) => (result === 'pass' ? domains : []))
}

function ownNames(mail: IncomingMail, servers: readonly string[]): Set<string> {
  const hops = mail.headers('received').slice(0, MAX_HOPS)
  const by = hops.flatMap((hop) => /\bby\s{1,5}([a-z0-9.-]{1,253})/i.exec(hop.slice(0, MAX_LENGTH))?.[1] ?? [])
  return new Set([...servers, ...by].map(sideOf))
}

const sideOf = (host: string): string => {
  const name = host.toLowerCase().replace(/\.$/, '')
  return registrableDomain(name) ?? name
}

/** DMARC (RFC 7489) decides; without it, a result for a domain other than the sender's does not help. */
function saysForged({ results }: Results, from: string): boolean {
  const found = (method: string): string[] => results.flatMap((one) => (one.method === method ? [one.result] : []))
  if (found('dmarc').includes('fail') || found('compauth').includes('fail')) return true
  if (found('dmarc').includes('pass')) return false
  const side = sideOf(from.slice(from.lastIndexOf('@') + 1))
  const senders = results.filter(({ method }) => method === 'spf' || method === 'dkim')
  const isProven = senders.some(
    ({ result, domains }) => result === 'pass' && domains.some((name) => sideOf(name) === side),
  )
  return !isProven && senders.some(({ result }) => FAILED.has(result))
}

const FAILED = new Set(['fail', 'hardfail', 'softfail', 'permerror'])
const METHOD = /^([a-z][a-z0-9-]{0,40})(?:\/\d{1,3})?\s{0,5}=\s{0,5}([a-z]{1,20})/
const DOMAIN = /\b(?:header\.(?:d|i|from)|smtp\.(?:mailfrom|mail|helo))\s{0,5}=\s{0,5}"?([^\s;"]{1,320})/g

/** `server.example 1; spf=pass smtp.mailfrom=a@b.example; dkim=fail …`; Exchange omits its name. */
function readResults(header: string): Results {
  const parts = withoutComments(header.slice(0, MAX_LENGTH)).toLowerCase().split(';')
  const isNamed = !METHOD.test(parts[0]?.trim() ?? '')
  const results = (isNamed ? parts.slice(1) : parts).flatMap((part) => {
    const [, method, result] = METHOD.exec(part.trim()) ?? []
    if (method === undefined || result === undefined) return []
    const domains = Array.from(part.matchAll(DOMAIN), ([, name = '']) => name.slice(name.lastIndexOf('@') + 1))
    return [{ method, result, domains }]
  })
  return { server: isNamed ? (parts[0]?.trim().split(/\s/, 1)[0] ?? '') : null, results }
}

/** Comments may contain anything, including `;` (RFC 5322 3.2.2). */
function withoutComments(text: string): string {
  let depth = 0
  let plain = ''
  for (const letter of text) {
    if (letter === '(') depth += 1
    else if (letter === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) plain += letter
  }
  return plain
}
