import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { renameAccount } from '../../../src/core/accounts/accounts.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, seedMailbox, writtenCampaign } from '../../support/doors/campaign-client.ts'
import type { CampaignRecord } from '../../support/doors/campaign-client.ts'

const NOW = new Date('2026-01-21T10:00:00.000Z')

let app: TestApp
let mailbox: number
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
  mailbox = await seedMailbox(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const make = async (writing: Record<string, unknown> = {}): Promise<CampaignRecord> => {
  const { status, body } = await app.post('/v2/sequences', { name: 'A campaign', ...writing })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data as CampaignRecord
}
const put = (path: string, body: unknown) => request(app, 'PUT', `/v2/sequences/${path}`, body)
const firstError = ({ body, status }: Awaited<ReturnType<typeof put>>) => [
  status,
  body.errors?.[0]?.id,
  body.errors?.[0]?.details,
]
const setStatus = (id: number, status: string) =>
  app.context.database.pool.query('update campaigns set status = $2 where id = $1', [id, status])

describe('a campaign', () => {
  test('is created as a draft with an empty opening step', async () => {
    const writing = { name: 'Porto makers outreach', email_account_ids: [mailbox], tracked: true }
    const { status, body } = await app.post('/v2/sequences', writing)
    const { id } = body.data as CampaignRecord
    expect(status).toBe(201)
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          id,
          name: 'Porto makers outreach',
          status: 'draft',
          recipients_count: 0,
          started: false,
          paused: false,
          archived: false,
          schedule: { start_at: null, time_start: '09:00', time_end: '16:59', days: [1, 2, 3, 4, 5] },
          settings: {
            tracked: true,
            tracked_links: false,
            add_unsubscribe_link: true,
            ai_assistant_enabled: false,
            bcc_recipient: null,
          },
          email_account_ids: [mailbox],
          follow_ups: { unique_steps_count: 1, steps: [0] },
          owner: null,
          created_at: NOW.toISOString(),
          updated_at: NOW.toISOString(),
        },
        meta: {},
      }),
    )
    expect((await app.get(`/v2/sequences/${id}`)).body).toEqual(body)
  })

  test('is listed newest first under both paths, with its owner under one', async () => {
    const { id, recipients_count } = await make({ name: 'Newest' })
    const campaigns = (await app.get('/v2/campaigns?limit=1')).body
    const row = { id, name: 'Newest', recipients_count, editable: true, started: false, archived: false, paused: false }
    expect(JSON.stringify(campaigns)).toBe(
      JSON.stringify({ data: { campaigns: [row] }, meta: { limit: 1, offset: 0 } }),
    )
    const sequences = (await app.get('/v2/sequences?limit=1')).body
    expect(sequences.data).toEqual({ sequences: [{ ...row, owner: null }] })
    await renameAccount(app.context, 1, { email: 'ana@rui.example' })
    const told = (await app.get('/v2/sequences?limit=1')).body.data as { sequences: unknown[] }
    expect(told.sequences).toMatchObject([{ owner: { id: 1, email: 'ana@rui.example' } }])
  })

  test('can be filtered by whether it was started or archived', async () => {
    await using other = await startApp({ database: app.database, key: app.key, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
    const ids = await Promise.all(
      ['draft', 'active', 'paused', 'archived'].map(async (status) => {
        const { id } = await make()
        await setStatus(id, status)
        return id
      }),
    )
    const found = async (query: string) => {
      const { data } = (await other.get(`/v2/campaigns?limit=100&${query}`)).body as {
        data: { campaigns: { id: number }[] }
      }
      return data.campaigns
        .map(({ id }) => ids.indexOf(id))
        .filter((index) => index >= 0)
        .toSorted((a, b) => a - b)
    }
    expect(await found('')).toEqual([0, 1, 2, 3])
    expect(await found('started=true')).toEqual([1, 2, 3])
    expect(await found('started=false')).toEqual([0])
    expect(await found('archived=true')).toEqual([3])
    expect(await found('started=true&archived=0')).toEqual([1, 2])
  })

  test('changes the fields sent and keeps the others', async () => {
    const { id } = await make({
      bcc_recipient: 'Log@rui.example',
      start_at: '2026-03-02',
      email_account_ids: [mailbox],
    })
    const { status, body } = await put(`${id}`, { schedule_days: '6,0,6', schedule_time_end: '43200', tracked: null })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      schedule: { start_at: '2026-03-02', time_start: '09:00', time_end: '12:00', days: [0, 6] },
      settings: { bcc_recipient: 'log@rui.example' },
      email_account_ids: [mailbox],
    })
    const cleared = await put(`${id}`, { bcc_recipient: '', start_at: null, name: 'Renamed' })
    expect(cleared.body.data).toMatchObject({
      name: 'Renamed',
      schedule: { start_at: null, days: [0, 6] },
      settings: { bcc_recipient: null },
    })
  })

  test('shows and changes its schedule and its settings separately', async () => {
    const { id } = await make()
    const schedule = { start_at: '2026-02-01', time_start: '08:30', time_end: '16:59', days: [1] }
    const written = await put(`${id}/schedule`, {
      start_at: '2026-02-01',
      schedule_time_start: 30_600,
      schedule_days: [1],
      time_zone: 'Europe/Lisbon',
      tracked: true,
    })
    expect(written.body).toEqual({ data: schedule, meta: { ignored: ['tracked'], time_zone: 'Europe/Lisbon' } })
    expect((await app.get(`/v2/sequences/${id}/schedule`)).body).toEqual({
      data: schedule,
      meta: { time_zone: 'Europe/Lisbon' },
    })
    const settings = await put(`${id}/settings`, { tracked_links: true, schedule_days: [0] })
    expect(settings.body.data).toMatchObject({ tracked: false, tracked_links: true })
    expect((await app.get(`/v2/sequences/${id}/settings`)).body).toEqual({ data: settings.body.data, meta: {} })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ schedule })
  })

  test.each<[Record<string, unknown>, number, string, string]>([
    [{ name: '' }, 422, 'name_required', 'A campaign needs a name.'],
    [{ name: 'x'.repeat(256) }, 422, 'validation_failed', 'name must have at most 255 characters.'],
    [{ email_account_ids: [99, 98] }, 422, 'unknown_email_account_ids', 'Unknown mailboxes: 99, 98.'],
    [{ email_account_ids: ['x'] }, 400, 'wrong_params', 'email_account_ids must be a list of ids.'],
    [{ schedule_days: [7] }, 422, 'invalid_schedule_days', 'Schedule days run from 0 (Sunday) to 6.'],
    [{ schedule_days: 'monday' }, 422, 'invalid_schedule_days', 'Schedule days run from 0 (Sunday) to 6.'],
    [{ schedule_time_start: 61_140 }, 422, 'invalid_schedule_window', 'The sending window must start before it ends.'],
    [{ schedule_time_end: 86_400 }, 422, 'invalid_schedule_window', 'The sending window must start before it ends.'],
    [{ schedule_time_start: 'nine' }, 422, 'invalid_schedule_window', 'The sending window must start before it ends.'],
    [{ start_at: '2026-01-20' }, 422, 'start_at_in_the_past', 'start_at is in the past.'],
    [{ start_at: '2026-02-30' }, 422, 'validation_failed', 'start_at must be a date in the form YYYY-MM-DD.'],
    [{ time_zone: 'Mars/Base' }, 422, 'validation_failed', 'time_zone is not a known time zone.'],
    // The database reads these as other zones than we do, or not at all.
    ...['BST', 'ist', 'MIT', '+05:30', 'SystemV/AST4'].map(
      (time_zone): [Record<string, unknown>, number, string, string] => [
        { time_zone },
        422,
        'validation_failed',
        'time_zone is not a known time zone.',
      ],
    ),
    [{ bcc_recipient: 'nobody' }, 422, 'validation_failed', 'bcc_recipient is not a valid email address.'],
    [{ ai_assistant_enabled: true }, 422, 'ai_assistant_requires_settings', 'The assistant is not configured.'],
    [{ tracked: 'perhaps' }, 400, 'wrong_params', 'tracked must be true or false; it is "perhaps".'],
  ])('does not accept %j', async (writing, status, id, details) => {
    expect(firstError(await app.post('/v2/sequences', { name: 'A', ...writing }))).toEqual([status, id, details])
    if (id === 'name_required') return
    const sequence = await make()
    expect(firstError(await put(`${sequence.id}`, writing))).toEqual([status, id, details])
    expect((await app.get(`/v2/sequences/${sequence.id}`)).body.data).toEqual(sequence)
  })

  test('starts today at the earliest, by the calendar of its time zone', async () => {
    await make({ start_at: '2026-01-21' })
    await make({ start_at: '2026-01-21', time_zone: 'America/Los_Angeles' })
    const tomorrow = await app.post('/v2/sequences', {
      name: 'A',
      start_at: '2026-01-21',
      time_zone: 'Pacific/Kiritimati',
    })
    expect(firstError(tomorrow)[1]).toBe('start_at_in_the_past')
  })

  test('counts clicks on premium plans only', async () => {
    const { key } = await createAccount(app.context, 'free')
    const headers = { 'x-api-key': key }
    const refused = await app.post('/v2/sequences', { name: 'A', tracked_links: true }, headers)
    expect(firstError(refused)).toEqual([422, 'tracked_links_requires_premium', 'Link tracking needs a premium plan.'])
    expect((await app.post('/v2/sequences', { name: 'A' }, headers)).status).toBe(201)
  })

  test('is locked once it has started, except for its name and its unsubscribe link', async () => {
    const { id } = await make({ email_account_ids: [mailbox] })
    await setStatus(id, 'active')
    const locked = [422, 'sequence_locked', 'Schedule and senders are locked once a campaign has started.']
    expect(firstError(await put(`${id}`, { schedule_days: [1] }))).toEqual(locked)
    expect(firstError(await put(`${id}/settings`, { tracked: true }))).toEqual(locked)
    const same = {
      name: 'B',
      add_unsubscribe_link: false,
      email_account_ids: [mailbox],
      schedule_days: [1, 2, 3, 4, 5],
    }
    expect((await put(`${id}`, same)).body.data).toMatchObject({ name: 'B', settings: { add_unsubscribe_link: false } })
  })

  test('can be deleted only as a draft', async () => {
    const { id } = await make()
    expect((await request(app, 'DELETE', `/v2/sequences/${id}`)).status).toBe(204)
    expect(firstError(await app.get(`/v2/sequences/${id}`))).toEqual([
      404,
      'not_found',
      `There is no campaign with id ${id}.`,
    ])
    const started = await make()
    await setStatus(started.id, 'paused')
    expect(firstError(await request(app, 'DELETE', `/v2/sequences/${started.id}`))).toEqual([
      422,
      'sequence_not_destroyable',
      'Only drafts can be deleted; archive it instead.',
    ])
  })
})

