import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DnsClient } from '../../net/dns-client.ts'

/** What a domain wants done with mail in its name that nothing proves (RFC 7489). */
export type DmarcAnswer =
  | {
      outcome: 'found'
      /** Under which name the record stands: the domain, or the one it belongs to. */
      domain: string
      policy: 'none' | 'quarantine' | 'reject'
      /** Only a signature of exactly this domain counts. */
      isDkimStrict: boolean
    }
  | { outcome: 'none' | 'several' | 'broken' | 'unclear' }

/** RFC 7489 6.6.3: the domain itself, else the one that was registered. */
export async function dmarcOf(dns: Pick<DnsClient, 'resolveTxt'>, domain: string): Promise<DmarcAnswer> {
  const own = await recordOf(dns, domain, 'p')
  const above = registrableDomain(domain)
  return own.outcome === 'none' && above !== domain ? recordOf(dns, above, 'sp') : own
}

/** @param policyTag `sp` says what holds for sub-domains; without it they have the policy of all. */
async function recordOf(
  dns: Pick<DnsClient, 'resolveTxt'>,
  domain: string,
  policyTag: 'p' | 'sp',
): Promise<DmarcAnswer> {
  const answer = await dns.resolveTxt(`_dmarc.${domain}`)
  if (answer.outcome === 'unknown') return { outcome: 'unclear' }
  const records = (answer.outcome === 'found' ? answer.texts : []).filter((text) =>
    /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text),
  )
  const [record] = records
  if (record === undefined) return { outcome: 'none' }
  if (records.length > 1) return { outcome: 'several' }
  const tags = tagsOf(record)
  const policy = POLICIES.find((name) => name === (tags.get(policyTag) ?? tags.get('p')))
  return policy === undefined
    ? { outcome: 'broken' }
    : { outcome: 'found', domain, policy, isDkimStrict: tags.get('adkim') === 's' }
}

const POLICIES = ['none', 'quarantine', 'reject'] as const
const MAX_TAGS = 50

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';', MAX_TAGS).map((tag) => {
      const [name = '', value = ''] = tag.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    }),
  )
