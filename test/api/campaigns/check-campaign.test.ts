import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
})
afterAll(() => app[Symbol.asyncDispose]())

const sql = (text: string, values: unknown[]) => app.context.database.pool.query(text, values)
const check = async (id: number) => (await app.get(`/v2/sequences/${id}/check`)).body.data as Record<string, unknown>
const problems = async (id: number) => (await check(id))['problems']

describe('a check of a campaign', () => {
  test('reports everything that keeps it from starting', async () => {
    const { body } = await app.post('/v2/sequences', { name: 'New', email_account_ids: [], schedule_days: [1] })
    const { id } = body.data as { id: number }
    await app.post(`/v2/sequences/${id}/steps`, { body: 'Hello {{first_name}}' })
    expect(await problems(id)).toMatchObject([
      { problem: 'no_recipients', step: null },
      { problem: 'no_subject', step: 0 },
      { problem: 'no_body', step: 0 },
      { problem: 'no_mailbox', step: null },
      { problem: 'needs_fallback', step: 1 },
    ])
    expect((await check(id))['ready']).toBe(false)
  })

  test('says ready when the campaign could start', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['a@ready.example'] })
    expect(await check(id)).toMatchObject({ ready: true, problems: [], waiting: 1, without_value: [], no_mail: [] })
    expect((await app.post(`/v2/campaigns/${id}/start`, {})).status).toBe(200)
  })

  test('names recipients without a value for a merge tag, and those who would get no email', async () => {
    await app.post('/v2/leads_custom_attributes', { label: 'Shop name' })
    await app.post('/v2/leads', {
      email: 'ann@check.example',
      first_name: 'Ann',
      custom_attributes: { shop_name: 'Lumen' },
    })
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/sequences/${id}/steps`, {
      body: '{{first_name|fallback:"there"}}, {{shop_name|fallback:"shop"}}, {{email}}',
    })
    const emails = ['ann', 'bob', 'cy', 'dee'].map((name) => `${name}@check.example`)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails })
    await app.post('/v2/unsubscribes', { email: 'cy@check.example' })
    await sql(`update campaign_recipients set state = 'waiting', stopped_by = null where email = $1`, [
      'cy@check.example',
    ])
    await sql(`update campaign_recipients set state = 'stopped', stopped_by = 'opted_out' where email = $1`, [
      'dee@check.example',
    ])
    const nobody = { recipients: 2, emails: ['bob@check.example', 'cy@check.example'] }
    expect(await check(id)).toMatchObject({
      ready: true,
      merge_tags: expect.arrayContaining(['email', 'first_name', 'shop_name']),
      without_value: [
        { name: 'first_name', ...nobody },
        { name: 'shop_name', ...nobody },
      ],
      no_mail: [
        { reason: 'manual', recipients: 1, emails: ['cy@check.example'] },
        { reason: 'opted_out', recipients: 1, emails: ['dee@check.example'] },
      ],
    })
  })
})

describe('the history of a campaign', () => {
  test('counts messages day by day on its own calendar, including days without any', async () => {
    const { id } = await writtenCampaign(app, { time_zone: 'Europe/Lisbon' })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['a@days.example', 'b@days.example'] })
    await app.post(`/v2/campaigns/${id}/start`, {})
    await sql(`update messages set status = 'sent', sent_at = $2 where campaign_id = $1`, [id, '2026-02-28T23:59:00Z'])
    await sql(
      `update messages m set replied_at = $2 from campaign_recipients r
        where m.campaign_id = $1 and r.id = m.recipient_id and r.email = 'a@days.example'`,
      [id, '2026-03-02T00:30:00Z'],
    )
    const nothing = { sent: 0, opened: 0, clicked: 0, replied: 0, bounced: 0, unsubscribed: 0 }
    const { body } = await app.get(`/v2/sequences/${id}/history?days=3`)
    expect(body).toEqual({
      data: {
        days: [
          { ...nothing, date: '2026-02-28', sent: 2 },
          { ...nothing, date: '2026-03-01' },
          { ...nothing, date: '2026-03-02', replied: 1 },
        ],
      },
      meta: { time_zone: 'Europe/Lisbon' },
    })
    expect((await app.get(`/v2/sequences/${id}/history?days=367`)).status).toBe(400)
    expect((await request(app, 'GET', '/v2/sequences/99999/history')).status).toBe(404)
  })
})
