import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { ChangeLeads } from '../../../src/core/leads/leads-change-job.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { queueIsEmpty, seedLeads, wrongCounters } from '../../support/records/lead-rows.ts'

const LISTS = '/v2/leads_lists'
const MOVE = '/v2/leads/bulk/move'
const DELETE = '/v2/leads/bulk/delete'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const createList = async (name: string): Promise<number> =>
  ((await app.post(LISTS, { name })).body.data as { id: number }).id

async function counts(): Promise<Record<string, number>> {
  const { body } = await app.get(`${LISTS}?limit=100`)
  const { leads_lists: lists } = body.data as { leads_lists: { name: string; leads_count: number }[] }
  return Object.fromEntries(lists.map(({ name, leads_count: count }) => [name, count]))
}

const total = async (): Promise<number> =>
  Number((await app.database.pool.query('select count(*) as n from leads')).rows[0]?.n)

test('some or all leads move between lists, and those already there stay', async () => {
  const [from, to] = [await createList('From'), await createList('To')]
  const ids = await seedLeads(app, { count: 30, list: from, prefix: 'move' })
  await app.database.pool.query(
    'insert into leads_list_members (account_id, leads_list_id, lead_id) select 1, $1, id from unnest($2::bigint[]) id',
    [to, ids.slice(0, 5)],
  )
  const some = await app.post(MOVE, { leads_list_id: from, target_leads_list_id: to, lead_ids: ids.slice(0, 12) })
  expect([some.status, some.body]).toEqual([
    202,
    {
      data: { source_leads_list_id: from, target_leads_list_id: to, leads_count: 12, status: 'queued' },
      meta: {},
    },
  ])
  await queueIsEmpty(app, ChangeLeads.name)
  expect(await counts()).toMatchObject({ From: 18, To: 12 })
  const all = await app.post(MOVE, { leads_list_id: from, target_leads_list_id: to })
  expect(all.body.data).toMatchObject({ leads_count: 18 })
  await queueIsEmpty(app, ChangeLeads.name)
  expect(await counts()).toMatchObject({ From: 0, To: 30 })
  expect(await wrongCounters(app)).toEqual([])
})

test('a merged list is gone and its leads are in the other, each once', async () => {
  const [source, target] = [await createList('Source'), await createList('Target')]
  const ids = await seedLeads(app, { count: 20, list: source, prefix: 'merge' })
  await seedLeads(app, { count: 3, list: target, prefix: 'merged' })
  await app.database.pool.query(
    'insert into leads_list_members (account_id, leads_list_id, lead_id) values (1, $1, $2)',
    [target, ids[0]],
  )
  const merged = await app.post(`/v2/leads-lists/${source}/merge`, { destination_leads_list_id: target })
  expect([merged.status, merged.body]).toEqual([204, {}])
  const after = await counts()
  expect(after).toMatchObject({ Target: 23 })
  expect(after).not.toHaveProperty('Source')
  expect(await wrongCounters(app)).toEqual([])
})

test('a few leads are deleted immediately, many soon after, and only those of the account', async () => {
  const list = await createList('To be emptied')
  const ids = await seedLeads(app, { count: 600, list, prefix: 'delete' })
  const { key } = await createAccount(app.context, 'free')
  const theirs = await app.post(DELETE, { lead_ids: ids.slice(0, 3) }, { 'x-api-key': key })
  expect([theirs.status, theirs.body.data]).toEqual([200, { requested_count: 3, deleted_count: 0, status: 'done' }])
  const before = await total()
  const few = await app.post(DELETE, { lead_ids: [...ids.slice(0, 10), ids[0], 999_999_999] })
  expect([few.status, few.body.data]).toEqual([200, { requested_count: 11, deleted_count: 10, status: 'done' }])
  expect(await total()).toBe(before - 10)
  const rest = await app.post(DELETE, { leads_list_id: list })
  expect([rest.status, rest.body.data]).toEqual([202, { requested_count: 590, deleted_count: 0, status: 'queued' }])
  await queueIsEmpty(app, ChangeLeads.name)
  expect(await total()).toBe(before - 600)
  expect(await counts()).toMatchObject({ 'To be emptied': 0 })
  expect(await wrongCounters(app)).toEqual([])
})

