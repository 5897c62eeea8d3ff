import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DomainDns } from './domain-dns.ts'
import { tagsOf } from './tag-list.ts'
import type { TagList } from './tag-list.ts'

/** The walk up the names of DNS to the DMARC records above a domain (RFC 9989 4.10). */

export interface DmarcRecord extends TagList {
  domain: string
  text: string
}

type NotFound = { outcome: 'none' | 'several' | 'unanswered'; domain: string }
type Found = { outcome: 'found'; record: DmarcRecord } | NotFound

/** At most this many queries above a domain; longer names are cut to the last seven labels. */
const MAX_LABELS = 7
const ENDS_WALK: ReadonlySet<string> = new Set(['y', 'n'])

/** The record that applies to a domain: its own, otherwise that of its organisation, otherwise that of the public suffix above it. */
export async function recordDeciding(dns: DomainDns, domain: string): Promise<Found> {
  const own = await recordAt(dns, domain)
  if (own.outcome !== 'none') return own
  const above = await recordsAbove(dns, domain)
  if (above === null) return { outcome: 'unanswered', domain }
  const last = above.at(-1)
  if (last === undefined) return own
  const organization = organizationBelow(domain, last)
  return { outcome: 'found', record: above.find((record) => record.domain === organization) ?? last }
}

/**
 * The organisation that a domain belongs to: where `psd=n` is found, one level below `psd=y`, or at the last record. Without any
 * record, or without an answer, the list of public suffixes decides.
 */
export async function organizationOf(dns: DomainDns, domain: string): Promise<string> {
  const own = await recordAt(dns, domain)
  if (own.outcome === 'found' && ENDS_WALK.has(psdOf(own.record))) return domain
  const above = await recordsAbove(dns, domain)
  const last = above?.at(-1) ?? (own.outcome === 'found' ? own.record : undefined)
  if (above === null || last === undefined) return registrableDomain(domain) ?? domain
  return last.domain === domain ? domain : organizationBelow(domain, last)
}

/** From the nearest to the last that counts; null if DNS did not answer. */
async function recordsAbove(dns: DomainDns, domain: string): Promise<DmarcRecord[] | null> {
  const above: DmarcRecord[] = []
  for (const name of namesAbove(domain)) {
    const found = await recordAt(dns, name)
    if (found.outcome === 'unanswered') return null
    if (found.outcome !== 'found') continue
    above.push(found.record)
    if (ENDS_WALK.has(psdOf(found.record))) break
  }
  return above
}

function organizationBelow(domain: string, last: DmarcRecord): string {
  if (psdOf(last) !== 'y') return last.domain
  const labels = last.domain.split('.').length + 1
  return domain.split('.').slice(-labels).join('.')
}

const psdOf = ({ tags }: DmarcRecord): string => tags.get('psd')?.toLowerCase() ?? ''

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
  return { outcome: 'found', record: { domain, text, ...tagsOf(text) } }
}