describe('a campaign as it is shown', () => {
  const wanted = {
    schedule: { start_at: '2026-02-01', time_start: '07:30', time_end: '12:05', days: [0, 3] },
    settings: { tracked: true, add_unsubscribe_link: false, bcc_recipient: 'log@lumen.example' },
  }

  test('can be sent back, with its schedule and settings, also where they are locked', async () => {
    const { id } = await make()
    const shown = (await app.get(`/v2/sequences/${id}`)).body.data as CampaignRecord
    const settings = { ...(shown as unknown as typeof wanted).settings, ...wanted.settings }
    const written = await put(String(id), { ...shown, ...wanted, settings })
    expect(written.body).toMatchObject({ data: wanted })
    expect(JSON.stringify(written.body.meta)).not.toMatch(/"(?:schedule|settings)"/)
    const cleared = await put(String(id), { settings: { bcc_recipient: null } })
    expect(cleared.body.data).toMatchObject({ ...wanted, settings: { tracked: true, bcc_recipient: null } })
    await setStatus(id, 'active')
    expect((await put(String(id), { ...(cleared.body.data as object), name: 'Renamed' })).status).toBe(200)
    expect(firstError(await put(String(id), { schedule: { time_start: '09:00' } }))[1]).toBe('sequence_locked')
  })

  test('can be copied, and sets nothing else through its parts', async () => {
    const copy = await make({ ...wanted, settings: { ...wanted.settings, name: 'Not this', tracked_links: 'true' } })
    expect(copy).toMatchObject({ ...wanted, name: 'A campaign', settings: { tracked_links: true } })
  })
})

