import { BlockList, isIP } from 'node:net'
import type { DnsClient } from '../../net/dns-client.ts'

/**
 * Whether a domain lets an address send in its name, by SPF (RFC 7208): mechanisms all, ip4, ip6, a, mx, include and the
 * modifier redirect. `unclear` for what needs more (exists, ptr, macros), for broken records and for failed look-ups.
 */
export type SpfAnswer = 'pass' | 'fail' | 'none' | 'several' | 'unclear'

/** RFC 7208 4.6.4. */
const MAX_LOOKUPS = 10
const TERM = /^([-+~?]?)(all|ip4|ip6|a|mx|include|redirect)(?:[:=]([^/]+))?(\/\d{1,3})?(?:\/\/\d{1,3})?$/i

interface Search {
  dns: Pick<DnsClient, 'resolveTxt' | 'resolveAddresses' | 'resolveMx'>
  address: string
  lookups: number
}

export const spfOf = (dns: Search['dns'], domain: string, address: string): Promise<SpfAnswer> =>
  judge({ dns, address, lookups: 0 }, domain)

async function judge(search: Search, domain: string): Promise<SpfAnswer> {
  const answer = await search.dns.resolveTxt(domain)
  if (answer.outcome === 'unknown') return 'unclear'
  const records = (answer.outcome === 'found' ? answer.texts : []).filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  if (record === undefined) return 'none'
  if (records.length > 1) return 'several'
  let redirect: string | null = null
  for (const text of record.split(' ').slice(1).filter(Boolean)) {
    const [, sign = '', name = '', value = domain, length = ''] = TERM.exec(text) ?? []
    if (name.toLowerCase() === 'redirect') redirect = value
    else {
      const matches = await termMatches(search, { name: name.toLowerCase(), value, length })
      if (matches === null) return 'unclear'
      if (matches) return sign === '' || sign === '+' ? 'pass' : 'fail'
    }
  }
  if (redirect === null) return 'fail'
  return ++search.lookups > MAX_LOOKUPS ? 'unclear' : judge(search, redirect)
}

interface Term {
  name: string
  value: string
  length: string
}

/** Null when that cannot be told. */
async function termMatches(search: Search, { name, value, length }: Term): Promise<boolean | null> {
  if (name === 'all') return true
  if (name === 'ip4' || name === 'ip6') return isInside(search.address, value, length)
  if (name === '' || value.includes('%') || ++search.lookups > MAX_LOOKUPS) return null
  if (name === 'include') {
    const inner = await judge(search, value)
    return inner === 'pass' ? true : inner === 'fail' ? false : null
  }
  const hosts = name === 'a' ? [value] : await mailHosts(search, value)
  if (hosts === null) return null
  for (const host of hosts) {
    const found = await search.dns.resolveAddresses(host)
    if (found.outcome === 'unknown') return null
    if (found.outcome !== 'found') continue
    if (found.addresses.some(({ address }) => isInside(search.address, address, length))) return true
  }
  return false
}

async function mailHosts({ dns }: Search, domain: string): Promise<string[] | null> {
  const answer = await dns.resolveMx(domain)
  if (answer.outcome === 'unknown') return null
  return answer.outcome === 'mx' ? answer.records.slice(0, MAX_LOOKUPS).map(({ exchange }) => exchange) : []
}

function isInside(address: string, network: string, length: string): boolean {
  const family = isIP(network)
  if (family === 0 || family !== isIP(address)) return false
  const most = family === 4 ? 32 : 128
  const bits = length === '' ? most : Number(length.slice(1))
  if (bits > most) return false
  const list = new BlockList()
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(network, bits, kind)
  return list.check(address, kind)
}

/** The domains whose SPF records a domain's own one takes in, however deep; within the look-ups of RFC 7208 4.6.4. */
export async function spfIncludes(dns: Pick<DnsClient, 'resolveTxt'>, domain: string): Promise<string[]> {
  const found = new Set([domain])
  for (const name of found) {
    const answer = await dns.resolveTxt(name)
    const record = answer.outcome === 'found' ? answer.texts.find((text) => /^v=spf1(?: |$)/i.test(text)) : undefined
    for (const term of record?.split(' ') ?? []) {
      const [, included] = /^\+?(?:include:|redirect=)([^/%]{1,253})$/i.exec(term) ?? []
      if (included !== undefined && found.size <= MAX_LOOKUPS) found.add(included.toLowerCase())
    }
  }
  return [...found].slice(1)
}
