import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { mailboxes } from '../../internet/mail-script.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startChild } from '../../support/process/child-quarry.ts'
import { testDatabase } from '../../support/database.ts'
import { startMailTown } from '../../support/mails/mail-town.ts'
import type { MailTown } from '../../support/mails/mail-town.ts'

interface Job {
  id: number
  status: string
  total: number
  done: number
  credits_charged: number
}

const BULK = '/v2/email-verifier/bulk'
const TOTAL = 200
/** Late enough that the leases, runs and slots of a process that died have expired. */
const LATER_MS = 5 * MINUTE_MS

const known = mailboxes()
/** How many are answered immediately; the others take long enough to be seen waiting, even on a busy machine. */
const AT_ONCE = 40
const LONG_MS = 300

/** A town in which the last addresses also answer immediately once it is hurried. */
async function slowTown(): Promise<MailTown & { hurry: () => void }> {
  let left = AT_ONCE
  const town = await startMailTown(20, {
    script: { rcpt: (recipient) => ({ say: known(recipient), afterMs: left-- > 0 ? 10 : LONG_MS }) },
  })
  return { ...town, hurry: () => void (left = Infinity) }
}

const environment = (town: MailTown): Record<string, string> => ({
  ...verifying(town),
  QUARRY_RATE_LIMIT_FACTOR: '0',
})

interface Door {
  origin: string
  key: string
}

async function ask<T>({ origin, key }: Door, path: string, init: RequestInit = {}): Promise<T> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return ((await (await fetch(origin + path, { ...init, headers })).json()) as { data: T }).data
}

async function until(door: Door, id: number, isReached: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await ask<Job>(door, `${BULK}/${id}`)
    if (isReached(job)) return job
    await sleep(20)
  }
}

const start = (door: Door, emails: string[]): Promise<Job> =>
  ask<Job>(door, BULK, { method: 'POST', body: JSON.stringify({ emails }) })

/** Checks that every address has its answer and was charged once. */
async function expectComplete(app: TestApp, { id }: Job, emails: string[]): Promise<void> {
  const job = await until(app, id, ({ status }) => status === 'done')
  expect(job).toMatchObject({ done: TOTAL, credits_charged: TOTAL / 2 })
  const { results } = await ask<{ results: { email: string; status: string }[] }>(
    app,
    `${BULK}/${id}/results?limit=1000`,
  )
  expect(results.map(({ email, status }) => `${email} ${status}`)).toEqual(
    emails.map((email) => `${email} ${email.startsWith('u') ? 'valid' : 'invalid'}`),
  )
  const { requests } = await ask<{ requests: { credits: { used: number } } }>(app, '/v2/usage')
  expect(requests.credits.used).toBe(TOTAL / 2)
}

/** How often mail servers were asked about each address of the list. */
const questions = (town: MailTown, emails: readonly string[]): Map<string, number> => {
  const asked = new Map<string, number>()
  for (const { commands } of town.servers)
    for (const { line } of commands) {
      const [, email = ''] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? []
      if (emails.includes(email)) asked.set(email, (asked.get(email) ?? 0) + 1)
    }
  return asked
}

test('a list continues where the stopped process left off', async () => {
  await using town = await slowTown()
  await using database = await testDatabase()
  const emails = town.addresses(TOTAL)
  const first = await startApp({ env: environment(town), database })
  const job = await start(first, emails)
  const left = await until(first, job.id, ({ done }) => done > 20)
  await first.stop()
  expect(left.done).toBeLessThan(TOTAL)
  town.hurry()
  const clock = { now: () => new Date(Date.now() + LATER_MS) }
  await using second = await startApp({ env: environment(town), database, key: first.key, replace: { clock } })
  await expectComplete(second, job, emails)
})

test('a process killed in the middle loses and repeats nothing', async () => {
  await using town = await slowTown()
  await using database = await testDatabase()
  const emails = town.addresses(TOTAL)
  const env = { ...environment(town), DATABASE_URL: database.connectionString, PORT: '0', QUARRY_CRAWL: 'off' }
  await using child = startChild('main.ts', [], { ...env, QUARRY_LOG_LEVEL: 'error', QUARRY_LOCAL_SUFFIXES: 'example' })
  const origin = (await child.until(/Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ''
  const key = await child.firstKey()
  const job = await start({ origin, key }, emails)
  const left = await until({ origin, key }, job.id, ({ done }) => done > 20)
  expect(await child.end('SIGKILL')).toBe('SIGKILL')
  expect(left.done).toBeLessThan(TOTAL)
  town.hurry()
  const { rows } = await database.pool.query<{ email: string }>(
    'select email from bulk_rows where settled_at is not null',
  )
  const settled = rows.map(({ email }) => email)
  expect(settled.length).toBeGreaterThan(20)
  const clock = { now: () => new Date(Date.now() + LATER_MS) }
  await using second = await startApp({ env: environment(town), database, key, replace: { clock } })
  await expectComplete(second, job, emails)
  const asked = questions(town, settled)
  expect(settled.filter((email) => asked.get(email) !== 1)).toEqual([])
})

test('a cancelled list keeps its answers, and asks and charges no more', async () => {
  await using town = await slowTown()
  await using app = await startApp({ env: environment(town) })
  const job = await start(app, town.addresses(TOTAL))
  await until(app, job.id, ({ done }) => done > 20)
  const cancelled = await ask<Job>(app, `${BULK}/${job.id}`, { method: 'DELETE' })
  expect(cancelled.status).toBe('cancelled')
  expect(cancelled.done).toBeLessThan(TOTAL)
  town.hurry()
  const { results } = await ask<{ results: { status: string | null }[] }>(app, `${BULK}/${job.id}/results?limit=1000`)
  expect(results.filter(({ status }) => status === null)).toHaveLength(TOTAL - cancelled.done)
  // A queue that was about to be merged with others does not come back either.
  const { bulkQueues } = app.context.store
  await bulkQueues.join(
    { accountId: 1, jobId: job.id },
    [{ queue: 'domain town0.example', into: 'mx any' }],
    new Date(),
  )
  const share = { holder: randomUUID(), leasedUntil: new Date(), limit: 100, perAccount: 100 }
  expect(await bulkQueues.lease(new Date(Date.now() + LATER_MS), share)).toEqual([])
  // Another list runs to its end afterwards.
  const other = await start(app, ['nobody@'])
  await until(app, other.id, ({ status }) => status === 'done')
  expect(await ask<Job>(app, `${BULK}/${job.id}`)).toEqual(cancelled)
  expect(await ask<Job>(app, `${BULK}/${job.id}`, { method: 'DELETE' })).toEqual(cancelled)
})
