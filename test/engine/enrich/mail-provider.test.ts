import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailProviderOf } from '../../../src/engine/enrich/mail-provider.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import type { DnsClient } from '../../../src/net/dns-client.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { TestDnsServer } from '../../internet/dns-server.ts'

const mx = (exchange: string) => ({ mx: [{ exchange, preference: 10 }] })
const ZONE = {
  'google.test': mx('aspmx.l.google.com'),
  'microsoft.test': mx('microsoft-test.mail.protection.outlook.com'),
  'proton.test': mx('mail.protonmail.ch'),
  'zoho.test': mx('mx.zoho.eu'),
  'own.test': mx('mx1.own.test'),
  'hoster.test': mx('mx00.kundenserver.de'),
  'filtered.test': {
    ...mx('eu-smtp-inbound-1.mimecast.com'),
    txt: ['v=spf1 include:_netblocks.mimecast.com include:spf.protection.outlook.com include:sendgrid.net -all'],
  },
  'redirected.test': { ...mx('mx1-eu1.ppe-hosted.com'), txt: ['other', 'v=spf1 redirect=_spf.google.com'] },
  'hidden.test': { ...mx('mx1-eu1.ppe-hosted.com'), txt: ['v=spf1 ip4:192.0.2.1 -all'] },
  'moving.test': {
    ...mx('d1.ess.barracudanetworks.com'),
    txt: ['v=spf1 include:_spf.google.com include:zoho.eu ~all'],
  },
  'silent.test': { a: ['127.0.0.1'] },
}

let server: TestDnsServer
let dns: DnsClient
beforeAll(async () => {
  server = await startDnsServer(new Map(Object.entries(ZONE)))
  dns = createDnsClient({ servers: [server.address] })
})
afterAll(() => server.stop())

test.each([
  ['google.test', 'google.com'],
  ['microsoft.test', 'outlook.com'],
  ['proton.test', 'proton.me'],
  ['zoho.test', 'zoho.com'],
  ['own.test', 'own.test'],
  ['hoster.test', 'ionos.com'],
  ['filtered.test', 'outlook.com'],
  ['redirected.test', 'google.com'],
  ['hidden.test', null],
  ['moving.test', null],
  ['silent.test', null],
  ['nowhere.test', null],
])('mailboxes of %s are hosted by %s', async (domain, provider) => {
  expect(await mailProviderOf(dns, domain)).toBe(provider)
})
