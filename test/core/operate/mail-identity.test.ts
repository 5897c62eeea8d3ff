import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { checkReverseName, checkSpf } from '../../../src/core/operate/mail-identity.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'

const OWN = '192.0.2.25'

let internet: Internet
beforeAll(async () => {
  internet = await startInternet({
    sites: [],
    zone: {
      'probe.test': { a: [OWN, '2001:db8::25'], txt: ['unrelated', 'v=spf1 a -all'] },
      'elsewhere.test': { a: ['192.0.2.99'] },
      '25.2.0.192.in-addr.arpa': { ptr: ['Probe.test'] },
      '26.2.0.192.in-addr.arpa': { ptr: ['host26.provider.test'] },
      '2.0.192.in-addr.arpa': {},
      'other.test': { a: ['192.0.2.26'] },
      'listed.test': { txt: ['v=spf1 ip4:198.51.100.0/24 include:inner.test ~all'] },
      'inner.test': { txt: ['v=spf1 ip4:192.0.2.0/27 -all'] },
      'moved.test': { txt: ['v=spf1 redirect=inner.test'] },
      'strict.test': { txt: ['v=spf1 mx ip6:2001:db8::/32 -all'], mx: [{ exchange: 'elsewhere.test', preference: 1 }] },
      'twice.test': { txt: ['v=spf1 -all', 'v=spf1 +all'] },
      'round.test': { txt: ['v=spf1 include:round.test -all'] },
      'macro.test': { txt: ['v=spf1 exists:%{i}.macro.test -all'] },
      'bare.test': {},
      'broken.test': { rcode: 'SERVFAIL' },
    },
  })
})
afterAll(() => internet.stop())

const needs = (helo: string, from = `check@${helo}`, more: Record<string, string> = {}) => ({
  dns: createDnsClient({ servers: [internet.dnsServer], timeoutMs: 2_000 }),
  config: readConfig({ QUARRY_SMTP_HELO: helo, QUARRY_SMTP_FROM: from, ...more }),
})

describe('the name of the outgoing address', () => {
  test.each([
    ['probe.test', OWN, 'ok', 'resolve to each other'],
    ['probe.test', '192.0.2.27', 'warning', 'has no reverse DNS name'],
    ['elsewhere.test', OWN, 'warning', 'set QUARRY_SMTP_HELO'],
    ['other.test', '192.0.2.26', 'warning', 'PTR record for other.test'],
  ])('%s at %s: %s', async (helo, address, state, words) => {
    expect(await checkReverseName(needs(helo), [address])).toEqual({
      name: 'ptr',
      state,
      sentence: expect.stringContaining(words),
    })
  })

  test('is looked up by the HELO name if this machine has no public address', async () => {
    expect((await checkReverseName(needs('other.test'), [])).sentence).toContain('192.0.2.26')
    expect((await checkReverseName(needs('bare.test'), [])).sentence).toContain('not known')
  })

  test('is left to the proxy if there is one', async () => {
    const proxied = needs('probe.test', 'check@probe.test', { QUARRY_SMTP_SOCKS_URL: 'socks5://127.0.0.1:1080' })
    expect((await checkReverseName(proxied, [])).state).toBe('ok')
    expect((await checkSpf(proxied, [])).state).toBe('ok')
  })
})

describe('the SPF record of the sender', () => {
  test.each([
    ['check@probe.test', 'ok', 'allows 192.0.2.25'],
    ['<>', 'ok', 'probe.test allows'],
    ['check@listed.test', 'ok', 'allows 192.0.2.25'],
    ['check@moved.test', 'ok', 'allows 192.0.2.25'],
    [
      'check@strict.test',
      'warning',
      'does not allow 192.0.2.25: publish it with the term added. Record: "v=spf1 mx ip6:2001:db8::/32 ip4:192.0.2.25 -all".',
    ],
    ['check@twice.test', 'warning', 'has several SPF records'],
    ['check@bare.test', 'warning', 'publish this TXT record. Record: "v=spf1 ip4:192.0.2.25 ~all".'],
    ['check@round.test', 'warning', 'includes itself'],
    ['check@macro.test', 'warning', 'does not allow 192.0.2.25'],
    ['check@broken.test', 'warning', 'DNS did not answer'],
  ])('of %s: %s', async (from, state, words) => {
    expect(await checkSpf(needs('probe.test', from), [OWN])).toEqual({
      name: 'spf',
      state,
      sentence: expect.stringContaining(words),
    })
  })

  test('may name IPv6 networks', async () => {
    expect(await checkSpf(needs('probe.test', 'check@strict.test'), ['2001:db8::25'])).toMatchObject({ state: 'ok' })
  })
})
