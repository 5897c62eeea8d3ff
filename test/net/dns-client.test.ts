import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDnsClient, type DnsClient } from '../../src/net/dns-client.ts'
import { startDnsServer } from '../internet/dns-server.ts'
import { type Internet, startInternet } from '../internet/internet.ts'
import type { ZoneEntry } from '../internet/test-site.ts'

describe('the DNS client', () => {
  let internet: Internet
  let dns: DnsClient

  beforeAll(async () => {
    internet = await startInternet({
      sites: [],
      zone: {
        'both.test': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
        'six.test': { aaaa: ['2001:db8::6'] },
        'empty.test': {},
        'broken.test': { rcode: 'SERVFAIL' },
        'mail.test': {
          mx: [
            { exchange: 'b.mail.test', preference: 20 },
            { exchange: 'a.mail.test', preference: 10 },
          ],
          txt: ['v=spf1 include:spf.example -all'],
        },
        'implicit.test': { a: ['192.0.2.9'] },
        'no-mail.test': { mx: [{ exchange: '.', preference: 0 }] },
        'crowd.test': { a: Array.from({ length: 60 }, (_, i) => `192.0.2.${i + 1}`) },
        'turning.test': { rebind: [['192.0.2.1'], ['192.0.2.2']], ttl: 0 },
      },
    })
    dns = createDnsClient({ servers: [internet.dnsServer], timeoutMs: 10_000 })
  })
  afterAll(() => internet.stop())

  test('returns IPv4 addresses before IPv6 addresses', async () => {
    const answer = await dns.resolveAddresses('both.test')
    expect(answer).toMatchObject({ outcome: 'found' })
    expect(answer.outcome === 'found' && answer.addresses.map(({ family }) => family)).toEqual([4, 4, 6])
    expect(await dns.resolveAddresses('six.test')).toEqual({
      outcome: 'found',
      addresses: [{ address: '2001:db8::6', family: 6 }],
    })
  })

  test('distinguishes a name without addresses from a nonexistent name and from a failing server', async () => {
    expect(await dns.resolveAddresses('empty.test')).toEqual({ outcome: 'no_data' })
    expect(await dns.resolveAddresses('nowhere.both.test')).toEqual({ outcome: 'no_domain' })
    expect(await dns.resolveAddresses('broken.test')).toEqual({
      outcome: 'unknown',
      code: 'ESERVFAIL',
      isOwnProblem: false,
    })
    expect(await dns.resolveAddresses('stranger.test')).toEqual({
      outcome: 'unknown',
      code: 'EREFUSED',
      isOwnProblem: false,
    })
  })

  test('returns an IP literal as its own address, without a query', async () => {
    const asked = internet.questions.length
    expect(await dns.resolveAddresses('192.0.2.5')).toEqual({
      outcome: 'found',
      addresses: [{ address: '192.0.2.5', family: 4 }],
    })
    expect(internet.questions.length).toBe(asked)
  })

  test('sorts mail exchangers by preference', async () => {
    expect(await dns.resolveMx('mail.test')).toEqual({
      outcome: 'mx',
      records: [
        { exchange: 'a.mail.test', priority: 10 },
        { exchange: 'b.mail.test', priority: 20 },
      ],
    })
  })

  test('recognises implicit, null and missing mail exchangers', async () => {
    expect(await dns.resolveMx('implicit.test')).toEqual({
      outcome: 'implicit_mx',
      addresses: [{ address: '192.0.2.9', family: 4 }],
    })
    expect(await dns.resolveMx('no-mail.test')).toEqual({ outcome: 'null_mx' })
    expect(await dns.resolveMx('empty.test')).toEqual({ outcome: 'no_data' })
    expect(await dns.resolveMx('nowhere.both.test')).toEqual({ outcome: 'no_domain' })
    expect(await dns.resolveMx('broken.test')).toEqual({ outcome: 'unknown', code: 'ESERVFAIL', isOwnProblem: false })
  })

  test('joins the parts of a TXT record', async () => {
    expect(await dns.resolveTxt('mail.test')).toEqual({ outcome: 'found', texts: ['v=spf1 include:spf.example -all'] })
  })

  test('asks again over TCP when the answer does not fit into a datagram', async () => {
    const answer = await dns.resolveAddresses('crowd.test')
    expect(answer.outcome === 'found' && answer.addresses.length).toBe(60)
  })

  test('queries a name once for several simultaneous callers, and keeps the answer even with a TTL of 0', async () => {
    const both = await Promise.all([dns.resolveAddresses('turning.test'), dns.resolveAddresses('TURNING.test')])
    expect(both[0]).toEqual({ outcome: 'found', addresses: [{ address: '192.0.2.1', family: 4 }] })
    expect(both[1]).toEqual(both[0])
    expect(await dns.resolveAddresses('turning.test')).toEqual(both[0])
    expect(internet.questions.filter(({ name, type }) => name === 'turning.test' && type === 'A')).toHaveLength(1)
  })

  test('reports a server that never answers as unknown within the given time', async () => {
    const silent = createDnsClient({ servers: ['127.0.0.1:9'], timeoutMs: 50 })
    expect(await silent.resolveAddresses('both.test')).toMatchObject({ outcome: 'unknown' })
  })

  test.each(['', '.', 'a..b', `${'x'.repeat(64)}.test`, 'ünï.test', 'a b.test', '\u0000.test'])(
    'never throws: %j',
    async (name) => {
      expect((await dns.resolveAddresses(name)).outcome).toMatch(/^(?:unknown|no_domain|no_data)$/)
    },
  )
})

test('queries again what was answered before the network came back', async () => {
  const [lost, found]: ZoneEntry[] = [{ rcode: 'NXDOMAIN' }, { a: ['192.0.2.7'] }]
  const saysBeforeItIsBack = ['A', 'AAAA']
  const zone = new Map<string, ZoneEntry>()
  zone.get = (name) => (name !== 'back.test' ? undefined : saysBeforeItIsBack.pop() === undefined ? found : lost)
  const server = await startDnsServer(zone)
  try {
    const options = { servers: [server.address], timeoutMs: 60_000, knownNames: ['gmail.com'] }
    const dns = createDnsClient(options)
    server.outage = 'NXDOMAIN'
    expect(await dns.resolveAddresses('back.test')).toMatchObject({ outcome: 'unknown', isOwnProblem: true })
    server.outage = null
    expect(await dns.resolveAddresses('back.test')).toMatchObject({ outcome: 'found' })
    expect(saysBeforeItIsBack).toEqual([])
  } finally {
    await server.stop()
  }
})
