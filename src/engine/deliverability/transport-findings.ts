import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding } from './findings.ts'
import type { SendingSubject } from './sending-subject.ts'

/** Names of addresses, TLS on the way out, and what a domain requires of those who write to it (RFC 8461, RFC 8460). */

/** Fetches the text of an MTA-STS policy; `missing` for any answer that is not one. */
export type PolicyFetcher = (
  domain: string,
) => Promise<{ outcome: 'found'; text: string } | { outcome: 'missing' | 'unknown' }>

const MAX_ADDRESSES = 3
const MODES: ReadonlySet<string> = new Set(['enforce', 'testing', 'none'])

export async function ptrFindings(
  dns: DomainDns,
  { domain, provider, addresses }: SendingSubject,
): Promise<DomainFinding[]> {
  if (provider !== null) return []
  const looks = addresses.slice(0, MAX_ADDRESSES).map(async (address): Promise<DomainFinding[]> => {
    const answer = await dns.resolvePtr(address)
    if (answer.outcome === 'unknown') return []
    if (answer.outcome !== 'found' || answer.names.length === 0)
      return [domainFinding('ptr.none', { domain, what: address })]
    const back = await Promise.all(answer.names.slice(0, MAX_ADDRESSES).map((name) => dns.resolveAddresses(name)))
    if (back.some(({ outcome }) => outcome === 'unknown')) return []
    const leadsBack = back.some(
      (one) => one.outcome === 'found' && one.addresses.some((each) => each.address === address),
    )
    return leadsBack ? [] : [domainFinding('ptr.mismatch', { domain, what: address })]
  })
  return (await Promise.all(looks)).flat()
}

export function tlsFindings({ domain, smtpHost, tls }: SendingSubject): DomainFinding[] {
  if (tls === 'none') return [domainFinding('tls.none', { domain, what: smtpHost })]
  return tls === 'certificate' ? [domainFinding('tls.certificate', { domain, what: smtpHost })] : []
}

/** @param hosts mail servers of the domain. */
export async function incomingFindings(
  dns: DomainDns,
  fetchPolicy: PolicyFetcher,
  { domain, hosts }: { domain: string; hosts: readonly string[] },
): Promise<DomainFinding[]> {
  const [sts, reports] = await Promise.all([
    dns.resolveTxt(`_mta-sts.${domain}`),
    dns.resolveTxt(`_smtp._tls.${domain}`),
  ])
  // RFC 8461 3.1, RFC 8460 3: with several records there is none.
  const has = (answer: typeof sts, start: RegExp, needed: RegExp) => {
    const texts = answer.outcome === 'found' ? answer.texts.filter((text) => start.test(text)) : []
    return texts.length === 1 && needed.test(texts[0] ?? '')
  }
  const findings: DomainFinding[] = []
  if (has(sts, /^v=STSv1\s*;/, /;\s*id\s*=\s*[a-z0-9]{1,32}\s*(?:;|$)/i))
    findings.push(...(await policyFindings(fetchPolicy, domain, hosts)))
  else if (sts.outcome !== 'unknown') findings.push(domainFinding('sts.none', { domain }))
  if (reports.outcome !== 'unknown' && !has(reports, /^v=TLSRPTv1\s*;/, /;\s*rua\s*=\s*(?:mailto|https):/i))
    findings.push(domainFinding('tlsrpt.none', { domain }))
  return findings
}

async function policyFindings(
  fetchPolicy: PolicyFetcher,
  domain: string,
  hosts: readonly string[],
): Promise<DomainFinding[]> {
  const policy = await fetchPolicy(domain)
  if (policy.outcome === 'unknown') return []
  const lines = policy.outcome === 'found' ? policy.text.split(/\r?\n/).map((line) => line.split(':', 2)) : []
  const valuesOf = (name: string) =>
    lines.filter(([key = '']) => key.trim() === name).map(([, value = '']) => value.trim().toLowerCase())
  const [mode = ''] = valuesOf('mode')
  const isRead =
    valuesOf('version')[0] === 'stsv1' && MODES.has(mode) && /^\d{1,10}$/.test(valuesOf('max_age')[0] ?? '')
  if (!isRead) return [domainFinding('sts.no_policy', { domain })]
  if (mode === 'none') return [domainFinding('sts.none', { domain })]
  const names = valuesOf('mx')
  const missing = hosts.find((host) => !names.some((name) => covers(name, host)))
  return [
    ...(mode === 'testing' ? [domainFinding('sts.testing', { domain })] : []),
    ...(missing === undefined ? [] : [domainFinding('sts.mx_missing', { domain, what: missing })]),
  ]
}

/** RFC 8461 4.1: a wildcard stands for one label. */
const covers = (name: string, host: string): boolean =>
  name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1))