describe('a schedule', () => {
  const shown = async (id: number) => (await app.get(`/v2/sequences/${id}/schedule`)).body.data

  test('can be written back as shown', async () => {
    const { id } = await make({ start_at: '2026-03-02' })
    const schedule = { start_at: '2026-02-01', time_start: '07:30', time_end: '12:05', days: [0, 3] }
    const written = await put(`${id}/schedule`, schedule)
    expect([written.status, written.body.data]).toEqual([200, schedule])
    expect(await shown(id)).toEqual(schedule)
    const elsewhere = { ...schedule, time_start: '06:00', days: [2] }
    await put(`${id}/schedule`, await shown((await make(elsewhere)).id))
    expect(await shown(id)).toEqual(elsewhere)
  })

  test('keeps its seconds when written back as shown, even where it is locked', async () => {
    const { id } = await make({ schedule_time_end: 86_399, schedule_time_start: 30 })
    await setStatus(id, 'active')
    const written = await put(`${id}/schedule`, await shown(id))
    expect([written.status, written.body.data]).toMatchObject([200, { time_start: '00:00', time_end: '23:59' }])
    const { rows } = await app.context.database.pool.query(
      'select schedule_time_start as start, schedule_time_end as end from campaigns where id = $1',
      [id],
    )
    expect(rows).toEqual([{ start: 30, end: 86_399 }])
    expect(firstError(await put(`${id}/schedule`, { time_end: '23:00' }))[1]).toBe('sequence_locked')
  })

  test.each([['24:00'], ['12:60'], ['noon'], ['08:00:00']])('accepts no time such as %s', async (time_start) => {
    const { id } = await make()
    expect(firstError(await put(`${id}/schedule`, { time_start }))[1]).toBe('invalid_schedule_window')
  })
})

