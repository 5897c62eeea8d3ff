import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

let app: TestApp
let call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer<Record<string, unknown> | null>>
let close: () => Promise<void>

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  ;({ call, close } = await toolCaller<Record<string, unknown> | null>(app))
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

const addresses = (count: number, name = 'p') => Array.from({ length: count }, (_, i) => `${name}${i}@makers.example`)
const show = async (id: number) => (await app.get(`/v2/sequences/${id}`)).body.data
const effectOf = ({ structuredContent }: ToolAnswer<Record<string, unknown> | null>) =>
  structuredContent?.meta['effect']

describe('a tool and its endpoint', () => {
  test('list the same campaigns and recipients', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(3) })
    const campaigns = await call('list_campaigns', { limit: 5, started: false })
    const { body } = await app.get('/v2/campaigns?limit=5&started=false')
    expect(campaigns.structuredContent?.data).toEqual(body.data)
    expect(campaigns.structuredContent?.meta).toMatchObject(body.meta as object)
    const recipients = await call('list_recipients', { campaign_id: id, limit: 2, fields: ['*'] })
    const page = (await app.get(`/v2/campaigns/${id}/recipients?limit=2`)).body
    expect(recipients.structuredContent?.data).toEqual(page.data)
    expect(recipients.structuredContent?.meta).toMatchObject(page.meta as object)
  })

  test('do the same and describe it the same way', async () => {
    const [byTool, byApi] = [await writtenCampaign(app, { steps: 2 }), await writtenCampaign(app, { steps: 2 })]
    const emails = [...addresses(2, 'same'), 'same0@makers.example']
    const added = await call('add_recipients', { campaign_id: byTool.id, emails, confirm: true })
    const { body } = await app.post(`/v2/campaigns/${byApi.id}/recipients`, { emails })
    expect(added.structuredContent?.data).toEqual(body.data)
    expect(added.structuredContent?.meta).toMatchObject(body.meta as object)
    const started = await call('start_campaign', { campaign_id: byTool.id, confirm: true })
    expect(started.structuredContent?.data).toEqual({
      message: '4 emails scheduled for sending. Sending begins on 2026-03-02 at 09:00 UTC.',
      recipients_count: 2,
    })
    expect((await app.post(`/v2/campaigns/${byApi.id}/start`, {})).body.data).toEqual(started.structuredContent?.data)
    const canceled = await call('cancel_recipients', {
      campaign_id: byTool.id,
      emails: 'same1@makers.example',
      confirm: 1,
    })
    const refusal = canceled.content[0]?.text ?? ''
    expect(refusal.startsWith('wrong_params: confirm must be true or false; it is 1.')).toBe(true)
    const given = { emails: 'same1@makers.example' }
    const tool = await call('cancel_recipients', { campaign_id: byTool.id, ...given, confirm: true })
    const api = await request(app, 'DELETE', `/v2/campaigns/${byApi.id}/recipients`, given)
    expect(tool.structuredContent?.data).toEqual(api.body.data)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['list_recipients', { campaign_id: 999_999 }, 'GET'],
    ['add_recipients', { campaign_id: 1 }, 'POST'],
    ['add_recipients', { campaign_id: 1, emails: 'nobody' }, 'POST'],
    ['add_recipients', { campaign_id: 1, lead_ids: [999_999] }, 'POST'],
    ['cancel_recipients', { campaign_id: 1 }, 'DELETE'],
    ['cancel_recipients', { campaign_id: 999_999, emails: 'a@makers.example' }, 'DELETE'],
  ])('refuse the same at %s, previewed or confirmed: %j', async (tool, args, method) => {
    const { campaign_id: id, ...body } = args
    const answer = await request(
      app,
      method,
      `/v2/campaigns/${String(id)}/recipients`,
      method === 'GET' ? undefined : body,
    )
    for (const given of method === 'GET' ? [args] : [args, { ...args, confirm: true }]) {
      const { isError, content } = await call(tool, given)
      const said = content[0]?.text.split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
      expect([isError, said]).toEqual([
        true,
        answer.body.errors?.map(({ id: error, details }) => `${error}: ${details}`),
      ])
    }
  })
})

