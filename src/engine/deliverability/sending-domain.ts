import { dkimFindings } from './dkim-findings.ts'
import { dmarcFindings } from './dmarc-findings.ts'
import type { DmarcPolicy } from './dmarc-findings.ts'
import { organizationOf } from './dmarc-walk.ts'
import { askingOnce } from './domain-dns.ts'
import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding } from './findings.ts'
import { mxFindings } from './mx-findings.ts'
import type { SendingSubject } from './sending-subject.ts'
import { spfFindings } from './spf-findings.ts'
import { incomingFindings, ptrFindings, tlsFindings } from './transport-findings.ts'
import type { PolicyFetcher } from './transport-findings.ts'

export interface SendingDomainNeeds {
  dns: DomainDns
  fetchPolicy: PolicyFetcher
  isWebmail: (domain: string) => boolean
}

/**
 * Everything that receivers of a domain's mail, and those who write to it, may object to; empty if all is well. If DNS did not
 * answer, the result is `unknown`, never missing.
 */
export async function checkSendingDomain(
  { dns, fetchPolicy, isWebmail }: SendingDomainNeeds,
  subject: SendingSubject,
): Promise<{ findings: DomainFinding[]; questions: number }> {
  const { domain } = subject
  if (isWebmail(domain)) return { findings: [domainFinding('domain.webmail', { domain })], questions: 0 }
  const asked = askingOnce(dns)
  const [mx, spf, dkim, dmarc, ptr] = await Promise.all([
    mxFindings(asked, subject),
    spfFindings(asked, subject),
    dkimFindings(asked, subject),
    dmarcFindings(asked, domain, subject.reportsTo),
    ptrFindings(asked, subject),
  ])
  const incoming = await incomingFindings(asked, fetchPolicy, { domain, hosts: mx.hosts })
  const findings = [
    ...mx.findings,
    ...spf.findings,
    ...dkim.findings,
    ...dmarc.findings,
    ...(await alignment(asked, subject, {
      spf: spf.passes,
      signers: dkim.signers,
      policy: dmarc.policy,
      isSigned: speaks(dkim),
    })),
    ...ptr,
    ...tlsFindings(subject),
    ...incoming,
  ]
  return { findings, questions: asked.asked() }
}

/** A provider that signs with its own name says nothing about the domain; whether it could sign for it is a separate finding. */
const speaks = ({ findings }: { findings: readonly DomainFinding[] }): boolean =>
  !findings.some(({ code }) => code === 'dkim.provider_missing')

interface Proofs {
  /** Null if it could not be determined, like `signers`. */
  spf: boolean | null
  signers: readonly string[] | null
  policy: DmarcPolicy | null
  isSigned: boolean
}

/** Each other name costs queries. */
const MAX_NAMES = 3

/** What proves that an email comes from the domain in its From header (RFC 9989 4.4). */
async function alignment(
  dns: DomainDns,
  { domain, envelopeDomain }: SendingSubject,
  { spf, signers, policy, isSigned }: Proofs,
): Promise<DomainFinding[]> {
  const isRelated = async (name: string): Promise<boolean> =>
    name === domain || (await organizationOf(dns, name)) === (await organizationOf(dns, domain))
  const related = new Set<string>()
  for (const name of new Set([...(spf === true ? [envelopeDomain] : []), ...(signers ?? [])].slice(0, MAX_NAMES)))
    if (await isRelated(name)) related.add(name)
  const isAligned = (name: string, isStrict: boolean): boolean => (isStrict ? name === domain : related.has(name))
  const bySpf = (isStrict: boolean) => spf === true && isAligned(envelopeDomain, isStrict)
  const byKey = (isStrict: boolean) => signers?.some((signer) => isAligned(signer, isStrict)) === true
  const proven = { spf: bySpf(policy?.isSpfStrict === true), key: byKey(policy?.isDkimStrict === true) }
  if (proven.key) return []
  if (proven.spf) return signers === null || !isSigned ? [] : [domainFinding('align.spf_only', { domain })]
  if (spf === null || signers === null) return []
  const isTooStrict = bySpf(false) || byKey(false)
  const what = policy?.isDkimStrict === true ? 'adkim=s' : 'aspf=s'
  return [
    ...(isTooStrict ? [domainFinding('dmarc.strict_unaligned', { domain, what })] : []),
    domainFinding('align.none', { domain }),
  ]
}
