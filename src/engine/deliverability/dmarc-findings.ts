import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding, FindingCode, FindingDetails, PublishedRecord } from './findings.ts'
import { tagsOf } from './tag-list.ts'
import type { TagList } from './tag-list.ts'

/** How a domain wants unauthenticated mail in its name to be treated (DMARC, RFC 9989). */

export interface DmarcPolicy {
  /** The name at which the record was found. */
  domain: string
  isDkimStrict: boolean
  isSpfStrict: boolean
}

interface DmarcRecord extends TagList {
  domain: string
}

type NotFound = { outcome: 'none' | 'several' | 'unanswered'; domain: string }
type Found = { outcome: 'found'; record: DmarcRecord } | NotFound

/** RFC 9989 4.10: at most this many queries; longer names are cut to the last seven labels. */
const MAX_LABELS = 7
const POLICIES: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject'])
/** Tags of RFC 7489 that have since been removed. */
const REMOVED = ['pct', 'rf', 'ri']
const MAX_REPORTS = 3

/** @returns the findings, and the policy that applies; null if there is none, or it could not be determined. */
export async function dmarcFindings(
  dns: DomainDns,
  domain: string,
  reportsTo: string | null,
): Promise<{ findings: DomainFinding[]; policy: DmarcPolicy | null; isAnswered: boolean }> {
  const found: Found = await deciding(dns, domain)
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
    ...recordFindings(record, { domain, say, right }),
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
  { domain: at, tags, again, broken }: DmarcRecord,
  { domain, say, right }: { domain: string; say: Say; right: PublishedRecord },
): Generator<DomainFinding> {
  const what = `_dmarc.${at}`
  if (at !== domain) yield say('dmarc.inherited', { what })
  if (broken !== null) {
    yield say('dmarc.syntax', { what }, right)
    return
  }
  const policy = ((at === domain ? undefined : tags.get('sp')) ?? tags.get('p'))?.toLowerCase()
  const hasReports = (tags.get('rua') ?? '') !== ''
  // RFC 9989 4.7: without a policy, a record that requests reports counts as `none`.
  if (policy === undefined ? !hasReports : !POLICIES.has(policy)) {
    yield say('dmarc.no_policy', { what }, right)
    return
  }
  if (policy === undefined || policy === 'none') yield say('dmarc.p_none')
  if (!hasReports) yield say('dmarc.no_rua', {}, right)
  const removed = REMOVED.filter((tag) => tags.has(tag))
  if (removed.length > 0) yield say('dmarc.removed_tags', { what: removed.join(', ') })
  if (tags.get('t')?.toLowerCase() === 'y') yield say('dmarc.testing')
  const [twice] = again
  if (twice !== undefined) yield say('dmarc.duplicate_tag', { what: twice })
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
    const [, host = ''] = /^\s*mailto:[^@\s]+@([^!?\s]+)/i.exec(address) ?? []
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

/**
 * The record that applies to a domain (RFC 9989 4.10): its own, otherwise that of its organisation, otherwise that of the
 * public suffix above it. Walking up, the organisation is where `psd=n` is found, one level below `psd=y`, or at the last
 * record.
 */
async function deciding(dns: DomainDns, domain: string): Promise<Found> {
  const own = await recordAt(dns, domain)
  if (own.outcome !== 'none') return own
  const above: DmarcRecord[] = []
  for (const name of namesAbove(domain)) {
    const found = await recordAt(dns, name)
    if (found.outcome === 'unanswered') return found
    if (found.outcome !== 'found') continue
    above.push(found.record)
    if (['y', 'n'].includes(found.record.tags.get('psd')?.toLowerCase() ?? '')) break
  }
  const last = above.at(-1)
  if (last === undefined) return own
  const isSuffix = last.tags.get('psd')?.toLowerCase() === 'y'
  const organization = isSuffix ? above.find(({ domain: name }) => isRightBelow(name, last.domain)) : last
  return { outcome: 'found', record: organization ?? last }
}

const isRightBelow = (name: string, suffix: string): boolean =>
  name.endsWith(`.${suffix}`) && !name.slice(0, -suffix.length - 1).includes('.')

function namesAbove(domain: string): string[] {
  const labels = domain.split('.')
  const first = Math.max(1, labels.length - MAX_LABELS)
  return Array.from({ length: labels.length - first }, (_, index) => labels.slice(first + index).join('.'))
}

async function recordAt(dns: DomainDns, domain: string): Promise<Found> {
  const answer = await dns.resolveTxt(`_dmarc.${domain}`)
  if (answer.outcome === 'unknown') return { outcome: 'unanswered', domain }
  const texts = (answer.outcome === 'found' ? answer.texts : []).filter((text) =>
    /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(text),
  )
  const [text] = texts
  if (text === undefined) return { outcome: 'none', domain }
  if (texts.length > 1) return { outcome: 'several', domain }
  return { outcome: 'found', record: { domain, ...tagsOf(text) } }
}