describe('without confirm', () => {
  test('a start only says what would be sent, from where and when', async () => {
    const { id } = await writtenCampaign(app, { steps: 3 })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(12) })
    const before = await show(id)
    const answer = await call('start_campaign', { campaign_id: id })
    expect(answer.structuredContent).toEqual({
      data: null,
      meta: {
        confirmed: false,
        effect: {
          campaign_id: id,
          emails: 36,
          recipients: 12,
          mailboxes: [expect.stringMatching(/@rui\.example$/)],
          first_send_at: '2026-03-02 at 09:00 UTC',
          last_send_at: '2026-03-09 at 09:11 UTC',
          can_be_undone: false,
        },
      },
    })
    expect(await show(id)).toEqual(before)
    const { rows } = await app.context.database.pool.query('select 1 from messages where campaign_id = $1', [id])
    expect(rows).toEqual([])
  })

  test.each([
    ['campaigns set brake = true', 'company_pace', '2026-03-09'],
    ['mailboxes set weekly_limit = 4', 'mailbox_caps', '2026-04-06'],
  ])('a start says when the last email really leaves, with %s', async (slow, slowedBy, day) => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(12) })
    const { pool } = app.context.database
    await pool.query(
      `update ${slow} where id in (select $1::bigint union all
      select mailbox_id from campaign_mailboxes where campaign_id = $1)`,
      [id],
    )
    const effect = effectOf(await call('start_campaign', { campaign_id: id }))
    expect(effect).toMatchObject({ first_send_at: '2026-03-02 at 09:00 UTC', slowed_by: [slowedBy] })
    expect(effect).toMatchObject({ last_send_at: expect.stringContaining(day) })
  })

  test('adding and cancelling only say how many are affected', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(2) })
    const draft = await call('add_sequence_recipients', { sequence_id: id, emails: addresses(3) })
    expect(effectOf(draft)).toEqual({ campaign_id: id, adds_recipients: 1, skips: { duplicate: 2 }, emails: 0 })
    await app.post(`/v2/campaigns/${id}/start`, {})
    const active = await call('add_recipients', { campaign_id: id, emails: addresses(3) })
    expect(effectOf(active)).toMatchObject({
      adds_recipients: 1,
      emails: 2,
      first_send_at: '2026-03-02 at 09:02 UTC',
      last_send_at: '2026-03-05 at 09:02 UTC',
    })
    const cancel = await call('cancel-sequence-recipients', { sequence_id: id, emails: addresses(3) })
    expect(effectOf(cancel)).toMatchObject({ cancels_recipients: 2, cancels_messages: 4 })
    expect(await show(id)).toMatchObject({ recipients_count: 2, status: 'active' })
  })

  test('cancelling nobody asks nothing', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(1) })
    const stranger = { campaign_id: id, emails: 'stranger@makers.example' }
    const nobody = { recipients_canceled: [], messages_canceled: 0 }
    expect((await call('cancel_recipients', stranger)).structuredContent?.data).toEqual(nobody)
    await app.post(`/v2/campaigns/${id}/start`, {})
    expect((await call('cancel_recipients', stranger)).structuredContent?.data).toEqual(nobody)
    expect(await show(id)).toMatchObject({ recipients_count: 1, status: 'active' })
  })
})

describe('a start', () => {
  test('does nothing when the recipients are not those expected', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(4) })
    const refused = await call('start_campaign', { campaign_id: id, expected_recipients: 3, confirm: true })
    expect([refused.structuredContent?.data, refused.structuredContent?.meta['confirmed']]).toEqual([null, false])
    expect(refused.content[0]?.text.split('\n')[0]).toBe(
      'Nothing was done, with another number: confirm true with expected_recipients 4 does what meta.effect says.',
    )
    expect(await show(id)).toMatchObject({ status: 'draft' })
    const done = await call('start_campaign', { campaign_id: id, expected_recipients: 4, confirm: true })
    expect(done.structuredContent?.data).toMatchObject({ recipients_count: 4 })
    const again = await call('start-sequence', { sequence_id: id, confirmed: true })
    expect(again.structuredContent?.data).toEqual({ message: 'Sequence already started.', recipients_count: 4 })
  })

  test('is refused in the words of the endpoint when something is missing', async () => {
    const { id } = await writtenCampaign(app)
    const { isError, content } = await call('start_campaign', { campaign_id: id, confirm: true })
    expect([isError, content[0]?.text]).toEqual([
      true,
      'validation_failed: A campaign needs at least one recipient to start. (add_recipients adds some.)',
    ])
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: addresses(1) })
    await call('draft_campaign', { campaign_id: id, steps: [{ body: 'Hello' }] })
    const other = await call('start_campaign', { campaign_id: id, confirm: true })
    expect(other.content[0]?.text).toBe('validation_failed: Step 0 needs a subject. (draft_campaign can change that.)')
  })
})
