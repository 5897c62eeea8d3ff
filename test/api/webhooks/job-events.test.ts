import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startPeopleTown } from '../../support/mails/people-town.ts'
import type { PeopleTown } from '../../support/mails/people-town.ts'

type Row = Record<string, unknown>

let town: PeopleTown
let app: TestApp
beforeAll(async () => {
  town = await startPeopleTown(2)
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await town.seed(app.context)
  // Nothing is delivered: the test reads the outbox instead.
  for (const event of ['job.completed', 'optout.requested'])
    expect((await app.post('/v2/webhooks', { target_url: 'https://hooks.example.org/all', event })).status).toBe(201)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

/** Returns what webhooks are notified of for an event, oldest first. */
async function told(event: string): Promise<Row[]> {
  const { rows } = await app.database.pool.query<{ payload: string }>(
    'select payload from webhook_deliveries where event = $1 order by id',
    [event],
  )
  return rows.map(({ payload }) => (JSON.parse(payload) as { data: Row }).data)
}

/** Returns the events of one kind of job, once there are that many. */
async function toldOfJobs(kind: string, count: number): Promise<Row[]> {
  const jobs = async () =>
    (await told('job.completed')).map(({ job }) => job as Row).filter((job) => job['kind'] === kind)
  await expect.poll(async () => (await jobs()).length).toBe(count)
  return jobs()
}

const started = async (path: string, body: object): Promise<number> => {
  const { body: answer } = await app.post(path, body)
  return (answer.data as { id: number }).id
}

test('a finished or stopped list is reported once, without addresses', async () => {
  const people = town.people(8)
  const found = await started('/v2/email-finder/bulk', { people, name: 'Spring' })
  const stopped = await started('/v2/email-finder/bulk', { people: town.people(24).slice(8), max_credits: 2 })
  const jobs = await toldOfJobs('people_search', 2)
  const of = (id: number) => jobs.find((job) => job['id'] === id)
  expect(of(found)).toEqual({
    kind: 'people_search',
    id: found,
    name: 'Spring',
    status: 'done',
    stopped_reason: null,
    total: 8,
    done: 8,
    url: expect.stringMatching(new RegExp(`^http.*/v2/email-finder/bulk/${found}$`)),
  })
  expect(of(stopped)).toMatchObject({ status: 'stopped', stopped_reason: 'max_credits', total: 16 })
  const emails = ['ines.calder', 'rui.abano', 'no.body'].map((local) => `${local}@${town.domains[0]}`)
  const checked = await started('/v2/email-verifier/bulk', { emails })
  expect(await toldOfJobs('verification', 1)).toMatchObject([{ id: checked, status: 'done', total: 3, done: 3 }])
  expect(JSON.stringify(await told('job.completed'))).not.toContain('@')
})

test('a bulk change to leads has an id, and is reported when its last part is done', async () => {
  const people = Array.from({ length: 700 }, (_, index) => `p${index}@many.example`)
  const saved = await app.post('/v2/leads/bulk/save', { people, leads_list_name: 'Many' })
  const { leads_list_ids } = saved.body.meta as { leads_list_ids: number[] }
  const caller = await toolCaller<Row>(app)
  const args = { action: 'delete', leads_list_id: leads_list_ids[0], expected_count: 700, confirm: true }
  const { structuredContent } = await caller.call('change_leads', args)
  expect(structuredContent?.data).toMatchObject({ status: 'queued', leads_count: 700, job_id: expect.any(Number) })
  expect(await toldOfJobs('leads_change', 1)).toEqual([
    {
      kind: 'leads_change',
      id: structuredContent?.data['job_id'],
      name: 'delete',
      status: 'done',
      stopped_reason: null,
      total: 700,
      done: 700,
      url: null,
    },
  ])
  // A lost id of a list can be found for a day, along with how the list ended.
  const { structuredContent: account, content } = await caller.call('get_account', { include: ['jobs'] })
  const included = account?.data['included'] as { jobs: Row[] } | undefined
  expect(included?.jobs.map(({ tool, status }) => [tool, status])).toEqual([
    ['verify_emails', 'done'],
    ['find_emails', 'stopped'],
    ['find_emails', 'done'],
  ])
  expect(content[0]?.text).toContain(' 0 open jobs.')
  await caller.close()
})

test('a webhook shown only by its host can be removed by the host if it is the only one for its event', async () => {
  const caller = await toolCaller<Row>(app)
  const event = 'import.completed'
  for (const path of ['one', 'two'])
    await app.post('/v2/webhooks', { target_url: `https://old.example.org/${path}`, event })
  const remove = () => caller.call('set_webhook', { event, target_url: 'https://old.example.org/', remove: true })
  expect((await remove()).isError).toBe(true)
  await caller.call('set_webhook', { event, target_url: 'https://old.example.org/two', remove: true })
  expect((await remove()).structuredContent).toMatchObject({
    data: { target_url: 'https://old.example.org/one' },
    meta: { removed: true },
  })
  await caller.close()
})

test('an opt-out request is reported to operators only, and does not name the person', async () => {
  const { key } = await createAccount(app.context, 'unlimited')
  const headers = { 'x-api-key': key }
  const own = await app.post(
    '/v2/webhooks',
    { target_url: 'https://hooks.example.org/own', event: 'optout.requested' },
    headers,
  )
  expect([own.status, own.body.errors?.[0]?.details]).toEqual([422, expect.stringContaining('is for operators')])
  for (let repeated = 0; repeated < 2; repeated++)
    expect((await app.post('/v2/people/forget', { email: 'ana@lost.example' }, headers)).status).toBe(200)
  expect(await told('optout.requested')).toEqual([
    { request: { account_id: expect.any(Number), id: expect.any(Number), created_at: expect.any(String) } },
  ])
})
