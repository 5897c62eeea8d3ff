import { describe, expect, test } from 'vitest'
import { checkSendingDomain } from '../../../src/engine/deliverability/sending-domain.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { settingOf } from '../../support/mails/deliverability-scenarios.ts'

const MX = [{ exchange: 'mail.s.example', preference: 10 }]
const POLICY = 'version: STSv1\nmode: enforce\nmx: mail.s.example\nmax_age: 86400\n'

async function findingsOf(changes: Record<string, ZoneEntry>, policy = POLICY) {
  const { zone, subject } = settingOf({ name: '', zone: changes, found: [] })
  const server = await startDnsServer(zone)
  try {
    const dns = createDnsClient({ servers: [server.address], timeoutMs: 60_000 })
    const fetchPolicy = async () => ({ outcome: 'found', text: policy }) as const
    return (await checkSendingDomain({ dns, fetchPolicy, isWebmail: () => false }, subject)).findings
  } finally {
    await server.stop()
  }
}

const spf = (text: string) => ({ 's.example': { mx: MX, txt: [text] } })
const dmarc = (text: string) => ({ '_dmarc.s.example': { txt: [text] } })

describe('a proposed record', () => {
  test.each([
    ['spf.after_all', spf('v=spf1 mx -all ip4:192.0.2.99 exp=e.s.example'), 'v=spf1 mx -all exp=e.s.example'],
    ['spf.redirect_ignored', spf('v=spf1 mx -all redirect=o.s.example'), 'v=spf1 mx -all'],
    ['spf.ptr', spf('v=spf1 ptr:s.example mx -all'), 'v=spf1 mx -all'],
    ['spf.include_missing', spf('v=spf1 include:x1.s.example mx -all'), 'v=spf1 mx -all'],
    ['spf.loop', spf('v=spf1 include:s.example mx -all'), 'v=spf1 mx -all'],
    ['spf.void', spf('v=spf1 a:x1.s.example a:x2.s.example/24 exists:x3.s.example mx -all'), 'v=spf1 mx -all'],
    ['dmarc.no_rua', dmarc('v=DMARC1; p=reject; adkim=s'), 'v=DMARC1; p=reject; adkim=s; rua=mailto:d@s.example'],
    [
      'dmarc.removed_tags',
      dmarc('v=DMARC1; p=reject; pct=20; ri=3600; rua=mailto:d@s.example'),
      'v=DMARC1; p=reject; rua=mailto:d@s.example',
    ],
    [
      'dmarc.testing',
      dmarc('v=DMARC1;p=reject;t=y;rua=mailto:d@s.example;'),
      'v=DMARC1; p=reject; rua=mailto:d@s.example',
    ],
    [
      'dmarc.duplicate_tag',
      dmarc('v=DMARC1; p=reject; p=none; rua=mailto:d@s.example'),
      'v=DMARC1; p=reject; rua=mailto:d@s.example',
    ],
  ])('for %s keeps everything that is right', async (code, zone, value) => {
    const finding = (await findingsOf(zone)).find((one) => one.code === code)
    expect(finding?.record?.value).toBe(value)
  })
})

describe('incoming mail', () => {
  const ANNOUNCED = {
    '_mta-sts.s.example': { txt: ['v=STSv1; id=20261130'] },
    '_smtp._tls.s.example': { txt: ['v=TLSRPTv1; rua=mailto:t@s.example'] },
  }
  test.each([
    ['all is announced', ANNOUNCED, []],
    ['two policies are announced', { '_mta-sts.s.example': { txt: ['v=STSv1; id=1', 'v=STSv1; id=2'] } }, ['sts.none']],
    ['a policy is announced without its id', { '_mta-sts.s.example': { txt: ['v=STSv1;'] } }, ['sts.none']],
    ['nobody is named for reports', { '_smtp._tls.s.example': { txt: ['v=TLSRPTv1;'] } }, ['tlsrpt.none']],
  ])('is judged when %s', async (_, zone, found) => {
    expect((await findingsOf({ ...ANNOUNCED, ...zone })).map(({ code }) => code)).toEqual(found)
  })

  test('need not be encrypted under a policy that ends', async () => {
    const found = await findingsOf(ANNOUNCED, 'version: STSv1\nmode: none\nmax_age: 86400\n')
    expect(found.map(({ code }) => code)).toEqual(['sts.none'])
  })
})