test.each<[string, object, number, string]>([
  [MOVE, {}, 400, 'The leads_list_id parameter is missing. The target_leads_list_id parameter is missing.'],
  [MOVE, { leads_list_id: 1, target_leads_list_id: 1 }, 422, 'target_leads_list_id must be a different list.'],
  [MOVE, { leads_list_id: 1, target_leads_list_id: 9_999 }, 422, 'target_leads_list_id 9999 does not exist.'],
  [MOVE, { leads_list_id: 1, target_leads_list_id: 2, lead_ids: 'x' }, 400, 'x is not a list of lead ids.'],
  [DELETE, {}, 400, 'Send either lead_ids or leads_list_id.'],
  [DELETE, { lead_ids: [1], leads_list_id: 1 }, 400, 'Send either lead_ids or leads_list_id.'],
  [DELETE, { leads_list_id: 9_999 }, 422, 'leads_list_id 9999 does not exist.'],
  [DELETE, { leads_list_id: 'mine' }, 422, 'leads_list_id must be an id; it is "mine".'],
  [
    DELETE,
    { lead_ids: Array.from({ length: 10_001 }, (_, i) => i + 1) },
    400,
    'At most 10000 lead ids can be sent at once.',
  ],
])('%s %j is refused with %d', async (path, body, status, details) => {
  const answer = await app.post(path, body)
  expect([answer.status, answer.body.errors?.map((error) => error.details).join(' ')]).toEqual([status, details])
})

test('32 clients move, merge, empty and delete the same lists: counters stay exact and nothing fails', async () => {
  const lists = await Promise.all(Array.from({ length: 5 }, (_, i) => createList(`Crowded ${i}`)))
  const ids = (
    await Promise.all(lists.map((list, i) => seedLeads(app, { count: 60, list, prefix: `crowd${i}-` })))
  ).flat()
  const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T
  const client = async (n: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let step = 0; step < 6; step++) {
      const [from, to] = [pick(lists, n + step), pick(lists, n * 3 + step * 2 + 1)]
      const some = Array.from({ length: 8 }, (_, i) => pick(ids, n * 7 + step * 31 + i * 13))
      const kind = (n + step) % 6
      if (kind === 0) statuses.push((await app.post(MOVE, { leads_list_id: from, target_leads_list_id: to })).status)
      if (kind === 1)
        statuses.push((await app.post(MOVE, { leads_list_id: to, target_leads_list_id: from, lead_ids: some })).status)
      if (kind === 2)
        statuses.push((await app.post(`${LISTS}/${from}/merge`, { destination_leads_list_id: to })).status)
      if (kind === 3) statuses.push((await app.post(DELETE, { lead_ids: some.slice(0, 2) })).status)
      if (kind === 4) lists.push(await createList(`Another of ${n}`))
      if (kind === 5) statuses.push((await app.post(LISTS, { name: 'Crowded 0' })).status, await leave(from, n))
    }
    return statuses
  }
  const leave = async (list: number, n: number): Promise<number> => {
    if (n % 4 > 0) return (await app.get(LISTS)).status
    const headers = { 'x-api-key': app.key }
    return (await fetch(`${app.origin}${LISTS}/${list}`, { method: 'DELETE', headers })).status
  }
  const statuses = (await Promise.all(Array.from({ length: 32 }, (_, n) => client(n)))).flat()
  await queueIsEmpty(app, ChangeLeads.name)
  expect(statuses.filter((status) => ![200, 201, 202, 204, 404, 422].includes(status))).toEqual([])
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(60)
  expect(await wrongCounters(app)).toEqual([])
  const failed = await app.database.pool.query(`select 1 from pgboss.job where state = 'failed'`)
  expect(failed.rowCount).toBe(0)
})
