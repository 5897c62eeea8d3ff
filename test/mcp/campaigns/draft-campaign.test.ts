import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp, TestBody } from '../../support/app.ts'
import { request, seedMailbox, writtenCampaign } from '../../support/doors/campaign-client.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

const NOW = new Date('2026-03-02T04:00:00.000Z')

type Draft = Record<string, unknown> & { id: number; steps: Record<string, unknown>[] }

let app: TestApp
let call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer<Draft>>
let close: () => Promise<void>
let mailbox: number

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  ;({ call, close } = await toolCaller<Draft>(app))
  mailbox = await seedMailbox(app, { email: 'sender@rui.example' })
})
afterAll(async () => {
  await close()
  await app[Symbol.asyncDispose]()
})

const WHOLE = {
  name: 'Tiles',
  steps: [
    { subject: 'Tiles for {{company|fallback:"you"}}', body: 'Good morning,\n\nR&D: see https://rui.example/.\n<Rui>' },
    { body: 'A reminder.', wait_days: 5 },
  ],
  days: [1, 2, 3],
  from_time: '08:30',
  to_time: '17:00',
  time_zone: 'Europe/Lisbon',
  start_on: '2026-03-09T00:00:00Z',
  track_opens: false,
  unsubscribe_link: true,
}
const SHOWN = {
  ...WHOLE,
  start_on: '2026-03-09',
  status: 'draft',
  recipients_count: 0,
  track_clicks: false,
  steps: [
    { step: 0, ...WHOLE.steps[0], wait_days: 0, format: 'text' },
    { step: 1, subject: null, body: 'A reminder.', wait_days: 5, format: 'text' },
  ],
}

