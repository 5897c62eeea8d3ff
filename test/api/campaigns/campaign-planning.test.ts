import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planWholeCampaign } from '../../../src/core/campaigns/campaign-planning.ts'
import { planAllCampaigns } from '../../../src/core/campaigns/campaign-planning.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, seedMailbox, writtenCampaign } from '../../support/doors/campaign-client.ts'

const MONDAY = Date.parse('2026-03-02T04:00:00.000Z')
const DAY_MS = 86_400_000

let now = MONDAY
let app: TestApp
let second: TestApp
beforeAll(async () => {
  const settings = { env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => new Date(now) } } }
  app = await startApp(settings)
  second = await startApp({ ...settings, database: app.database, key: app.key })
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  app.context.database.pool.query<Row>(text, values).then(({ rows }) => rows)
const addresses = (count: number, name = 'p') => Array.from({ length: count }, (_, i) => `${name}${i}@plan.example`)
const add = (id: number, emails: string[], at = app) => at.post(`/v2/campaigns/${id}/recipients`, { emails })
const post = (id: number, operation: string, at = app) => at.post(`/v2/sequences/${id}/${operation}`, {})
const statusOf = async (id: number) => ((await app.get(`/v2/sequences/${id}`)).body.data as { status: string }).status
const messagesOf = (id: number) =>
  sql<{ step: number; status: string; due: string; email: string }>(
    `select m.step, m.status, to_char(m.due_at at time zone 'UTC', 'MM-DD HH24:MI') as due, r.email
     from messages m join campaign_recipients r on r.id = m.recipient_id where m.campaign_id = $1 order by r.id, m.step`,
    [id],
  )
const duesOf = async (id: number) => (await messagesOf(id)).map(({ due }) => due)
/** Leaves the messages as the sender would. */
const markSent = (id: number, step: number) =>
  sql(
    `update messages set status = 'sent', sent_at = due_at, leased_at = due_at where campaign_id = $1 and step = $2 and status = 'scheduled'`,
    [id, step],
  )

/** Adds recipients as in a campaign that has just started, none of them planned yet. */
async function crowdOf(id: number, count: number, name: string): Promise<void> {
  await sql(
    `insert into campaign_recipients (account_id, campaign_id, email)
     select 1, $1, 'r' || n || '@' || $3 || '.example' from generate_series(1, $2::integer) n`,
    [id, count, name],
  )
  const start = `update campaigns set status = 'active', preparing = true, recipients_count = $2 where id = $1`
  await sql(start, [id, count])
}

