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

describe('the stats of a campaign', () => {
  test('are zero before anything is sent', async () => {
    const { id } = await writtenCampaign(app)
    const { body } = await app.get(`/v2/sequences/${id}/stats`)
    expect(body.data).toMatchObject({ id, recipients_count: 0, sent: 0, open_rate: 0, bounce_rate: 0 })
    expect((await app.get('/v2/sequences/999999/stats')).status).toBe(404)
  })

  test('count people in the totals, and messages by step and for bounces', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    const emails = ['a', 'b', 'c', 'd'].map((name) => `${name}@stats.example`)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails })
    await app.post(`/v2/campaigns/${id}/start`, {})
    const mark = (name: string, step: number, columns: string[]) =>
      sql(
        `update messages m set status = 'sent', ${columns.map((column) => `${column} = m.due_at`).join(', ')}
         from campaign_recipients r where m.recipient_id = r.id and m.campaign_id = $1 and r.email = $2 and m.step = $3`,
        [id, `${name}@stats.example`, step],
      )
    await mark('a', 0, ['sent_at', 'opened_at', 'clicked_at'])
    await mark('a', 1, ['sent_at', 'opened_at', 'replied_at'])
    await mark('b', 0, ['sent_at', 'opened_at', 'unsubscribed_at'])
    await mark('c', 0, ['sent_at', 'bounced_at'])
    const { body } = await app.get(`/v2/sequences/${id}/stats`)
    const [opening, second] = (body.data as { follow_ups: { id: number }[] }).follow_ups
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          id,
          name: 'Porto makers outreach',
          recipients_count: 4,
          sent: 3,
          delivered: 2,
          opened: 2,
          clicked: 1,
          replied: 1,
          bounced: 1,
          unsubscribed_recipients: 1,
          open_rate: 0.6667,
          click_rate: 0.3333,
          reply_rate: 0.3333,
          bounce_rate: 0.25,
          unsubscribed_recipients_rate: 0.3333,
          follow_ups: [
            {
              id: opening?.id,
              step: 0,
              variant: null,
              messages_sent: 3,
              delivered: 2,
              opened: 2,
              clicked: 1,
              replied: 0,
              bounced: 1,
              unsubscribed: 1,
              open_rate: 0.6667,
              click_rate: 0.3333,
              reply_rate: 0,
              bounce_rate: 0.3333,
              unsubscribe_rate: 0.3333,
            },
            {
              id: second?.id,
              step: 1,
              variant: null,
              messages_sent: 1,
              delivered: 1,
              opened: 1,
              clicked: 0,
              replied: 1,
              bounced: 0,
              unsubscribed: 0,
              open_rate: 1,
              click_rate: 0,
              reply_rate: 1,
              bounce_rate: 0,
              unsubscribe_rate: 0,
            },
          ],
        },
        meta: {},
      }),
    )
  })
})

describe('the texts of a campaign', () => {
  test('are shown as one recipient would get them', async () => {
    const { id, email_account_ids: mailboxes } = await writtenCampaign(app, { steps: 2 })
    const { body: listed } = await app.get(`/v2/sequences/${id}/steps`)
    const [opening] = (listed.data as { follow_ups: { id: number }[] }).follow_ups
    await request(app, 'PUT', `/v2/sequences/${id}/steps/${opening?.id}`, {
      subject: 'Tiles for {{company|fallback:"your shop"}}',
      body: 'Good morning {{first_name|fallback:"there"}}',
    })
    await app.post('/v2/leads', { email: 'ines@words.example', first_name: 'Ines', company: 'Lumen & Sons' })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['ines@words.example', 'jo@words.example'] })
    const message = (step: number, subject: string, body: string) => ({
      step,
      message_format: 'text',
      subject,
      body,
      unresolved: [],
      problem: null,
    })
    const { body } = await app.get(`/v2/sequences/${id}/preview?recipient=Ines@words.example`)
    expect(body.data).toEqual({
      recipient: 'ines@words.example',
      email_account_id: mailboxes[0],
      messages: [
        message(0, 'Tiles for Lumen & Sons', 'Good morning Ines'),
        message(1, 'Re: Tiles for Lumen & Sons', 'Reminder 1.'),
      ],
    })
    const other = await app.post(`/v2/sequences/${id}/preview`, { recipient: 'jo@words.example' })
    expect((other.body.data as { messages: unknown[] }).messages[0]).toEqual(
      message(0, 'Tiles for your shop', 'Good morning there'),
    )
    await sql(`update campaign_steps set body = 'From {{company}}' where campaign_id = $1 and step = 0`, [id])
    const unresolved = await app.get(`/v2/sequences/${id}/preview?recipient=jo@words.example`)
    expect((unresolved.body.data as { messages: unknown[] }).messages[0]).toMatchObject({
      body: null,
      unresolved: ['company'],
    })
    expect((await app.get(`/v2/sequences/${id}/preview?recipient=nobody@words.example`)).status).toBe(404)
    expect((await app.get(`/v2/sequences/${id}/preview`)).body.errors?.[0]?.id).toBe('wrong_params')
  })

  test.each([
    ['Hello {{shoe_size|fallback:"x"}}', 'body: Unknown merge tag: shoe_size.'],
    ['Hello {{', 'body: A merge tag in line 1 cannot be read: it must look like {{first_name|fallback:"there"}}.'],
  ])('%s is refused when it is written', async (body, details) => {
    const { id } = await writtenCampaign(app)
    const refused = await app.post(`/v2/sequences/${id}/steps`, { body })
    expect([refused.status, refused.body.errors?.[0]]).toEqual([422, { id: 'validation_failed', code: 422, details }])
  })

  const NEEDS = 'the merge tag first_name needs a fallback, such as {{first_name|fallback:"there"}}.'

  test('without a fallback cause a warning in a draft, and keep it from starting', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['al@words.example'] })
    const added = await app.post(`/v2/sequences/${id}/steps`, { body: 'Hello {{first_name}}' })
    expect([added.status, added.body.meta]).toMatchObject([201, { warnings: [`body: ${NEEDS}`] }])
    const { id: step } = (added.body.data as { follow_up: { id: number } }).follow_up
    const write = (content: unknown) => request(app, 'PUT', `/v2/sequences/${id}/steps/${step}`, content)
    const both = await write({ subject: '{{first_name}}!' })
    expect([both.status, both.body.meta]).toEqual([200, { warnings: [`subject: ${NEEDS}`, `body: ${NEEDS}`] }])
    await write({ subject: null })
    const start = () => app.post(`/v2/campaigns/${id}/start`, {})
    const refused = await start()
    expect([refused.status, refused.body.errors?.[0]]).toEqual([
      422,
      { id: 'validation_failed', code: 422, details: `Step 1: body: ${NEEDS}` },
    ])
    const mended = await write({ body: 'Hello {{first_name|fallback:"there"}}' })
    expect(mended.body.meta).toEqual({})
    expect((await start()).status).toBe(200)
    await request(app, 'POST', `/v2/sequences/${id}/pause`)
    const late = await write({ body: 'Hello {{first_name}}' })
    expect([late.status, late.body.errors?.[0]?.details]).toEqual([422, `body: ${NEEDS}`])
  })

  test('may contain custom attributes of the account', async () => {
    await app.post('/v2/leads_custom_attributes', { label: 'Shop name' })
    const { id } = await writtenCampaign(app)
    const body = '{% if shop_name %}{{shop_name}}{% endif %} {{shop_name|fallback:"shop"}} {{email}}'
    expect((await app.post(`/v2/sequences/${id}/steps`, { body })).status).toBe(201)
  })
})
