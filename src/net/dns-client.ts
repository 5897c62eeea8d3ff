import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { knownNamesWitness } from './dns-trust.ts'
import type { DnsWitness } from './dns-trust.ts'
import { createTtlCache } from './ttl-cache.ts'
import { errorCode } from '../lib/text/error-code.ts'

/** DNS as unions: a resolver's everyday answers are values, never exceptions (RFC 5321 5.1, RFC 7505). */

interface DnsAddress {
  address: string
  family: 4 | 6
}

interface MxRecord {
  exchange: string
  priority: number
}

/** The name has no such records: `no_data` (it exists) or `no_domain` (NXDOMAIN). */
type NoAnswer = { outcome: 'no_data' | 'no_domain' }
/**
 * It could not be determined: SERVFAIL, REFUSED, a timeout, a broken reply (`code`). `isOwnProblem`: names that certainly exist
 * are not found either, so this says nothing about the name.
 */
type DnsUnknown = { outcome: 'unknown'; code: string; isOwnProblem: boolean }

/** A before AAAA. */
type AddressAnswer = { outcome: 'found'; addresses: DnsAddress[] } | NoAnswer | DnsUnknown

type MxAnswer =
  /** By preference, lowest first; equal ones in the resolver's order. */
  | { outcome: 'mx'; records: MxRecord[] }
  /** RFC 7505: the domain accepts no mail. */
  | { outcome: 'null_mx' }
  /** No MX: the domain itself is the mail host (RFC 5321 5.1). */
  | { outcome: 'implicit_mx'; addresses: DnsAddress[] }
  | NoAnswer
  | DnsUnknown

/** Names that reverse DNS gives for an address (RFC 1035 3.5), or that an alias points to. */
type PtrAnswer = { outcome: 'found'; names: string[] } | NoAnswer | DnsUnknown

type TxtAnswer = { outcome: 'found'; texts: string[] } | NoAnswer | DnsUnknown

export interface DnsClient {
  resolveAddresses: (host: string) => Promise<AddressAnswer>
  resolveMx: (domain: string) => Promise<MxAnswer>
  resolveTxt: (name: string) => Promise<TxtAnswer>
  /** Not cached: people ask for it, not traffic. */
  resolvePtr: (address: string) => Promise<PtrAnswer>
  /** The target of an alias (RFC 1034 3.6.2); not cached. */
  resolveCname: (name: string) => Promise<PtrAnswer>
  /** Whether names that certainly exist are found. */
  witness: DnsWitness
}

export interface DnsClientOptions {
  /** `address:port`; without any, the system's resolvers. */
  servers?: readonly string[]
  /** For one query, including all attempts and servers. */
  timeoutMs?: number
  /** Names that certainly exist, with MX records. Without any, everything the resolver says is believed. */
  knownNames?: readonly string[]
  /** Called when the resolver is no longer believed, with the reason, and when it is again (null). */
  onTrust?: (problem: string | null) => void
}

const DEFAULT_TIMEOUT_MS = 5_000
/** c-ares asks each server this often, doubling its wait each time. */
const TRIES = 2
/** Answers are cached as long as they say, within these bounds: a TTL of 0 is a rebinding trick or a waste. */
const MIN_KEPT_MS = 10_000
const MAX_KEPT_MS = 3_600_000
/** Node returns MX and TXT answers without a TTL. */
const DEFAULT_KEPT_MS = 300_000
const NEGATIVE_KEPT_MS = 60_000
const UNKNOWN_KEPT_MS = 5_000
const CACHE_ENTRIES = 20_000

interface Kept<T> {
  value: T
  keepMs: number
}

export function createDnsClient(options: DnsClientOptions): DnsClient {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: TRIES })
  if (options.servers !== undefined && options.servers.length > 0) resolver.setServers([...options.servers])
  const witness = knownNamesWitness(resolver, {
    names: options.knownNames ?? [],
    timeoutMs: Math.ceil(timeoutMs / 2),
    ...(options.onTrust && { onChange: options.onTrust }),
  })
  const bounded = async <T extends { outcome: string }>(ask: () => Promise<Kept<T>>): Promise<Kept<T | DnsUnknown>> => {
    const wasLost = witness.problem() !== null
    const answer = await believed(await withTimeout(ask, timeoutMs), witness)
    // The network came back between the query and the witness: an answer from before is not evidence.
    const isFromBefore = wasLost && isNotFound(answer) && witness.problem() === null
    return isFromBefore ? believed(await withTimeout(ask, timeoutMs), witness) : answer
  }
  const addresses = createTtlCache<AddressAnswer>(CACHE_ENTRIES)
  const mx = createTtlCache<MxAnswer>(CACHE_ENTRIES)
  const txt = createTtlCache<TxtAnswer>(CACHE_ENTRIES)
  const resolveAddresses = (host: string): Promise<AddressAnswer> =>
    addresses.get(host.toLowerCase(), () => bounded(() => askAddresses(resolver, host)))
  return {
    resolveAddresses,
    resolveMx: (domain) => mx.get(domain.toLowerCase(), () => bounded(() => askMx(resolver, domain, resolveAddresses))),
    resolveTxt: (name) => txt.get(name.toLowerCase(), () => bounded(() => askTxt(resolver, name))),
    resolvePtr: async (address) =>
      (await withTimeout(() => askNames(() => resolver.reverse(address)), timeoutMs)).value,
    resolveCname: async (name) => (await bounded(() => askNames(() => resolver.resolveCname(name)))).value,
    witness,
  }
}