describe('the steps of a campaign', () => {
  const steps = async (id: number) =>
    ((await app.get(`/v2/sequences/${id}/steps`)).body.data as { follow_ups: { id: number; step: number }[] })
      .follow_ups

  test('inherit subjects in the list, but not when shown alone', async () => {
    const { id } = await writtenCampaign(app, { steps: 3, waitDays: 4 })
    const listed = await steps(id)
    expect(listed.map(({ step }) => step)).toEqual([0, 1, 2])
    const last = listed[2]
    expect(last).toEqual({
      id: last?.id,
      step: 2,
      wait_days: 4,
      message_format: 'text',
      messages_sent: 0,
      subject: 'Tiles for your shop',
      body: 'Reminder 2.',
      variant: null,
    })
    const { body } = await app.get(`/v2/sequences/${id}/follow-ups/${last?.id}`)
    expect(body.data).toEqual({ ...last, subject: null })
  })

  test('are added after the others, up to six', async () => {
    const { id } = await make()
    const { status, body } = await app.post(`/v2/sequences/${id}/follow-ups`, { body: 'Again', wait_days: '5' })
    const followUp = (body.data as { follow_up: { id: number } }).follow_up
    expect([status, JSON.stringify(body)]).toEqual([
      201,
      JSON.stringify({
        data: {
          follow_up: { id: followUp.id, step: 1, wait_days: 5, subject: null, body: 'Again', message_format: 'text' },
        },
        meta: { params: { sequence_id: id, step: 1, wait_days: 5 } },
      }),
    ])
    expect(firstError(await app.post(`/v2/sequences/${id}/steps`, { step: 4 }))).toEqual([
      422,
      'validation_failed',
      'step must be 2, the next one.',
    ])
    for (let step = 2; step < 6; step++) await app.post(`/v2/sequences/${id}/steps`, { step })
    expect(firstError(await app.post(`/v2/sequences/${id}/steps`, {}))).toEqual([
      422,
      'validation_failed',
      'A campaign has at most 6 steps.',
    ])
    expect(firstError(await app.post(`/v2/sequences/${id}/steps`, { wait_days: 31 }))[1]).toBe('wrong_params')
  })

  test('can be changed, and removed from the end', async () => {
    const { id } = await writtenCampaign(app, { steps: 3 })
    const [opening, second, third] = await steps(id)
    const changed = await put(`${id}/steps/${opening?.id}`, { message_format: 'HTML', body: '<p>Good morning</p>' })
    expect(changed.body.data).toMatchObject({ step: 0, message_format: 'html', subject: 'Tiles for your shop' })
    expect((await put(`${id}/steps/${opening?.id}`, { subject: '' })).body.data).toMatchObject({ subject: null })
    const remove = (step: { id: number } | undefined) => request(app, 'DELETE', `/v2/sequences/${id}/steps/${step?.id}`)
    expect(firstError(await remove(second))[2]).toBe('Only the last step can be deleted.')
    expect((await remove(third)).status).toBe(204)
    expect((await remove(second)).status).toBe(204)
    expect(firstError(await remove(opening))[2]).toBe('The opening step cannot be deleted.')
    expect(firstError(await remove(third))[0]).toBe(404)
  })

  test('cannot be changed while the campaign is active', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    const [, second] = await steps(id)
    await setStatus(id, 'active')
    const refusal = [422, 'sequence_active', 'Pause the campaign before changing its steps.']
    expect(firstError(await put(`${id}/steps/${second?.id}`, { body: 'New' }))).toEqual(refusal)
    expect(firstError(await app.post(`/v2/sequences/${id}/steps`, { body: 'New' }))).toEqual(refusal)
    expect(firstError(await request(app, 'DELETE', `/v2/sequences/${id}/steps/${second?.id}`))).toEqual(refusal)
    await setStatus(id, 'paused')
    expect((await put(`${id}/steps/${second?.id}`, { body: 'New' })).status).toBe(200)
  })

  test('belong to their campaign', async () => {
    const { id } = await writtenCampaign(app)
    const other = await make()
    const [opening] = await steps(id)
    expect(firstError(await app.get(`/v2/sequences/${other.id}/steps/${opening?.id}`))).toEqual([
      404,
      'not_found',
      `There is no follow-up with id ${opening?.id}.`,
    ])
    expect(firstError(await app.get('/v2/sequences/nine/steps'))).toEqual([
      404,
      'not_found',
      'No record has this id: ids are whole numbers of at least 1; it is "nine".',
    ])
  })
})
