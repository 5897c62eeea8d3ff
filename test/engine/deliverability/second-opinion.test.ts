import { Resolver } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { spf } from 'mailauth/lib/spf/index.js'
import { describe, expect, test } from 'vitest'
import { checkHost } from '../../../src/engine/deliverability/check-host.ts'
import { organizationOf } from '../../../src/engine/deliverability/dmarc-walk.ts'
import { dmarcFindings } from '../../../src/engine/deliverability/dmarc-findings.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { DELIVERABILITY_SCENARIOS, settingOf } from '../../support/mails/deliverability-scenarios.ts'

/** Senders allowed by the first term, by a later one, or by none. */
const ADDRESSES = ['192.0.2.10', '198.51.100.7', '203.0.113.200', '2001:db8::25']
const ASKED = DELIVERABILITY_SCENARIOS.filter(({ name }) => !/webmail|everybody/.test(name))

async function withZone<T>(scenario: (typeof ASKED)[number], ask: (servers: string[]) => Promise<T>): Promise<T> {
  const server = await startDnsServer(settingOf(scenario).zone)
  try {
    return await ask([server.address])
  } finally {
    await server.stop()
  }
}

type Resolve = (name: string, type: string) => Promise<never>
/** A file of the package that has no types. */
const getDmarcRecord = createRequire(import.meta.url)('mailauth/lib/dmarc/get-dmarc-record.js') as {
  (domain: string, resolve: Resolve): Promise<false | { recordDomain: string }>
  createRecordLookup: (resolve: Resolve) => unknown
  getOrgDomain: (domain: string, lookup: unknown) => Promise<string>
}

const resolverAt = (servers: string[]): Resolve => {
  const resolver = new Resolver({ timeout: 10_000, tries: 2 })
  resolver.setServers(servers)
  return (name, type) => resolver.resolve(name, type) as Promise<never>
}

/** One term each, right or wrong, before an address that is allowed. */
const TERMS = [
  'ip4:192.0.2.0/24',
  'ip4:192.0.2.0/024',
  'ip4:192.0.2.0/33',
  'a/24//64',
  'a:mail.s.example/',
  'a//129',
  'mx,',
  'a:localhost',
  'a:s.example.',
  'include:',
  'exists:%{d0}.s.example',
  'exists:%{d2}',
  'foo=',
  'foo=bar',
  'foo=%a',
  'foo=%{z}',
  'exp=a.s.example exp=b.s.example',
  'ipv4:192.0.2.10',
  'a:mail.s.123',
  'exists:x1.s.example exists:x2.s.example ptr',
]

describe('another parser of the same terms', () => {
  test.each(TERMS)('agrees on %s', async (term) => {
    const scenario = { name: term, zone: { 's.example': { txt: [`v=spf1 ${term} ip4:203.0.113.9 -all`] } }, found: [] }
    await withZone(scenario, async (servers) => {
      const dns = createDnsClient({ servers })
      const given = { email: 'postmaster@s.example', helo: 'mail.s.example' }
      for (const address of ['203.0.113.9', '2001:db8::25']) {
        const own = await checkHost(dns, 's.example', { address, ...given })
        const resolver = resolverAt(servers)
        const other = await spf({ sender: given.email, ip: address, helo: given.helo, resolver, strict: true })
        expect({ address, result: own.result }).toEqual({ address, result: other.status.result })
      }
    })
  })
})

describe('another walk up the same names', () => {
  test.each([
    [{ 's.example': '' }],
    [{ 'b.s.example': '', 's.example': '' }],
    [{ 'b.s.example': 'psd=n', 's.example': '' }],
    [{ 's.example': 'psd=y' }],
    [{ 'a.b.s.example': 'psd=y', 's.example': '' }],
    [{ 'a.b.s.example': 'psd=n', 's.example': '' }],
    [{ 'b.s.example': 'psd=u', example: 'psd=y' }],
  ] as Record<string, string>[][])('finds the same organisation under %j', async (records = {}) => {
    const zone = Object.fromEntries(
      Object.entries(records).map(([name, tag]) => [`_dmarc.${name}`, { txt: [`v=DMARC1; p=none; ${tag}`] }]),
    )
    await withZone({ name: '', zone: { '_dmarc.s.example': null, ...zone }, found: [] }, async (servers) => {
      const lookup = getDmarcRecord.createRecordLookup(resolverAt(servers))
      for (const domain of ['a.b.s.example', 'b.s.example', 's.example'])
        expect([domain, await organizationOf(createDnsClient({ servers }), domain)]).toEqual([
          domain,
          await getDmarcRecord.getOrgDomain(domain, lookup),
        ])
    })
  })
})

describe('another parser of the same records', () => {
  test.each(ASKED.map((scenario) => [scenario.name, scenario] as const))('agrees on %s', async (_, scenario) => {
    const { envelopeDomain, domain } = settingOf(scenario).subject
    await withZone(scenario, async (servers) => {
      const dns = createDnsClient({ servers })
      const resolver = resolverAt(servers)
      for (const address of ADDRESSES) {
        const email = `postmaster@${envelopeDomain}`
        const own = await checkHost(dns, envelopeDomain, { address, email, helo: 'mail.s.example' })
        const other = await spf({ sender: email, ip: address, helo: 'mail.s.example', resolver, strict: true })
        const lookups = Number(Reflect.get(Object(Reflect.get(other, 'lookups')), 'count') ?? 0)
        expect({ address, ...own }).toEqual({ address, result: other.status.result, lookups })
      }
      const { policy, isAnswered } = await dmarcFindings(dns, domain, null)
      const record = isAnswered ? await getDmarcRecord(domain, resolver) : false
      expect(policy?.domain ?? null).toBe(record === false ? null : record.recordDomain)
    })
  })
})
