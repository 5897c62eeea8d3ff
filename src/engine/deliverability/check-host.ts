import { BlockList, isIP } from 'node:net'
import type { DomainDns } from './domain-dns.ts'
import { expandSpf } from './spf-macro.ts'
import type { SpfSender } from './spf-macro.ts'
import { isSpf, readSpf } from './spf-record.ts'
import type { SpfMechanism } from './spf-record.ts'

/** Results of check_host() (RFC 7208 2.6). */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror'

/** RFC 7208 4.6.4: limits for look-ups, look-ups without an answer, and mail hosts of one name. */
export const MAX_LOOKUPS = 10
export const MAX_VOIDS = 2
export const MAX_MAIL_HOSTS = 10

interface Judgement {
  dns: Pick<DomainDns, 'resolveTxt' | 'resolveMx' | 'resolveAddresses' | 'resolvePtr'>
  sender: SpfSender
  lookups: number
  voids: number
}

const QUALIFIED = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const

/** Ends an evaluation at any depth. */
class SpfError extends Error {
  readonly result: 'temperror' | 'permerror'
  constructor(result: 'temperror' | 'permerror') {
    super(`SPF ends in ${result}.`)
    this.result = result
  }
}

/** Whether a domain permits an address to send in its name, and how many look-ups that took: check_host() of RFC 7208 4. */
export async function checkHost(
  dns: Judgement['dns'],
  domain: string,
  sender: SpfSender,
): Promise<{ result: SpfResult; lookups: number }> {
  const judgement = { dns, sender, lookups: 0, voids: 0 }
  try {
    return { result: await judge(judgement, domain), lookups: judgement.lookups }
  } catch (error) {
    if (error instanceof SpfError) return { result: error.result, lookups: judgement.lookups }
    throw error
  }
}

async function judge(judgement: Judgement, domain: string): Promise<SpfResult> {
  const answer = await judgement.dns.resolveTxt(domain)
  if (answer.outcome === 'unknown') throw new SpfError('temperror')
  const records = answer.outcome === 'found' ? answer.texts.filter(isSpf) : []
  const [text] = records
  if (text === undefined) return 'none'
  if (records.length > 1) throw new SpfError('permerror')
  const { mechanisms, redirect, broken } = readSpf(text)
  if (broken !== null) throw new SpfError('permerror')
  for (const mechanism of mechanisms)
    if (await matches(judgement, domain, mechanism)) return QUALIFIED[mechanism.qualifier]
  if (redirect === null) return 'neutral'
  count(judgement)
  const result = await judge(judgement, expandSpf(redirect, domain, judgement.sender))
  if (result === 'none') throw new SpfError('permerror')
  return result
}

function count(judgement: Judgement): void {
  if (++judgement.lookups > MAX_LOOKUPS) throw new SpfError('permerror')
}

function countVoid(judgement: Judgement): void {
  if (++judgement.voids > MAX_VOIDS) throw new SpfError('permerror')
}

async function matches(judgement: Judgement, domain: string, mechanism: SpfMechanism): Promise<boolean> {
  const { name, value, cidr4, cidr6 } = mechanism
  const { sender, dns } = judgement
  if (name === 'all') return true
  if (name === 'ip4') return isInside(sender.address, value ?? '', cidr4)
  if (name === 'ip6') return isInside(sender.address, value ?? '', cidr6)
  count(judgement)
  const target = expandSpf(value ?? domain, domain, sender)
  if (name === 'include') {
    const result = await judge(judgement, target)
    if (result === 'none') throw new SpfError('permerror')
    return result === 'pass'
  }
  if (name === 'exists') return (await addressesOf(judgement, target, { family: 4 })).length > 0
  if (name === 'ptr') return named(judgement, target)
  const family = isIP(sender.address)
  const inside = async (host: string, isCounted: boolean): Promise<boolean> =>
    (await addressesOf(judgement, host, { family, isCounted })).some((address) =>
      isInside(sender.address, address, family === 4 ? cidr4 : cidr6),
    )
  if (name === 'a') return inside(target, true)
  const answer = await dns.resolveMx(target)
  if (answer.outcome === 'unknown') throw new SpfError('temperror')
  if (answer.outcome !== 'mx') {
    if (answer.outcome !== 'null_mx') countVoid(judgement)
    return false
  }
  if (answer.records.length > MAX_MAIL_HOSTS) throw new SpfError('permerror')
  for (const { exchange } of answer.records) if (await inside(exchange, false)) return true
  return false
}

/** Addresses of the sender's family: an answer without one counts as empty (RFC 7208 5). */
async function addressesOf(
  judgement: Judgement,
  host: string,
  { family, isCounted = true }: { family: number; isCounted?: boolean },
): Promise<string[]> {
  const answer = await judgement.dns.resolveAddresses(host)
  if (answer.outcome === 'unknown') throw new SpfError('temperror')
  const all = answer.outcome === 'found' ? answer.addresses : []
  const found = all.filter((one) => one.family === family).map(({ address }) => address)
  if (found.length === 0 && isCounted) countVoid(judgement)
  return found
}

/** RFC 7208 5.5: whether a name of the address resolves back to it and is within the domain. */
async function named(judgement: Judgement, domain: string): Promise<boolean> {
  const { dns, sender } = judgement
  const answer = await dns.resolvePtr(sender.address)
  if (answer.outcome !== 'found' && answer.outcome !== 'unknown') countVoid(judgement)
  const names = answer.outcome === 'found' ? answer.names.slice(0, MAX_MAIL_HOSTS) : []
  for (const name of names.map((one) => one.toLowerCase())) {
    if (name !== domain && !name.endsWith(`.${domain}`)) continue
    const back = await dns.resolveAddresses(name)
    if (back.outcome === 'found' && back.addresses.some(({ address }) => address === sender.address)) return true
  }
  return false
}

function isInside(address: string, network: string, length: number | null): boolean {
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, length ?? (family === 4 ? 32 : 128), kind)
  return list.check(address, kind)
}
