import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedMailbox } from '../../support/doors/campaign-client.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

interface Data {
  campaign: Record<string, unknown>
  messages: { email: string; step: number; subject: string | null; body: string | null }[]
}

let app: TestApp
let call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer<Data | null>>
let close: () => Promise<void>
let mailbox: number

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  ;({ call, close } = await toolCaller<Data | null>(app))
  mailbox = await seedMailbox(app, { email: 'sender@rui.example' })
  await app.post('/v2/leads', { email: 'ana@makers.example', first_name: 'Ana', company: 'Tile & Co' })
  await app.post('/v2/leads', { email: 'lead@makers.example', first_name: 'Leo' })
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

/** Creates a draft of two steps. */
async function draft(emails: readonly string[] = [], steps: unknown = STEPS): Promise<number> {
  const { body } = await app.post('/v2/campaigns/draft', { name: 'Tiles', steps, mailbox_ids: [mailbox] })
  const { id } = body.data as { id: number }
  if (emails.length > 0) await app.post(`/v2/campaigns/${id}/recipients`, { emails })
  return id
}
const STEPS = [
  { subject: 'Tiles for {{company|fallback:"you"}}', body: 'Good morning {{first_name}},\n\nshall we talk?' },
  { body: 'A reminder from {{sender_email}}.', wait_days: 5 },
]
const saidBy = ({ content }: ToolAnswer<Data | null>): string =>
  (content[0]?.text ?? '').split('\n')[0]?.replace(/ \([^(]*\)$/, '') ?? ''
const dataOf = ({ structuredContent }: ToolAnswer<Data | null>) => structuredContent?.data

describe('preview_message', () => {
  test('shows the texts and what the next three recipients would get', async () => {
    const id = await draft(['ana@makers.example', ...[1, 2, 3].map((n) => `p${n}@makers.example`)])
    const answer = await call('preview_message', { campaign_id: id })
    expect(dataOf(answer)?.campaign).toMatchObject({
      id,
      status: 'draft',
      recipients_count: 4,
      waiting: 4,
      mailboxes: ['sender@rui.example'],
      steps: [
        { step: 0, ...STEPS[0] },
        { step: 1, ...STEPS[1], subject: null },
      ],
    })
    expect(dataOf(answer)?.messages).toHaveLength(6)
    expect(dataOf(answer)?.messages.slice(0, 3)).toEqual([
      {
        email: 'ana@makers.example',
        step: 0,
        subject: 'Tiles for Tile & Co',
        body: 'Good morning Ana,\n\nshall we talk?',
        unresolved: [],
        problem: null,
      },
      {
        email: 'ana@makers.example',
        step: 1,
        subject: 'Re: Tiles for Tile & Co',
        body: 'A reminder from sender@rui.example.',
        unresolved: [],
        problem: null,
      },
      {
        email: 'p1@makers.example',
        step: 0,
        subject: 'Tiles for you',
        body: null,
        unresolved: ['first_name'],
        problem: null,
      },
    ])
    expect(answer.structuredContent?.meta).toEqual({
      missing: [{ argument: 'steps', step: 0, details: 'The merge tag first_name needs a fallback.' }],
      skipped: [],
      untrusted_fields: ['subject', 'body'],
    })
    expect((await app.get(`/v2/campaigns/${id}/draft`)).body.data).toEqual(dataOf(answer))
    expect((await app.context.database.pool.query('select 1 from messages where campaign_id = $1', [id])).rows).toEqual(
      [],
    )
  })

  test('previews leads who are not in it yet, or one step alone, and says who would get nothing', async () => {
    const id = await draft(['ana@makers.example', 'gone@makers.example'])
    await app.post('/v2/unsubscribes', { email: 'gone@makers.example' })
    await app.post('/v2/suppressions', { email: 'out@makers.example' })
    const emails = ['lead@makers.example', 'gone@makers.example', 'nobody@makers.example', 'out@makers.example']
    const answer = await call('preview_message', { campaign_id: id, emails, step: 1 })
    expect(dataOf(answer)?.messages.map(({ email, step, body }) => [email, step, body])).toEqual([
      ['lead@makers.example', 1, 'A reminder from sender@rui.example.'],
    ])
    expect(answer.structuredContent?.meta['skipped']).toEqual([
      { email: 'gone@makers.example', reason: 'unsubscribed' },
      { email: 'nobody@makers.example', reason: 'unknown' },
      { email: 'out@makers.example', reason: 'unknown' },
    ])
    const query = `emails=${emails.join(',')}&step=1`
    const { body } = await app.get(`/v2/campaigns/${id}/draft?${query}`)
    expect(body.data).toEqual(dataOf(answer))
  })

  test('lists what would stop an email', async () => {
    const id = await draft(['ana@makers.example'])
    await app.context.database.pool.query('delete from campaign_mailboxes where campaign_id = $1', [id])
    const answer = await call('preview_message', { campaign_id: id, step: 0 })
    expect(dataOf(answer)?.messages).toEqual([
      {
        email: 'ana@makers.example',
        step: 0,
        subject: null,
        body: null,
        unresolved: [],
        problem: 'A campaign needs a connected mailbox.',
      },
    ])
    expect(answer.structuredContent?.meta['missing']).toContainEqual({
      argument: 'mailbox_ids',
      step: null,
      details: 'A campaign needs a connected mailbox.',
    })
  })

  test.each<[Record<string, unknown>, string]>([
    [{}, 'wrong_params: The campaign_id parameter is missing.'],
    [{ campaign_id: 999_999 }, 'not_found: There is no campaign with id 999999.'],
    [{ campaign_id: 1, step: 6 }, 'wrong_params: step must be an integer from 0 to 5; it is 6.'],
    [{ campaign_id: 1, emails: ['x'] }, 'invalid_email: x is not a valid email address.'],
    [
      { campaign_id: 1, emails: [1, 2, 3, 4, 5, 6].map((n) => `p${n}@makers.example`) },
      'wrong_params: emails accepts at most 5 items.',
    ],
  ])('refuses %j', async (args, sentence) => {
    expect(saidBy(await call('preview_message', args))).toBe(sentence)
  })
})

describe('pause_campaign', () => {
  test('holds scheduled messages, and start_campaign resumes when confirmed', async () => {
    const id = await draft(
      ['ana@makers.example', 'lead@makers.example'],
      [{ subject: 'One', body: 'x' }, { body: 'y' }],
    )
    expect(saidBy(await call('pause_campaign', { campaign_id: id }))).toBe(
      'sequence_not_active: The campaign is not active: it is a draft.',
    )
    await call('start_campaign', { campaign_id: id, confirm: true })
    const paused = { id, status: 'paused', messages_held: 4 }
    expect(dataOf(await call('pause_campaign', { campaign_id: id }))).toEqual(paused)
    expect(dataOf(await call('pause_sequence', { sequence_id: id }))).toEqual(paused)
    expect((await app.post(`/v2/sequences/${id}/pause`, {})).body.data).toEqual({ id, paused: true })
    const preview = await call('start_campaign', { campaign_id: id })
    expect(preview.structuredContent).toEqual({
      data: null,
      meta: {
        confirmed: false,
        effect: {
          campaign_id: id,
          goes_on: true,
          emails: 4,
          due_at_once: 0,
          recipients: 2,
          mailboxes: ['sender@rui.example'],
          can_be_undone: false,
        },
      },
    })
    const other = await call('start_campaign', { campaign_id: id, expected_recipients: 3, confirm: true })
    expect(dataOf(other)).toBeNull()
    const gone = await call('start_campaign', { campaign_id: id, expected_recipients: 2, confirm: true })
    expect(dataOf(gone)).toEqual({ message: 'Sequence resumed.', recipients_count: 2 })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'active', paused: false })
    await app.post(`/v2/sequences/${id}/archive`, {})
    expect(saidBy(await call('pause_campaign', { campaign_id: id }))).toBe(
      'sequence_not_active: The campaign is not active: it is archived.',
    )
  })

  test('says on resuming that nobody is left who would get anything', async () => {
    const id = await draft(['ana@makers.example'], [{ subject: 'One', body: 'x' }])
    await call('start_campaign', { campaign_id: id, confirm: true })
    await call('pause_campaign', { campaign_id: id })
    await call('cancel_recipients', { campaign_id: id, emails: ['ana@makers.example'], confirm: true })
    const note = 'No emails were on hold, so nobody gets anything: add recipients to send to.'
    const { meta } = (await call('start_campaign', { campaign_id: id })).structuredContent ?? {}
    expect(meta?.['effect']).toMatchObject({ emails: 0, note })
    const resumed = await call('start_campaign', { campaign_id: id, confirm: true })
    expect(resumed.content[0]?.text).toContain(`Sequence resumed. ${note}`)
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ paused: false })
  })

  test('and the preview of its messages say why a campaign that has started sends nothing', async () => {
    const id = await draft(['ana@makers.example'], [{ subject: 'One', body: 'x' }])
    await call('start_campaign', { campaign_id: id, confirm: true })
    const { pool } = app.context.database
    const problem = 'The SMTP server rejected the user name or password.'
    await pool.query('update mailboxes set problem = $2 where id = $1', [mailbox, problem])
    const stopped = [{ mailbox: 'sender@rui.example', problem }]
    const asked = (await call('start_campaign', { campaign_id: id })).structuredContent?.meta
    expect(asked?.['effect']).toMatchObject({ already_started: true, stopped_mailboxes: stopped })
    const again = await call('start_campaign', { campaign_id: id, confirm: true })
    expect(saidBy(again)).toBe('Sequence already started. Its mailboxes cannot all send: see meta.stopped_mailboxes.')
    const shown = await call('preview_message', { campaign_id: id })
    expect(shown.structuredContent?.meta).toMatchObject({ stopped_mailboxes: stopped })
    expect(saidBy(shown)).toContain('cannot all send')
    await pool.query('update mailboxes set problem = null where id = $1', [mailbox])
    expect((await call('preview_message', { campaign_id: id })).structuredContent?.meta).not.toHaveProperty(
      'stopped_mailboxes',
    )
  })

  test('works without the right to send; resuming does not', async () => {
    const id = await draft(['ana@makers.example'], [{ subject: 'One', body: 'x' }])
    await call('start_campaign', { campaign_id: id, confirm: true })
    const { body } = await app.post('/v2/api-keys', { name: 'No send', no_send: true })
    const { token: key } = body.data as { token: string }
    const writer = await toolCaller<Data | null>({ origin: app.origin, key })
    expect(dataOf(await writer.call('pause_campaign', { campaign_id: id }))).toMatchObject({ status: 'paused' })
    expect(saidBy(await writer.call('start_campaign', { campaign_id: id, confirm: true }))).toMatch(/^forbidden: /)
    await writer.close()
  })
})
