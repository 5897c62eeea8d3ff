import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { fillAccount } from '../../support/web/full-account.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

/** Pages that browsers without a script load again forget what their reader is typing. */

let app: TestApp
let maya: Visitor

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await fillAccount(app) // with a list that is being checked
  maya = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const RELOADS = 'http-equiv="refresh"'

test.each(['/', '/verify'])('%s is loaded again by its reader, who may be typing', async (path) => {
  const { html } = await maya.see(path)
  expect(html).not.toContain(RELOADS)
  expect(html).toContain(
    `unscripted">Something on this page is still running. <a href="/app${path === '/' ? '' : path}">`,
  )
})

test('a check reloads at first, and in the end leaves the form for its results alone', async () => {
  const { rows } = await app.database.pool.query<{ id: number }>(`select id from bulk_jobs where name = 'alder.csv'`)
  const path = `/verify/${rows[0]?.id}`
  const began = (ago: string) =>
    app.database.pool.query(
      `update bulk_jobs set created_at = now() - $1::interval, tally = '{"valid": 1}' where id = $2`,
      [ago, rows[0]?.id],
    )
  await began('10 seconds')
  expect((await maya.see(path)).html).toContain(RELOADS)
  await began('2 minutes')
  expect((await maya.see(path)).html).not.toContain(RELOADS)
})

test('a refused form stays until its reader has read why', async () => {
  const { rows } = await app.database.pool.query<{ id: number }>(`select id from bulk_jobs where name = 'alder.csv'`)
  await app.database.pool.query('update bulk_jobs set created_at = now() where id = $1', [rows[0]?.id])
  const refused = await maya.send(`/verify/${rows[0]?.id}/save`, { leads_list_name: 'x'.repeat(300), once: 'r1' })
  expect(refused.status).toBe(422)
  expect(refused.html).not.toContain(RELOADS)
})