describe('a campaign in progress', () => {
  test('schedules new recipients immediately, after the earlier ones', async () => {
    const { id } = await writtenCampaign(app)
    await add(id, addresses(2))
    await post(id, 'start')
    await add(id, addresses(1, 'late'))
    expect(await duesOf(id)).toEqual(['03-02 09:00', '03-02 09:01', '03-02 09:02'])
  })

  test('pauses and resumes: missed messages are replanned with the current steps', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    await add(id, addresses(2))
    await post(id, 'start')
    await markSent(id, 0)
    expect((await post(id, 'pause')).body).toEqual({ data: { id, paused: true }, meta: {} })
    expect((await post(id, 'pause')).status).toBe(200)
    expect(await statusOf(id)).toBe('paused')
    await app.post(`/v2/sequences/${id}/steps`, { body: 'One more', wait_days: 1 })
    now = MONDAY + 10 * DAY_MS
    expect((await request(app, 'DELETE', `/v2/sequences/${id}/pause`)).body).toEqual({
      data: { message: 'Sequence resumed.' },
      meta: {},
    })
    expect((await post(id, 'resume')).body.data).toEqual({ message: 'Sequence is not paused.' })
    expect(await duesOf(id)).toEqual([
      '03-02 09:00',
      '03-12 09:00',
      '03-13 09:00',
      '03-02 09:01',
      '03-12 09:01',
      '03-13 09:01',
    ])
    now = MONDAY
  })

  test('is archived in parts when it has many recipients, and sends nothing meanwhile', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    await crowdOf(id, 1_300, 'archived')
    await planWholeCampaign(app.context, 1, id)
    expect((await post(id, 'archive')).status).toBe(200)
    const counts = () =>
      sql<{ status: string; count: number }>(
        'select status, count(*) from messages where campaign_id = $1 group by 1 order by 1',
        [id],
      )
    const first = new Map((await counts()).map(({ status, count }) => [status, count]))
    expect([first.get('canceled'), first.get('scheduled')]).toEqual([200, 2_400])
    expect(await statusOf(id)).toBe('archived')
    expect((await post(id, 'resume')).body.errors?.[0]?.id).toBe('sequence_not_active')
    // The job queued for this may have died: the round that runs every minute finds what is left.
    await planAllCampaigns(second.context)
    expect(await counts()).toEqual([{ status: 'canceled', count: 2_600 }])
    const open = await sql(`select from campaign_recipients where campaign_id = $1 and state <> 'canceled'`, [id])
    expect(open).toEqual([])
  })

  test('is archived for good', async () => {
    const { id } = await writtenCampaign(app)
    await add(id, addresses(2))
    expect((await post(id, 'archive')).body.errors?.[0]?.id).toBe('sequence_not_started')
    await post(id, 'start')
    expect((await post(id, 'archive')).body).toEqual({ data: { id, archived: true }, meta: {} })
    expect((await post(id, 'archive')).status).toBe(200)
    expect((await messagesOf(id)).map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    for (const operation of ['pause', 'resume', 'start'])
      expect((await post(id, operation)).body.errors?.[0]?.id).toBe('sequence_not_active')
    expect((await add(id, addresses(1, 'x'))).body.errors?.[0]?.id).toBe('sequence_not_active')
  })

  test('begins when its day comes, ends when nothing is left, and continues with new recipients', async () => {
    const { id } = await writtenCampaign(app, { start_at: '2026-03-04' })
    await add(id, addresses(1))
    await post(id, 'start')
    await planAllCampaigns(app.context)
    expect(await statusOf(id)).toBe('planned')
    now = Date.parse('2026-03-04T00:00:00Z')
    await planAllCampaigns(app.context)
    expect(await statusOf(id)).toBe('active')
    await markSent(id, 0)
    await planAllCampaigns(app.context)
    expect(await statusOf(id)).toBe('completed')
    await add(id, addresses(1, 'new'))
    expect(await statusOf(id)).toBe('active')
    expect(await duesOf(id)).toEqual(['03-04 09:00', '03-04 09:01'])
    now = MONDAY
  })

  test('is in error without a mailbox, and continues when one is back', async () => {
    const { id, email_account_ids: mailboxes } = await writtenCampaign(app)
    await add(id, addresses(1))
    await post(id, 'start')
    await sql(`update mailboxes set problem = 'The password was refused.' where id = any($1)`, [mailboxes])
    await planAllCampaigns(app.context)
    expect(await statusOf(id)).toBe('error')
    await add(id, addresses(1, 'meanwhile'))
    expect(await messagesOf(id)).toHaveLength(1)
    await sql('update mailboxes set problem = null where id = any($1)', [mailboxes])
    await planAllCampaigns(app.context)
    expect([await statusOf(id), await duesOf(id)]).toEqual(['active', ['03-02 09:00', '03-02 09:01']])
  })

  test('plans missing messages once the rest have been sent', async () => {
    const boxes = [await seedMailbox(app), await seedMailbox(app)]
    const { id } = await writtenCampaign(app, { steps: 2, email_account_ids: boxes })
    await add(id, addresses(4))
    await post(id, 'start')
    await sql('delete from messages where mailbox_id = $1', [boxes[0]])
    expect(await messagesOf(id)).toHaveLength(4)
    await sql(`update messages set status = 'sent', sent_at = due_at where campaign_id = $1`, [id])
    await planAllCampaigns(app.context)
    expect([await statusOf(id), (await messagesOf(id)).length]).toEqual(['active', 8])
  })

  test('shares a mailbox with other campaigns within its daily limit', async () => {
    const box = await seedMailbox(app, { dailyLimit: 3, gapSeconds: 600 })
    const [one, two] = [
      await writtenCampaign(app, { email_account_ids: [box] }),
      await writtenCampaign(app, { email_account_ids: [box] }),
    ]
    for (const { id } of [one, two]) await add(id, addresses(2))
    await Promise.all([post(one.id, 'start'), post(two.id, 'start', second)])
    const dues = [...(await duesOf(one.id)), ...(await duesOf(two.id))].toSorted()
    expect(dues).toEqual(['03-02 09:00', '03-02 09:10', '03-02 09:20', '03-03 09:00'])
  })
})

