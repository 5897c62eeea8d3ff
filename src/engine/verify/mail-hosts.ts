import { isIP } from 'node:net'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { DnsClient } from '../../net/dns-client.ts'
import { addressKind } from '../../net/public-address.ts'
import type { SmtpTarget } from '../../net/smtp/smtp-exchange.ts'
import { providerOf } from './provider-rules.ts'
import type { ProviderRule } from './provider-rules.ts'
import type { VerificationNeeds } from './verification.ts'

/** Where mail for a domain goes (RFC 5321 5.1, RFC 7505), and whether those servers may be contacted. */
export type MailHosts =
  | {
      outcome: 'hosts'
      /** Without MX records the domain itself is the host. */
      implicit: boolean
      /** In the order to try them: by preference, equals shuffled; every address of a host before the next host. */
      targets: SmtpTarget[]
      /** The group whose slots these servers share: one operator, or one host with its addresses. */
      group: string
      provider: ProviderRule | null
    }
  /** The domain cannot receive mail. */
  | { outcome: 'no_domain' | 'no_data' | 'null_mx' }
  /** No resolver gave an answer; `mx` says whether the MX records themselves were seen. */
  | { outcome: 'unknown'; mx: boolean }
  /** Names that certainly exist do not resolve either: the problem is ours. */
  | { outcome: 'no_network' }
  /** There are hosts, but none that we may or can connect to. */
  | { outcome: 'loopback' | 'not_public' | 'no_address'; implicit: boolean; provider: ProviderRule | null }

/** More hosts or addresses than this are a trap or a waste. */
const MAX_HOSTS = 10
const MAX_ADDRESSES = 4

type Needs = Pick<VerificationNeeds, 'dns' | 'guard' | 'identity' | 'random'>

/** Looks up the mail hosts of a domain (A-labels) in DNS. */
export async function findMailHosts(needs: Needs, domain: string): Promise<MailHosts> {
  const answer = await needs.dns.resolveMx(domain)
  if (answer.outcome === 'unknown')
    return answer.isOwnProblem ? { outcome: 'no_network' } : { outcome: 'unknown', mx: false }
  if (answer.outcome === 'implicit_mx') {
    const addresses = answer.addresses.map(({ address }) => address)
    return chooseTargets(needs, [{ mx: domain, addresses }], true)
  }
  if (answer.outcome !== 'mx') return answer
  const names = byPreference(answer.records, needs.random ?? Math.random).slice(0, MAX_HOSTS)
  const hosts = await Promise.all(names.map((mx) => resolveHost(needs.dns, mx)))
  if (hosts.includes('no_network')) return { outcome: 'no_network' }
  if (hosts.every((host) => host === 'unknown')) return { outcome: 'unknown', mx: true }
  return chooseTargets(
    needs,
    hosts.filter((host) => host !== 'unknown' && host !== 'no_network'),
    false,
  )
}

interface Host {
  mx: string
  addresses: string[]
}

/** RFC 6761 6.3: always loopback, whatever a resolver says. */
const LOCAL_NAME = /(?:^|\.)localhost$/

/** An IP literal is not a valid host name (RFC 5321 5.1) and leads nowhere. */
async function resolveHost(dns: DnsClient, mx: string): Promise<Host | 'unknown' | 'no_network'> {
  if (isIP(mx) !== 0) return { mx, addresses: [] }
  if (LOCAL_NAME.test(mx)) return { mx, addresses: ['127.0.0.1'] }
  const found = await dns.resolveAddresses(mx)
  if (found.outcome === 'unknown') return found.isOwnProblem ? 'no_network' : 'unknown'
  return { mx, addresses: found.outcome === 'found' ? found.addresses.map(({ address }) => address) : [] }
}

function byPreference(records: readonly { exchange: string; priority: number }[], random: () => number): string[] {
  return records
    .map(({ exchange, priority }) => ({ exchange, priority, tie: random() }))
    .sort((a, b) => a.priority - b.priority || a.tie - b.tie)
    .map(({ exchange }) => exchange.replace(/\.$/, ''))
}

/** The addresses checked here are the ones the session connects to: an IP literal cannot resolve differently later. */
function chooseTargets({ guard, identity }: Needs, hosts: readonly Host[], implicit: boolean): MailHosts {
  const found = hosts.flatMap(({ mx, addresses }) => addresses.map((address) => ({ mx, address })))
  const provider = hosts[0] === undefined ? null : providerOf(hosts[0].mx)
  const targets = hosts.flatMap(({ mx, addresses }) =>
    addresses
      .filter(guard.allows)
      .slice(0, MAX_ADDRESSES)
      .map((address) => ({ mx, address, port: identity.portOf(mx, address) })),
  )
  if (targets.length > 0) return { outcome: 'hosts', implicit, targets, group: groupOf(targets, provider), provider }
  if (found.length === 0) return { outcome: 'no_address', implicit, provider }
  const kinds = found.map(({ address }) => addressKind(address))
  const local = kinds.every((kind) => kind === 'loopback' || kind === 'unspecified')
  return { outcome: local ? 'loopback' : 'not_public', implicit, provider }
}

/** Each operator is one group; otherwise the best host's registrable domain and its addresses form the group. */
function groupOf(targets: readonly SmtpTarget[], provider: ProviderRule | null): string {
  if (provider !== null) return provider.name
  const best = targets[0]?.mx ?? ''
  const addresses = targets.filter(({ mx }) => mx === best).map(({ address, port }) => `${address}:${port}`)
  return [registrableDomain(best), ...addresses.sort()].join(' ')
}
