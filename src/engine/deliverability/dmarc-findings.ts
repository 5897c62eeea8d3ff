import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding, FindingCode, FindingDetails, PublishedRecord } from './findings.ts'
import { recordDeciding } from './dmarc-walk.ts'
import type { DmarcRecord } from './dmarc-walk.ts'

/** How a domain wants unauthenticated mail in its name to be treated (DMARC, RFC 9989). */

export interface DmarcPolicy {
  /** The name at which the record was found. */
  domain: string
  isDkimStrict: boolean
  isSpfStrict: boolean
}

const POLICIES: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject'])
/** Tags of RFC 7489 that have since been removed. */
const REMOVED = ['pct', 'rf', 'ri']
const POLICY_TAGS = ['p', 'sp', 'np']
/** Reports go to addresses of mail alone (RFC 9990). */
const REPORT_ADDRESS = /^\s*mailto:[^@\s]+@([^!?\s]+)/i
const MAX_REPORTS = 3

/** @returns the findings, and the policy that applies; null if there is none, or it could not be determined. */
export async function dmarcFindings(
  dns: DomainDns,
  domain: string,
  reportsTo: string | null,
): Promise<{ findings: DomainFinding[]; policy: DmarcPolicy | null; isAnswered: boolean }> {
  const found = await recordDeciding(dns, domain)
  const proposed = `v=DMARC1; p=none${reportsTo === null ? '' : `; rua=mailto:${reportsTo}`}`
  const right: PublishedRecord = { name: `_dmarc.${registrableDomain(domain)}`, type: 'TXT', value: proposed }
  const say = (code: FindingCode, more: Partial<FindingDetails> = {}, record: PublishedRecord | null = null) =>
    domainFinding(code, { domain, ...more }, record)
  if (found.outcome === 'unanswered')
    return { findings: [say('dmarc.unanswered', { what: 'DMARC record' })], policy: null, isAnswered: false }
  if (found.outcome === 'several')
    return {
      findings: [say('dmarc.several', { what: `_dmarc.${found.domain}` }, right)],
      policy: null,
      isAnswered: true,
    }
  if (found.outcome !== 'found') {
    const misplaced = await isAtApex(dns, domain)
    const findings = [say('dmarc.none', {}, right), ...(misplaced ? [say('dmarc.wrong_place', {}, right)] : [])]
    return { findings, policy: null, isAnswered: true }
  }
  const { record } = found
  const findings = [
    ...recordFindings(record, { domain, say, right, reportsTo }),
    ...(await reportFindings(dns, domain, record, say)),
  ]
  const policy = {
    domain: record.domain,
    isDkimStrict: record.tags.get('adkim')?.toLowerCase() === 's',
    isSpfStrict: record.tags.get('aspf')?.toLowerCase() === 's',
  }
  return { findings, policy, isAnswered: true }
}

type Say = (code: FindingCode, more?: Partial<FindingDetails>, record?: PublishedRecord | null) => DomainFinding

function* recordFindings(
  { domain: at, text, tags, again, broken }: DmarcRecord,
  { domain, say, right, reportsTo }: { domain: string; say: Say; right: PublishedRecord; reportsTo: string | null },
): Generator<DomainFinding> {
  const what = `_dmarc.${at}`
  if (at !== domain) yield say('dmarc.inherited', { what })
  if (broken !== null) {
    yield say('dmarc.syntax', { what }, right)
    return
  }
  const policy = ((at === domain ? undefined : tags.get('sp')) ?? tags.get('p'))?.toLowerCase()
  const hasReports = (tags.get('rua') ?? '').split(',').some((address) => REPORT_ADDRESS.test(address))
  // RFC 9989 4.10.1: one policy that is none spoils all; without any, a record that requests reports counts as `none`.
  const isKnown = POLICY_TAGS.every((tag) => POLICIES.has(tags.get(tag)?.toLowerCase() ?? 'none'))
  if (!isKnown || (policy === undefined && !hasReports)) {
    yield say('dmarc.no_policy', { what }, right)
    return
  }
  if (policy === undefined || policy === 'none') yield say('dmarc.p_none')
  const better = (value: string): PublishedRecord => ({ name: what, type: 'TXT', value })
  const asked = reportsTo === null ? null : better(`${without(text, ['rua'])}; rua=mailto:${reportsTo}`)
  if (!hasReports) yield say('dmarc.no_rua', {}, asked)
  const removed = REMOVED.filter((tag) => tags.has(tag))
  if (removed.length > 0) yield say('dmarc.removed_tags', { what: removed.join(', ') }, better(without(text, removed)))
  if (tags.get('t')?.toLowerCase() === 'y') yield say('dmarc.testing', {}, better(without(text, ['t'])))
  const [twice] = again
  if (twice !== undefined) yield say('dmarc.duplicate_tag', { what: twice }, better(without(text, [])))
}

/** The record with each tag once, and without some of them. */
function without(text: string, dropped: readonly string[]): string {
  const kept = new Map<string, string>()
  for (const part of text.split(';').map((one) => one.trim())) {
    const name = part
      .slice(0, Math.max(part.indexOf('='), 0))
      .trim()
      .toLowerCase()
    if (name !== '' && !dropped.includes(name) && !kept.has(name)) kept.set(name, part)
  }
  return [...kept.values()].join('; ')
}

/** Another organisation has to publish that it accepts the reports (RFC 9990 section 4). */
async function reportFindings(
  dns: DomainDns,
  domain: string,
  { domain: at, tags }: DmarcRecord,
  say: Say,
): Promise<DomainFinding[]> {
  const addresses = (tags.get('rua') ?? '').split(',', MAX_REPORTS)
  const others = new Set<string>()
  for (const address of addresses) {
    const [, host = ''] = REPORT_ADDRESS.exec(address) ?? []
    if (host !== '' && registrableDomain(host.toLowerCase()) !== registrableDomain(at)) others.add(host.toLowerCase())
  }
  const findings: DomainFinding[] = []
  for (const host of others) {
    const name = `${at}._report._dmarc.${host}`
    const answer = await dns.resolveTxt(name)
    const agrees = answer.outcome === 'found' && answer.texts.some((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text))
    if (answer.outcome === 'unknown' || agrees) continue
    findings.push(say('dmarc.rua_unauthorised', { domain, what: host }, { name, type: 'TXT', value: 'v=DMARC1' }))
  }
  return findings
}

async function isAtApex(dns: DomainDns, domain: string): Promise<boolean> {
  const answer = await dns.resolveTxt(domain)
  return answer.outcome === 'found' && answer.texts.some((text) => /^v\s*=\s*DMARC1\b/i.test(text))
}