describe('many recipients or clients at once', () => {
  test('several workers plan 2,000 recipients, each message once', async () => {
    const box = await seedMailbox(app, { dailyLimit: 2_000, gapSeconds: 5 })
    const { id } = await writtenCampaign(app, { steps: 3, email_account_ids: [box] })
    await crowdOf(id, 2_000, 'many')
    await Promise.all([app, second, app, second].map(({ context }) => planAllCampaigns(context)))
    const [counted] = await sql<{ messages: number; apart: number; busiest: number }>(
      `select count(*) as messages, count(distinct due_at) as apart,
         (select max(n) from (select count(*) as n from messages where campaign_id = $1 group by due_at::date) d) as busiest
       from messages where campaign_id = $1`,
      [id],
    )
    expect(counted).toEqual({ messages: 6_000, apart: 6_000, busiest: 2_000 })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'active' })
    await post(id, 'archive')
  })

  test('two campaigns planned at the same time share their mailbox in slices', async () => {
    const box = await seedMailbox(app, { dailyLimit: 5_000, gapSeconds: 5 })
    const crowds: number[] = []
    for (const name of ['one', 'two']) {
      const { id } = await writtenCampaign(app, { email_account_ids: [box] })
      await crowdOf(id, 1_200, name)
      crowds.push(id)
    }
    await Promise.all(crowds.map((id, index) => planWholeCampaign([app, second][index]?.context ?? app.context, 1, id)))
    const [counted] = await sql<{ messages: number; apart: number; busiest: number }>(
      'select count(*) as messages, count(distinct due_at) as apart from messages where mailbox_id = $1',
      [box],
    )
    expect(counted).toEqual({ messages: 2_400, apart: 2_400 })
    for (const id of crowds) await post(id, 'archive')
  })

  test('a large campaign is replanned after the request to resume it was answered', async () => {
    const box = await seedMailbox(app, { dailyLimit: 5_000, gapSeconds: 5 })
    const { id } = await writtenCampaign(app, { email_account_ids: [box] })
    await crowdOf(id, 1_200, 'again')
    await planWholeCampaign(app.context, 1, id)
    await post(id, 'pause')
    await app.post(`/v2/sequences/${id}/steps`, { body: 'One more', wait_days: 1 })
    now = MONDAY + 10 * DAY_MS
    // Under its lock only the state changes, however many recipients there are.
    expect((await post(id, 'resume')).body).toEqual({ data: { message: 'Sequence resumed.' }, meta: {} })
    await planWholeCampaign(second.context, 1, id)
    const [counted] = await sql<object>(
      `select count(*) as messages, count(distinct due_at) as apart, min(due_at)::date::text as first,
         count(*) filter (where step = 1) as second_steps from messages where campaign_id = $1`,
      [id],
    )
    expect(counted).toEqual({ messages: 2_400, apart: 2_400, first: '2026-03-12', second_steps: 1_200 })
    expect((await app.get(`/v2/sequences/${id}`)).body.data).toMatchObject({ status: 'active' })
    await post(id, 'archive')
    now = MONDAY
  })

  test('a recipient sent the last email while others are being replanned gets the steps added meanwhile', async () => {
    const box = await seedMailbox(app, { gapSeconds: 5 })
    const { id } = await writtenCampaign(app, { email_account_ids: [box] })
    await add(id, addresses(2))
    await post(id, 'start')
    await post(id, 'pause')
    await app.post(`/v2/sequences/${id}/steps`, { body: 'One more', wait_days: 1 })
    await sql(`update campaigns set status = 'active', replanned_to = 0 where id = $1`, [id])
    const due = await sql<{ id: number }>('select id from messages where campaign_id = $1 order by id limit 1', [id])
    await sql(`update messages set status = 'uncertain', leased_at = due_at where id = $1`, [due[0]?.id])
    await app.context.store.messageLog.markSent(1, id, due[0]?.id ?? 0)
    await planWholeCampaign(app.context, 1, id)
    expect((await messagesOf(id)).map(({ step, status }) => [step, status])).toEqual([
      [0, 'sent'],
      [1, 'scheduled'],
      [0, 'scheduled'],
      [1, 'scheduled'],
    ])
  })

  test('32 clients add, cancel and start the same campaign: nothing is lost or counted twice', async () => {
    const { id } = await writtenCampaign(app, { steps: 2 })
    await add(id, addresses(5, 'first'))
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, client) => {
        const at = client % 2 === 0 ? app : second
        const kept = await add(id, [...addresses(3, `c${client}-`), ...addresses(5, 'shared')], at)
        const start = await post(id, 'start', at)
        const cancel = await request(at, 'DELETE', `/v2/campaigns/${id}/recipients`, {
          emails: [`c${client}-0@plan.example`, 'shared0@plan.example'],
        })
        return { kept, start, cancel }
      }),
    )
    const statuses = answers.flatMap(({ kept, start, cancel }) => [kept.status, start.status, cancel.status])
    expect(new Set(statuses)).toEqual(new Set([200, 201]))
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    const added = sum(answers.map(({ kept }) => (kept.body.data as { recipients_added: number }).recipients_added))
    expect(added).toBe(32 * 3 + 5)
    const record = (await app.get(`/v2/sequences/${id}`)).body.data
    expect(record).toMatchObject({ recipients_count: 106, status: 'active' })
    const started = answers.filter(
      ({ start }) => (start.body.data as { message: string }).message !== 'Sequence already started.',
    )
    expect(started).toHaveLength(1)
    const canceled = sum(
      answers.map(({ cancel }) => (cancel.body.data as { messages_canceled: number }).messages_canceled),
    )
    const messages = await messagesOf(id)
    const [states] = await sql<{ canceled: number; scheduled: number; leads: number }>(
      `select count(*) filter (where state = 'canceled') as canceled, count(*) filter (where state = 'scheduled') as scheduled,
         count(distinct lead_id) as leads from campaign_recipients where campaign_id = $1`,
      [id],
    )
    expect(states).toMatchObject({ canceled: 33, scheduled: 73, leads: 106 })
    expect(messages.filter(({ status }) => status === 'scheduled')).toHaveLength(146)
    expect(messages.filter(({ status }) => status === 'canceled').length).toBeLessThanOrEqual(canceled)
    const [leads] = await sql<{ counted: number; real: number }>(
      `select (select sum(total) from leads_counts where account_id = 1 and leads_list_id = 0) as counted,
         (select count(*) from leads where account_id = 1) as real`,
    )
    expect(leads?.counted).toBe(leads?.real)
  })
})
