import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDomains } from '../../../src/core/mailboxes/look-over-domains.ts'
import { DAY_MS, HOUR_MS } from '../../../src/lib/process/clock.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, seedMailbox, writtenCampaign } from '../../support/doors/campaign-client.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'

const MX = { mx: [{ exchange: 'mx.host.example', preference: 10 }] }
const DMARC = 'v=DMARC1; p=quarantine; rua=mailto:a@good.example'
const zone: Record<string, ZoneEntry> = {
  example: {},
  'mx.host.example': { a: ['192.0.2.8'] },
  'smtp.host.example': { a: ['192.0.2.7'] },
  'good.example': { ...MX, txt: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  'smtp.good.example': { a: ['192.0.2.7'] },
  '7.2.0.192.in-addr.arpa': { ptr: ['smtp.good.example'] },
  '_dmarc.good.example': { txt: [DMARC] },
  'named.example': { ...MX, txt: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  'smtp.named.example': { a: ['192.0.2.6'] },
  '6.2.0.192.in-addr.arpa': { ptr: ['smtp.named.example'] },
  '_dmarc.named.example': { txt: ['v=DMARC1; p=quarantine'] },
  'mail.good.example': { ...MX, txt: ['v=spf1 -all'] },
  'google.example': { ...MX, txt: ['v=spf1 include:_spf.google.example include:own.google.example ~all'] },
  'own.google.example': { txt: ['v=spf1 include:_spf.google.com -all'] },
  '_spf.google.example': { txt: ['v=spf1 -all'] },
  '_spf.google.com': { txt: ['v=spf1 ip4:203.0.113.0/24 -all'] },
  'google._domainkey.google.example': { txt: ['v=DKIM1; p=MIGf'] },
  '_dmarc.google.example': { txt: ['v=DMARC1; p=maybe'] },
  'bare.example': { txt: ['google-site-verification=1'], a: ['192.0.2.9'] },
  'two.example': { ...MX, txt: ['v=spf1 -all', 'v=spf1 mx -all'] },
  '_dmarc.two.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
  'late.example': MX,
  'fresh.example': MX,
  'smtp.fresh.example': { a: ['192.0.2.5'] },
  'other.example': MX,
  '_domainkey.late.example': {},
  'silent.example': { rcode: 'SERVFAIL' },
  '_dmarc.silent.example': { rcode: 'SERVFAIL' },
}

const clock = handClock('2026-03-02T09:00:00Z')
let internet: Internet
let app: TestApp
beforeAll(async () => {
  internet = await startInternet({ sites: [], zone })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' }, replace: { clock } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

async function mailbox(domain: string, host = 'smtp.host.example', quarry = app): Promise<number> {
  const { rows } = await quarry.context.database.pool.query<{ id: number }>(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security)
      select 1, id, $1, $2, 465, 'tls' from users where account_id = 1 limit 1 returning id`,
    [`anna@${domain}`, host],
  )
  return rows[0]?.id ?? 0
}

interface Domain {
  domain: string
  state: string
  findings: { code: string; sentence: string; record: { name: string; value: string } | null; seen_at: string }[]
  checked_at: string | null
}

const NOT_OURS = new Set(['sts.none', 'tlsrpt.none'])
const checked = async (id: number) => (await app.get(`/v2/email-accounts/${id}/domain`)).body.data as Domain
const codesOf = ({ findings }: Domain) => findings.map(({ code }) => code).filter((code) => !NOT_OURS.has(code))

describe('the domain of a mailbox', () => {
  test.each([
    ['is believed', 'good.example', 'smtp.good.example', 'dkim.unknown', 'ready'],
    [
      'has the DMARC policy of the domain above, and a record that leaves its server out',
      'mail.good.example',
      'smtp.good.example',
      'spf.misses_sender dkim.unknown dmarc.inherited',
      'not_ready',
    ],
    [
      'includes the names of its provider, however deep',
      'google.example',
      'smtp.gmail.com',
      'dmarc.no_policy spf.softfail',
      'not_ready',
    ],
    ['has nothing', 'bare.example', 'smtp.host.example', 'spf.none dmarc.none mx.implicit dkim.unknown', 'not_ready'],
    ['has two records', 'two.example', 'smtp.host.example', 'spf.several dmarc.several dkim.unknown', 'not_ready'],
    [
      'does not exist',
      'gone.good.example',
      'smtp.host.example',
      'mx.none spf.none dkim.unknown dmarc.inherited',
      'not_ready',
    ],
    [
      'is not answered for',
      'silent.example',
      'smtp.host.example',
      'mx.unanswered spf.unanswered dmarc.unanswered dkim.unknown',
      'unknown',
    ],
  ])('%s', async (_, domain, host, expected, state) => {
    const found = await checked(await mailbox(domain, host))
    expect(codesOf(found).join(' ')).toBe(expected)
    expect(found).toMatchObject({ domain, state, checked_at: clock.now().toISOString() })
  })

  test('says what to publish', async () => {
    const { findings } = await checked(await mailbox('mail.bare.example'))
    expect(findings.find(({ code }) => code === 'dmarc.none')).toMatchObject({
      state: 'problem',
      record: {
        name: '_dmarc.bare.example',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:anna@mail.bare.example',
      },
    })
  })

  test.each([
    [
      'names its own server',
      'fresh.example',
      'smtp.fresh.example',
      'fresh.example does not say which servers may send for it: publish this TXT record.',
      'v=spf1 ip4:192.0.2.5 ~all',
    ],
    [
      'disowns no mail of a server whose addresses are unknown',
      'other.example',
      'smtp.host.example',
      'other.example does not say which servers may send for it: publish the SPF record that the operator of smtp.host.example asks for.',
      undefined,
    ],
  ])('%s in the SPF record to publish', async (_, domain, host, sentence, value) => {
    const { findings } = await checked(await mailbox(domain, host))
    const none = findings.find(({ code }) => code === 'spf.none')
    expect([none?.sentence, none?.record?.value]).toEqual([sentence, value])
  })

  test('shows the record of a key that is not published', async () => {
    const id = await mailbox('late.example')
    await request(app, 'POST', `/v2/email-accounts/${id}/dkim`, {})
    const found = await checked(id)
    expect(codesOf(found)).toEqual(['spf.none', 'dkim.missing', 'dmarc.none', 'align.none'])
    expect(found.findings[1]?.record).toMatchObject({ name: `quarry${id}._domainkey.late.example` })
    expect((await app.get('/v2/email-accounts/99999/domain')).status).toBe(404)
  })

  test('is checked by name, and then shown without another check', async () => {
    await mailbox('named.example', 'smtp.named.example')
    const { body } = await request(app, 'POST', '/v2/sending-domains/named.example/check', {})
    expect(body.data).toMatchObject({ domain: 'named.example', state: 'ready', mailboxes: 1 })
    const asked = internet.questions.length
    expect((await app.get('/v2/sending-domains/named.example')).body.data).toEqual(body.data)
    const { body: all } = await app.get('/v2/sending-domains')
    expect((all.data as Domain[]).map(({ domain }) => domain)).toContain('named.example')
    await request(app, 'POST', '/v2/sending-domains/named.example/check', {})
    expect(internet.questions.length).toBe(asked)
    expect((await app.get('/v2/sending-domains/nobody.example')).status).toBe(404)
    expect((await request(app, 'POST', '/v2/sending-domains/nobody.example/check', {})).status).toBe(404)
  })
})

describe('the send guard of an account', () => {
  test('warns until it is set to strict', async () => {
    const guard = async (body: object) => (await request(app, 'PUT', '/v2/account/guard', body)).body
    expect((await app.get('/v2/account/guard')).body.data).toEqual({ guard: 'warn' })
    expect((await guard({ guard: 'strict' })).data).toEqual({ guard: 'strict' })
    expect((await app.get('/v2/account/guard')).body.data).toEqual({ guard: 'strict' })
    expect((await guard({})).errors?.[0]?.details).toBe('The guard parameter is missing.')
    expect((await guard({ guard: 'warn' })).data).toEqual({ guard: 'warn' })
  })

  test('decides whether a campaign is ready to start from a domain that is not', async () => {
    const id = await seedMailbox(app, { email: 'rui@mail.good.example' })
    await checked(id)
    const campaign = await writtenCampaign(app, { email_account_ids: [id] })
    await app.post(`/v2/sequences/${campaign.id}/recipients`, { emails: ['ana@makers.example'] })
    const looked = async () => {
      const { ready, problems, warnings } = (await app.get(`/v2/sequences/${campaign.id}/check`)).body.data as {
        ready: boolean
        problems: unknown[]
        warnings: { domain: string }[]
      }
      return { ready, problems, domains: [...new Set(warnings.map(({ domain }) => domain))] }
    }
    const domains = ['mail.good.example']
    expect(await looked()).toEqual({ ready: true, problems: [], domains })
    await request(app, 'PUT', '/v2/account/guard', { guard: 'strict' })
    expect(await looked()).toEqual({ ready: false, problems: [], domains })
    expect((await app.post(`/v2/sequences/${campaign.id}/start`, {})).status).toBe(422)
    await request(app, 'PUT', '/v2/account/guard', { guard: 'warn' })
  })
})

describe('checking all domains', () => {
  test('happens automatically, keeps what was known while DNS does not answer, and reports changes', async () => {
    await using net = await startInternet({ sites: [], zone })
    await using own = await startApp({ internet: net, env: { QUARRY_ROLE: 'server' }, replace: { clock } })
    await mailbox('mail.good.example', 'smtp.good.example', own)
    await own.context.database.pool.query(
      `insert into webhooks (account_id, event, target_url, secret_sealed, created_at)
        values (1, 'domain.changed', 'https://hooks.example/', '\\x00', now())`,
    )
    const look = ({ context }: TestApp) => checkDomains(context, new AbortController().signal)
    const domain = async () => (await own.get('/v2/sending-domains/mail.good.example')).body.data as Domain
    const told = async () =>
      (
        await own.context.database.pool.query<{ state: string }>(
          `select payload::jsonb -> 'data' ->> 'state' as state from webhook_deliveries order by id`,
        )
      ).rows.map(({ state }) => state)
    // A process that ends between the two stores neither the state nor the event.
    const { webhookDeliveries } = own.context.store
    const publish = () => Promise.reject(Object.assign(new Error('killed'), { code: '57P01' }))
    const store = { ...own.context.store, webhookDeliveries: { ...webhookDeliveries, publish } }
    await checkDomains({ ...own.context, store }, new AbortController().signal)
    expect(await told()).toEqual([])
    clock.advance(HOUR_MS)

    await look(own)
    const before = await domain()
    expect(before.state).toBe('not_ready')
    expect(await told()).toEqual(['not_ready'])

    const dead: Record<string, ZoneEntry> = { ...zone, 'mail.good.example': { rcode: 'SERVFAIL' } }
    await using silence = await startInternet({ sites: [], zone: dead })
    await using deaf = await startApp({
      internet: silence,
      database: own.database,
      key: own.key,
      env: { QUARRY_ROLE: 'server' },
      replace: { clock },
    })
    clock.advance(DAY_MS + 3 * HOUR_MS)
    await look(deaf)
    const silent = await domain()
    expect(silent.state).toBe('not_ready')
    expect(codesOf(silent)).toContain('spf.unanswered')
    const kept = silent.findings.find(({ code }) => code === 'spf.misses_sender')
    expect(kept?.seen_at).toBe(before.checked_at)
    expect(await told()).toEqual(['not_ready'])
  })
})
