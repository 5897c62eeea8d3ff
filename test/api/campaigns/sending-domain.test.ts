import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request } from '../../support/doors/campaign-client.ts'

const MX = { mx: [{ exchange: 'mx.host.example', preference: 10 }] }
const zone: Record<string, ZoneEntry> = {
  'smtp.host.example': { a: ['192.0.2.7'] },
  'smtp.gmail.com': { a: ['198.51.100.1'] },
  'good.example': { ...MX, txt: ['v=spf1 ip4:192.0.2.0/24 -all'] },
  '_dmarc.good.example': { txt: ['v=DMARC1; p=quarantine; rua=mailto:a@good.example'] },
  'mail.good.example': { ...MX, txt: ['v=spf1 -all'] },
  'google.example': { ...MX, txt: ['v=spf1 include:_spf.google.example include:own.google.example ~all'] },
  'own.google.example': { txt: ['v=spf1 include:_spf.google.com -all'] },
  '_spf.google.example': { txt: ['v=spf1 -all'] },
  '_spf.google.com': { txt: ['v=spf1 ip4:203.0.113.0/24 -all'] },
  '_dmarc.google.example': { txt: ['v=DMARC1; p=maybe'] },
  'bare.example': { txt: ['google-site-verification=1'], a: ['192.0.2.9'] },
  'two.example': { ...MX, txt: ['v=spf1 -all', 'v=spf1 mx -all'] },
  '_dmarc.two.example': { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
  'late.example': MX,
  '_domainkey.late.example': {},
  'silent.example': { rcode: 'SERVFAIL' },
  '_dmarc.silent.example': { rcode: 'SERVFAIL' },
}

let internet: Internet
let app: TestApp
beforeAll(async () => {
  internet = await startInternet({ sites: [], zone })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

async function mailbox(domain: string, host = 'smtp.host.example'): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ id: number }>(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security)
      select 1, id, $1, $2, 465, 'tls' from users where account_id = 1 limit 1 returning id`,
    [`anna@${domain}`, host],
  )
  return rows[0]?.id ?? 0
}

interface Check {
  check: string
  state: string
  finding: string
  record: { name: string; value: string } | null
  policy: string | null
}

const checked = async (id: number) =>
  ((await app.get(`/v2/email-accounts/${id}/domain`)).body.data as { checks: Check[] }).checks
const findings = async (id: number) => (await checked(id)).map(({ finding }) => finding)

describe('the domain of a mailbox', () => {
  test.each([
    ['is believed', 'good.example', 'smtp.host.example', 'mx_found spf_covers dmarc_found dkim_none aligned'],
    [
      'has the DMARC policy of the domain above',
      'mail.good.example',
      'smtp.host.example',
      'mx_found spf_other dmarc_found dkim_none aligned_maybe',
    ],
    [
      'includes the names of its provider, however deep',
      'google.example',
      'smtp.gmail.com',
      'mx_found spf_covers dmarc_broken dkim_none aligned',
    ],
    ['has nothing', 'bare.example', 'smtp.host.example', 'mx_implicit spf_none dmarc_none dkim_none aligned_maybe'],
    [
      'has two records',
      'two.example',
      'smtp.host.example',
      'mx_found spf_several dmarc_several dkim_none aligned_maybe',
    ],
    [
      'does not exist',
      'gone.good.example',
      'smtp.host.example',
      'mx_none spf_none dmarc_found dkim_none aligned_maybe',
    ],
    [
      'is not answered for',
      'silent.example',
      'smtp.host.example',
      'no_answer spf_unclear no_answer dkim_none aligned_maybe',
    ],
  ])('%s', async (_, domain, host, expected) => {
    expect((await findings(await mailbox(domain, host))).join(' ')).toBe(expected)
  })

  test('says what to publish', async () => {
    const [, , dmarc] = await checked(await mailbox('mail.bare.example'))
    expect(dmarc).toMatchObject({
      state: 'problem',
      record: { name: '_dmarc.bare.example', type: 'TXT', value: 'v=DMARC1; p=none' },
    })
    const [, , policy] = await checked(await mailbox('sub.good.example'))
    expect(policy).toMatchObject({ state: 'ok', policy: 'quarantine' })
  })

  test('shows the record of a key that is not published', async () => {
    const id = await mailbox('late.example')
    await request(app, 'POST', `/v2/email-accounts/${id}/dkim`, {})
    const checks = await checked(id)
    expect(checks.map(({ finding }) => finding)).toEqual([
      'mx_found',
      'spf_none',
      'dmarc_none',
      'dkim_missing',
      'not_aligned',
    ])
    expect(checks[3]?.record).toMatchObject({ name: `quarry${id}._domainkey.late.example` })
    expect((await app.get('/v2/email-accounts/99999/domain')).status).toBe(404)
  })

  test('is proved by a published key alone', async () => {
    const id = await mailbox('signed.good.example')
    const { body } = await request(app, 'POST', `/v2/email-accounts/${id}/dkim`, {})
    const { record } = body.data as { record: { name: string; value: string } }
    await using later = await startInternet({ sites: [], zone: { ...zone, [record.name]: { txt: [record.value] } } })
    await using second = await startApp({ internet: later, database: app.database, key: app.key })
    const { body: answer } = await second.get(`/v2/email-accounts/${id}/domain`)
    const { checks } = answer.data as { checks: Check[] }
    expect(checks.map(({ finding }) => finding).slice(3)).toEqual(['dkim_published', 'aligned'])
  })
})
