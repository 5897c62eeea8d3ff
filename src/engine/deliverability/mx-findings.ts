import { isIP } from 'node:net'
import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding, PublishedRecord } from './findings.ts'
import { MAIL_PROVIDERS } from './sending-subject.ts'
import type { SendingSubject } from './sending-subject.ts'

/** RFC 5321 5.1 and 7505, RFC 2181 10.3. Further servers are not checked. */
const MAX_HOSTS = 5

/** Whether answers can arrive, and at which hosts. */
export async function mxFindings(
  dns: DomainDns,
  { domain, provider }: Pick<SendingSubject, 'domain' | 'provider'>,
): Promise<{ findings: DomainFinding[]; hosts: string[] }> {
  const host = provider === null ? null : MAIL_PROVIDERS[provider].mx
  const record: PublishedRecord | null = host === null ? null : { name: domain, type: 'MX', value: `1 ${host}` }
  const answer = await dns.resolveMx(domain)
  if (answer.outcome === 'unknown')
    return { findings: [domainFinding('mx.unanswered', { domain, what: 'MX records' })], hosts: [] }
  if (answer.outcome === 'null_mx') return { findings: [domainFinding('mx.null', { domain }, record)], hosts: [] }
  if (answer.outcome === 'implicit_mx')
    return { findings: [domainFinding('mx.implicit', { domain }, record)], hosts: [domain] }
  if (answer.outcome !== 'mx') return { findings: [domainFinding('mx.none', { domain }, record)], hosts: [] }
  const hosts = answer.records.map(({ exchange }) => exchange)
  const looks = await Promise.all(hosts.slice(0, MAX_HOSTS).map(async (name) => hostFinding(dns, domain, name)))
  const dead = looks.filter((one) => one?.code === 'mx.unresolvable')
  const others = looks.filter((one) => one !== null && one.code !== 'mx.unresolvable')
  const isDead = dead.length === looks.length
  const [first] = dead
  const gone =
    first === undefined || first === null ? [] : isDead ? [first] : [domainFinding('mx.partial', first.details)]
  return { findings: [...gone, ...others.filter((one) => one !== null)], hosts }
}

async function hostFinding(dns: DomainDns, domain: string, host: string): Promise<DomainFinding | null> {
  if (isIP(host) !== 0) return domainFinding('mx.ip', { domain, what: host })
  const [addresses, alias] = await Promise.all([dns.resolveAddresses(host), dns.resolveCname(host)])
  if (alias.outcome === 'found') return domainFinding('mx.cname', { domain, what: host })
  const isGone = addresses.outcome === 'no_domain' || addresses.outcome === 'no_data'
  return isGone ? domainFinding('mx.unresolvable', { domain, what: host }) : null
}