const NOT_FOUND = new Set(['no_data', 'no_domain', 'unknown'])
const isNotFound = ({ value: { outcome } }: Kept<{ outcome: string }>): boolean => NOT_FOUND.has(outcome)

/** A name that is not found stays in doubt while names that certainly exist are not found either. */
async function believed<T extends { outcome: string }>(
  kept: Kept<T | DnsUnknown>,
  witness: DnsWitness,
): Promise<Kept<T | DnsUnknown>> {
  if (!isNotFound(kept) || (await witness.ask()) === 'trusted') return kept
  const code = 'code' in kept.value ? kept.value.code : 'EUNTRUSTED'
  return { value: { outcome: 'unknown', code, isOwnProblem: true }, keepMs: 0 }
}

async function askAddresses(resolver: Resolver, host: string): Promise<Kept<AddressAnswer>> {
  const literal = isIP(host)
  if (literal === 4 || literal === 6) {
    return { value: { outcome: 'found', addresses: [{ address: host, family: literal }] }, keepMs: MAX_KEPT_MS }
  }
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(host, { ttl: true }),
    resolver.resolve6(host, { ttl: true }),
  ])
  const found: (DnsAddress & { ttl: number })[] = []
  if (v4.status === 'fulfilled') found.push(...v4.value.map((record) => ({ ...record, family: 4 as const })))
  if (v6.status === 'fulfilled') found.push(...v6.value.map((record) => ({ ...record, family: 6 as const })))
  if (found.length === 0)
    return negative(v4.status === 'rejected' ? v4.reason : undefined, v6.status === 'rejected' ? v6.reason : undefined)
  const ttlMs = Math.min(...found.map((record) => record.ttl)) * 1_000
  const keepMs = Math.min(MAX_KEPT_MS, Math.max(MIN_KEPT_MS, ttlMs))
  return { value: { outcome: 'found', addresses: found.map(({ address, family }) => ({ address, family })) }, keepMs }
}

async function askMx(
  resolver: Resolver,
  domain: string,
  resolveAddresses: (host: string) => Promise<AddressAnswer>,
): Promise<Kept<MxAnswer>> {
  try {
    const records = await resolver.resolveMx(domain)
    const named = records
      .map(({ exchange, priority }) => ({ exchange: exchange.toLowerCase(), priority }))
      .filter(({ exchange }) => exchange !== '' && exchange !== '.')
    if (named.length === 0) return { value: { outcome: 'null_mx' }, keepMs: DEFAULT_KEPT_MS }
    return { value: { outcome: 'mx', records: named.sort((a, b) => a.priority - b.priority) }, keepMs: DEFAULT_KEPT_MS }
  } catch (error) {
    if (dnsCode(error) !== 'ENODATA') return negative(error)
    const implicit = await resolveAddresses(domain)
    if (implicit.outcome !== 'found') return { value: implicit, keepMs: keepMsOf(implicit) }
    return { value: { outcome: 'implicit_mx', addresses: implicit.addresses }, keepMs: DEFAULT_KEPT_MS }
  }
}

async function askTxt(resolver: Resolver, name: string): Promise<Kept<TxtAnswer>> {
  try {
    const records = await resolver.resolveTxt(name)
    return { value: { outcome: 'found', texts: records.map((parts) => parts.join('')) }, keepMs: DEFAULT_KEPT_MS }
  } catch (error) {
    return negative(error)
  }
}

async function askNames(ask: () => Promise<string[]>): Promise<Kept<PtrAnswer>> {
  try {
    return { value: { outcome: 'found', names: await ask() }, keepMs: 0 }
  } catch (error) {
    return negative(error)
  }
}

/** One failed query, or the A and AAAA queries for one name: any doubt wins, then NXDOMAIN, then "no such records". */
function negative(...errors: unknown[]): Kept<NoAnswer | DnsUnknown> {
  const codes = errors.filter((error) => error !== undefined).map(dnsCode)
  const doubt = codes.find((code) => code !== 'ENODATA' && code !== 'ENOTFOUND')
  if (doubt !== undefined)
    return { value: { outcome: 'unknown', code: doubt, isOwnProblem: false }, keepMs: UNKNOWN_KEPT_MS }
  const outcome = codes.includes('ENOTFOUND') ? 'no_domain' : 'no_data'
  return { value: { outcome }, keepMs: NEGATIVE_KEPT_MS }
}

const keepMsOf = (answer: NoAnswer | DnsUnknown): number =>
  answer.outcome === 'unknown' ? UNKNOWN_KEPT_MS : NEGATIVE_KEPT_MS

const dnsCode = (error: unknown): string => errorCode(error) || 'EBADNAME'

async function withTimeout<T>(ask: () => Promise<Kept<T>>, timeoutMs: number): Promise<Kept<T | DnsUnknown>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Kept<DnsUnknown>>((resolve) => {
    timer = setTimeout(
      () => resolve({ value: { outcome: 'unknown', code: 'ETIMEOUT', isOwnProblem: false }, keepMs: UNKNOWN_KEPT_MS }),
      timeoutMs,
    )
  })
  return Promise.race([ask(), late]).finally(() => clearTimeout(timer))
}
