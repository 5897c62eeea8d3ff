import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { holding } from '../../support/records/cut-waiting.ts'

/** A webhook that is removed at the moment something happens. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const WAITS = `select count(*) as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into webhook_deliveries%'`

async function webhook(path: string): Promise<number> {
  const target = { target_url: `https://hooks.example.org/${path}`, event: 'lead.created' }
  return ((await app.post('/v2/webhooks', target)).body.data as { id: number }).id
}

/** Calls `ask` while the webhook is being removed, and lets the removal finish first. */
async function whileRemoved<T>(id: number, ask: () => Promise<T>): Promise<T> {
  const holder = await holding(app.database.connectionString, `delete from webhooks where id = ${id}`)
  const answer = ask()
  const { pool } = app.database
  await expect.poll(async () => (await pool.query<{ waiting: unknown }>(WAITS)).rows[0]?.waiting).toEqual(1)
  await holder.query('commit')
  await holder.end()
  return answer
}

test('other webhooks are still notified', async () => {
  const [going, staying] = [await webhook('going'), await webhook('staying')]
  const lead = { email: 'ines.mora@birch.example' }
  expect((await whileRemoved(going, () => app.post('/v2/leads', lead))).status).toBe(201)
  const { body } = await app.get(`/v2/webhooks/${staying}/deliveries`)
  expect(body.data).toMatchObject([{ event: 'lead.created' }])
})

test('testing it reports that it is gone', async () => {
  const going = await webhook('tested')
  const { status, body } = await whileRemoved(going, () => app.post(`/v2/webhooks/${going}/test`, {}))
  expect([status, body.errors?.[0]?.details]).toEqual([404, `There is no webhook with id ${going}.`])
})
