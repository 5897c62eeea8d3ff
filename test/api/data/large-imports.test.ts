import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mergeImports } from '../../../src/core/data/merge-imports.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startChild } from '../../support/process/child-quarry.ts'
import { startHookTarget, verified } from '../../support/doors/hook-target.ts'
import { wrongCounters } from '../../support/records/lead-rows.ts'
import { apiClient } from '../../support/doors/api-client.ts'
import type { ApiClient } from '../../support/doors/api-client.ts'

const IMPORTS = '/leads/imports'
const BROKEN_EVERY = 100

/** One row in a hundred is broken: in turn by its address, its score, its quotation mark, or as a duplicate. */
const BROKEN: readonly ((n: number) => string)[] = [
  (n) => `nobody ${n},Name,50`,
  (n) => `p${n}@lumen.example,Name,150`,
  (n) => `p${n}@lumen.example,"Name,50`,
  () => 'p1@lumen.example,Name,50',
]
const REASONS = [
  'The cell does not contain a valid email address.',
  'Confidence_score must be an integer from 0 to 100.',
  'A quotation mark is not closed.',
  'The address is already in line 2.',
]

const kindOf = (n: number): number => (n / BROKEN_EVERY) % BROKEN.length
const isBroken = (n: number): boolean => n % BROKEN_EVERY === 0

const fileOf = (rows: number): string =>
  ['email,first name,score', ...numbersTo(rows).map((n) => (isBroken(n) ? BROKEN[kindOf(n)]?.(n) : goodRow(n)))].join(
    '\n',
  )
const goodRow = (n: number): string => `p${n}@lumen.example,Person ${n},${n % 101}`
const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)
/** Line numbers count the header as line 1. */
const brokenLines = (rows: number) =>
  numbersTo(rows)
    .filter(isBroken)
    .map((n) => ({ line: n + 1, reason: REASONS[kindOf(n)] }))

const uploaded = async (at: ApiClient, rows: number): Promise<number> =>
  Number((await at.raw('POST', IMPORTS, fileOf(rows), 'text/csv')).body.data['id'])

async function doneOf(app: TestApp, id: number): Promise<number> {
  const { rows } = await app.database.pool.query<{ done: number }>('select done from leads_imports where id = $1', [id])
  return rows[0]?.done ?? 0
}

/** Checks what the import reports in the end, and that leads, counters and the error report match the file. */
async function expectMerged(app: TestApp, at: ApiClient, { id, rows }: { id: number; rows: number }): Promise<void> {
  const broken = brokenLines(rows)
  const counts = { total: rows, done: rows, created: rows - broken.length, failed: broken.length }
  expect((await at.send('GET', `${IMPORTS}/${id}`)).body.data).toMatchObject({ status: 'done', ...counts })
  const { data } = (await at.send('GET', `${IMPORTS}/${id}/errors?limit=1000`)).body
  expect((data['errors'] as object[]).map((row) => ({ ...row, column: undefined }))).toEqual(broken)
  expect((await at.send('GET', '/leads?limit=1')).body.meta).toMatchObject({ count: counts.created })
  expect(await wrongCounters(app)).toEqual([])
}

test('8,000 rows are imported and exported, each broken one is reported, and webhooks are notified', async () => {
  const rows = 8_000
  await using app = await startApp({
    env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  await using hooks = await startHookTarget()
  const at = apiClient(app, app.key)
  const wishes = ['import.completed', 'export.completed'].map((event) => ({ target_url: hooks.url, event }))
  const made = await Promise.all(wishes.map((wanted) => at.send('POST', '/webhooks', wanted)))
  const id = await uploaded(at, rows)
  const [imported] = await hooks.received(1)
  expect(imported && verified(imported, String(made[0]?.body.data['secret']))).toMatchObject({
    type: 'import.completed',
    data: { id, kind: 'leads', rows, failed_rows: brokenLines(rows).length },
  })
  await expectMerged(app, at, { id, rows })
  const { data } = (await at.send('POST', '/leads/exports', { format: 'jsonl' })).body
  const exported = (await hooks.received(2))[1]
  const created = rows - brokenLines(rows).length
  expect(exported && verified(exported, String(made[1]?.body.data['secret']))).toMatchObject({
    type: 'export.completed',
    data: { id: data['id'], kind: 'leads', rows: created, failed_rows: 0 },
  })
  const { text } = await at.raw('GET', `/leads/exports/${Number(data['id'])}/file`)
  expect(text.split('\n')).toHaveLength(created + 1)
})

/** Makes each part take longer than noticing that the one before it is done, even on a busy machine. */
const SLOWER = `create function slower() returns trigger language plpgsql as 'begin perform pg_sleep(0.4); return new; end';
  create trigger slower before update of done on leads_imports for each row execute function slower()`

test('workers killed in the middle of an import lose no row and merge none twice', async () => {
  const rows = 2_000
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  const at = apiClient(app, app.key)
  const id = await uploaded(at, rows)
  await app.database.pool.query(SLOWER)
  const env = { DATABASE_URL: app.database.connectionString, QUARRY_CRAWL: 'off', QUARRY_DATABASE_POOL_SIZE: '2' }
  for (let kills = 0; kills < 3; kills++) {
    const before = await doneOf(app, id)
    await using worker = startChild('../test/support/process/importing-worker.ts', [], env)
    await worker.until(/Quarry is ready/)
    while ((await doneOf(app, id)) === before) await sleep(1)
    await worker.end('SIGKILL')
  }
  expect(await doneOf(app, id)).toBeLessThan(rows)
  await app.database.pool.query('drop function slower cascade')
  await mergeImports(app.context, new AbortController().signal)
  await expectMerged(app, at, { id, rows })
})