const made = async (): Promise<Draft> => {
  const { structuredContent, content } = await call('draft_campaign', { ...WHOLE, mailbox_ids: [mailbox] })
  if (structuredContent === undefined) throw new Error(content[0]?.text)
  return structuredContent.data
}
const saidBy = ({ content }: ToolAnswer<Draft>): string[] =>
  (content[0]?.text ?? '').split('\n').map((line) => line.replace(/ \([^(]*\)$/, ''))
const errorsOf = (body: TestBody): string[] | undefined => body.errors?.map(({ id, details }) => `${id}: ${details}`)

describe('draft_campaign', () => {
  test('creates a complete draft in one call and says what is still needed to start it', async () => {
    const { structuredContent } = await call('draft_campaign', { ...WHOLE, mailbox_ids: [mailbox] })
    expect(structuredContent?.data).toEqual({ ...SHOWN, id: expect.any(Number) as number, mailbox_ids: [mailbox] })
    expect(structuredContent?.meta).toEqual({
      created: true,
      missing: [{ argument: null, step: null, details: 'A campaign needs at least one recipient to start.' }],
      warnings: ['Step 1 has no subject: it replies to the step before.'],
    })
  })

  test('names a merge tag without fallback once for each step', async () => {
    const text = 'Hi {{first_name}}'
    const { structuredContent } = await call('draft_campaign', {
      name: 'Tags',
      mailbox_ids: [mailbox],
      steps: [{ subject: text, body: text }, { body: text }],
    })
    expect(structuredContent?.meta['missing']).toEqual([
      { argument: null, step: null, details: 'A campaign needs at least one recipient to start.' },
      { argument: 'steps', step: 0, details: 'The merge tag first_name needs a fallback.' },
      { argument: 'steps', step: 1, details: 'The merge tag first_name needs a fallback.' },
    ])
    expect(structuredContent?.meta['warnings']).toEqual([
      'Step 0: the merge tag first_name has no fallback.',
      'Step 1: the merge tag first_name has no fallback.',
      'Step 1 has no subject: it replies to the step before.',
    ])
  })

  test('creates and changes the same as the endpoint', async () => {
    const byApi = await app.post('/v2/campaigns/draft', { ...WHOLE, mailbox_ids: [mailbox] })
    expect(byApi.status).toBe(201)
    const { id } = byApi.body.data as Draft
    expect(byApi.body.data).toEqual({ ...SHOWN, id, mailbox_ids: [mailbox] })
    const change = { name: 'Other', steps: [{ subject: 'One', body: 'Only {{first_name}} and http://rui.example/' }] }
    const changed = await request(app, 'PUT', `/v2/campaigns/${id}/draft`, change)
    expect([changed.status, changed.body.meta]).toEqual([
      200,
      {
        created: false,
        missing: [
          { argument: null, step: null, details: 'A campaign needs at least one recipient to start.' },
          {
            argument: 'steps',
            step: 0,
            details: 'The merge tag first_name needs a fallback.',
          },
        ],
        warnings: ['Step 0: the merge tag first_name has no fallback.', 'Step 0 has a link that does not use https.'],
      },
    ])
    const tool = await call('draft_campaign', { campaign_id: (await made()).id, ...change })
    expect(tool.structuredContent?.meta).toEqual(changed.body.meta)
    const one = tool.structuredContent?.data
    expect(one).toEqual({ ...(changed.body.data as Draft), id: one?.id })
    expect(one?.steps).toHaveLength(1)
  })

  test('changes only what is sent, and empties only what clear names', async () => {
    const { id, ...before } = await made()
    const renamed = await call('draft_campaign', { campaign_id: id, name: 'New name', steps: null, start_on: '' })
    expect(renamed.structuredContent?.data).toEqual({ ...before, id, name: 'New name' })
    expect(renamed.structuredContent?.meta['ignored']).toEqual(['start_on'])
    const cleared = await call('draft_campaign', { campaign_id: id, clear: ['start_on', 'steps', 'mailbox_ids'] })
    expect(cleared.structuredContent?.data).toEqual({
      ...before,
      id,
      name: 'New name',
      start_on: null,
      mailbox_ids: [],
      steps: [{ step: 0, subject: null, body: null, wait_days: 0, format: 'text' }],
    })
    expect(cleared.structuredContent?.meta['missing']).toEqual([
      { argument: null, step: null, details: 'A campaign needs at least one recipient to start.' },
      { argument: 'steps', step: 0, details: 'Step 0 needs a subject.' },
      { argument: 'steps', step: 0, details: 'Step 0 needs a body.' },
      { argument: 'mailbox_ids', step: null, details: 'A campaign needs a connected mailbox.' },
    ])
    expect(saidBy(await call('draft_campaign', { campaign_id: id, clear: ['custom_attributes.x'] }))[0]).toBe(
      'wrong_params: custom_attributes.x cannot be cleared; clear takes steps, mailbox_ids, start_on.',
    )
  })

  test('sends from the default mailbox when none is named', async () => {
    await app.context.database.pool.query('update mailboxes set default_account = true where id = $1', [mailbox])
    const { structuredContent } = await call('draft_campaign', { name: 'Default' })
    expect(structuredContent?.data['mailbox_ids']).toEqual([mailbox])
    await app.context.database.pool.query('update mailboxes set default_account = false')
  })

  test('reports all problems together, in its own words, and changes nothing', async () => {
    const { id, ...before } = await made()
    const wrong = {
      name: 'Changed',
      mailbox_ids: [mailbox, 999_999],
      days: [1, 9],
      from_time: '18:00',
      to_time: '09:00',
      start_on: '2026-02-01',
      steps: [{ subject: 'x'.repeat(256), body: 'Hello {{nickname}}' }, { body: 'Line one\n{{first_name|' }],
    }
    const refused = await call('draft_campaign', { campaign_id: id, ...wrong })
    expect(refused.isError).toBe(true)
    expect(saidBy(refused)).toEqual([
      `unknown_email_account_ids: Unknown mailboxes: 999999. Known: ${mailbox}.`,
      'invalid_schedule_days: Schedule days run from 0 (Sunday) to 6.',
      'invalid_schedule_window: The sending window must start before it ends.',
      'start_at_in_the_past: start_on is in the past.',
      'validation_failed: Step 0: subject must have at most 255 characters.',
      'validation_failed: Step 0: body: Unknown merge tag: nickname.',
      expect.stringMatching(/^validation_failed: Step 1: body: A merge tag in line 2 cannot be read/),
    ])
    expect(refused.content[0]?.text).toContain('(Send from_time before to_time, on one day')
    const api = await request(app, 'PUT', `/v2/campaigns/${id}/draft`, wrong)
    expect([api.status, errorsOf(api.body)?.length]).toEqual([422, 7])
    const now = await call('draft_campaign', { campaign_id: id })
    expect(now.structuredContent?.data).toEqual({ ...before, id })
  })

  test.each<[Record<string, unknown>, string]>([
    [{ steps: [{ subject: 'No name' }] }, 'name_required: A campaign needs a name.'],
    [{ campaign_id: 999_999, name: 'x' }, 'not_found: There is no campaign with id 999999.'],
    [
      { name: 'x', steps: Array.from({ length: 7 }, () => ({ body: 'x' })) },
      'wrong_params: steps accepts at most 6 items.',
    ],
    [
      { name: 'x', steps: [{ body: 'x', wait_days: 31 }] },
      'wrong_params: steps[0]: wait_days must be an integer from 0 to 30.',
    ],
    [
      { name: 'x', steps: [{ body: 'x', format: 'rtf' }] },
      'wrong_params: steps[0]: format must be text or html; it is "rtf".',
    ],
    [
      { steps: [{ body: 'x', wait_days: 99, format: 'rtf' }, { subject: 'b', wait_days: -1 }, 'third'] },
      'wrong_params: steps[0]: wait_days must be an integer from 0 to 30. format must be text or html; it is "rtf". ' +
        'steps[1]: wait_days must be an integer from 0 to 30. steps[2] must be an object with subject and body.',
    ],
    [{ name: 'x', time_zone: 'Moon/Base' }, 'validation_failed: time_zone is not a known time zone.'],
    [{ name: 'x', to_time: '5pm' }, 'wrong_params: to_time must be a time of day such as 09:00 or 17:30; it is "5pm".'],
    [{ name: 'x', from_time: 9 }, 'wrong_params: from_time must be a time of day such as 09:00 or 17:30; it is 9.'],
    [{ name: 'x', start_on: 'soon' }, 'validation_failed: start_on must be a date in the form YYYY-MM-DD.'],
  ])('refuses %j', async (args, sentence) => {
    const answer = await call('draft_campaign', args)
    expect([answer.isError, saidBy(answer)[0]]).toEqual([true, sentence])
    expect((await app.get('/v2/campaigns?limit=100')).body.data).not.toMatchObject({ campaigns: [{ name: 'x' }] })
  })

  test('does not change a campaign that has started, even a paused one', async () => {
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['a@makers.example'] })
    await app.post(`/v2/campaigns/${id}/start`, {})
    for (const status of ['active', 'paused']) {
      const answer = await call('draft_campaign', { campaign_id: id, steps: [{ subject: 'New', body: 'New' }] })
      expect(saidBy(answer)).toEqual([
        `sequence_active: The campaign has started (${status}); only drafts can be replaced.`,
      ])
      await app.post(`/v2/sequences/${id}/pause`, {})
    }
  })
})
