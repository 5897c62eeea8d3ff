import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createJobQueue, type JobContext, type JobQueue } from '../../src/db/job-queue.ts'
import { testDatabase } from '../support/database.ts'
import { kind } from '../support/process/job-of.ts'
import { silentLog } from '../support/process/silent-log.ts'

/** The shortest settings that the queue allows: the death of a worker is noticed after some ten seconds. */
const QUICK = { log: silentLog, heartbeatSeconds: 10, superviseSeconds: 1 }

/** Starts nodes that share a database; each stops at the end of the test. */
async function nodes(count: number) {
  const db = await testDatabase()
  const queues = Array.from({ length: count }, () => createJobQueue(db, QUICK))
  await Promise.all(queues.map((queue) => queue.start()))
  return {
    db,
    queues: queues as [JobQueue, ...JobQueue[]],
    [Symbol.asyncDispose]: async () => {
      await Promise.all(queues.map((queue) => queue.stop({ timeoutMs: 0 })))
      await db[Symbol.asyncDispose]()
    },
  }
}

/** A handler that keeps its jobs running until told to let them end. */
function gate() {
  const opened = Promise.withResolvers<void>()
  const seen: { data: object; context: JobContext }[] = []
  const handler = async (data: object, context: JobContext) => {
    seen.push({ data, context })
    await opened.promise
  }
  return { handler, seen, open: opened.resolve }
}

// These tests spend most of their time waiting for the queue.
describe.concurrent('the job queue', () => {
  test('passes a job to a worker of the same process and one of another', async () => {
    await using house = await nodes(2)
    const [first, second] = house.queues
    const done: object[] = []
    await second?.work(kind('greet'), { concurrency: 1 }, async (data) => void done.push(data))
    await first.send(kind('greet'), { name: 'Ada' })
    await second?.send(kind('greet'), { name: 'Bob' })
    await vi.waitFor(() => expect(done).toHaveLength(2), 60_000)
    expect(done).toEqual(expect.arrayContaining([{ name: 'Ada' }, { name: 'Bob' }]))
  })

  test('accepts no second job with the same key while one waits or runs, and accepts one afterwards', async () => {
    await using house = await nodes(1)
    const [queue] = house.queues
    expect(await queue.send(kind('crawl'), {}, { singletonKey: 'acme.example' })).toBeTypeOf('string')
    expect(await queue.send(kind('crawl'), {}, { singletonKey: 'acme.example' })).toBeNull()
    expect(await queue.send(kind('crawl'), {}, { singletonKey: 'other.example' })).toBeTypeOf('string')
    const jobs = gate()
    await queue.work(kind('crawl'), { concurrency: 2 }, jobs.handler)
    await vi.waitFor(() => expect(jobs.seen).toHaveLength(2), 60_000)
    expect(await queue.send(kind('crawl'), {}, { singletonKey: 'acme.example' })).toBeNull()
    jobs.open()
    await vi.waitFor(
      async () => expect(await queue.send(kind('crawl'), {}, { singletonKey: 'acme.example' })).toBeTypeOf('string'),
      60_000,
    )
  })

  test('keeps a job waiting for more than a year without a worker', async () => {
    await using house = await nodes(1)
    const [queue] = house.queues
    const id = await queue.send(kind('greet'), { name: 'Ada' }, { startAfterSeconds: 3600 })
    const text = `select keep_until > start_after + interval '1 year' as stays from pgboss.job where id = $1`
    expect((await house.db.pool.query(text, [id])).rows).toEqual([{ stays: true }])
  })

  test('runs jobs without a key side by side, but no more at once than allowed', async () => {
    await using house = await nodes(1)
    const [queue] = house.queues
    let running = 0
    let most = 0
    let ended = 0
    await queue.work(kind('count'), { concurrency: 3 }, async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      ended++
    })
    await Promise.all(Array.from({ length: 30 }, () => queue.send(kind('count'), {})))
    await vi.waitFor(() => expect(ended).toBe(30), 60_000)
    expect(most).toBeLessThanOrEqual(3)
  })

  test('retries a job that throws as often as its retry limit says', async () => {
    await using house = await nodes(1)
    const [queue] = house.queues
    let attempts = 0
    await queue.work(kind('fragile'), { concurrency: 1 }, async () => {
      attempts++
      if (attempts === 1) throw new Error('not yet')
    })
    await queue.send(kind('fragile'), {}, { retryLimit: 1 })
    await vi.waitFor(() => expect(attempts).toBe(2), 60_000)
  })

  test('notifies running jobs when stopping, and lets another node retry those that do not end', async () => {
    await using house = await nodes(2)
    const [first, second] = house.queues
    const jobs = gate()
    await first.work(kind('long'), { concurrency: 1 }, jobs.handler)
    await first.send(kind('long'), { page: 7 })
    await vi.waitFor(() => expect(jobs.seen).toHaveLength(1), 60_000)
    await first.stop({ timeoutMs: 10 })
    expect(jobs.seen[0]?.context.signal.aborted).toBe(true)
    const again: object[] = []
    await second?.work(kind('long'), { concurrency: 1 }, async (data) => void again.push(data))
    await vi.waitFor(() => expect(again).toEqual([{ page: 7 }]), 60_000)
    jobs.open()
  })

  test('refuses a payload of the wrong type when it is sent, and fails the job if it is taken', async () => {
    await using db = await testDatabase()
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const queue = createJobQueue(db, { ...QUICK, log })
    await using _ = { [Symbol.asyncDispose]: () => queue.stop({ timeoutMs: 0 }) }
    await queue.start()
    const strict = { name: 'visit', payload: z.object({ domain: z.string() }) }
    const wrong: Record<string, unknown> = { domain: 7 }
    await expect(queue.send(strict, wrong as { domain: string })).rejects.toThrow('expected string')
    await queue.send(kind('visit'), wrong, { retryLimit: 0 })
    await queue.send(strict, { domain: 'acme.example' })
    const seen: object[] = []
    await queue.work(strict, { concurrency: 1 }, async (payload) => void seen.push(payload))
    await vi.waitFor(() => expect(seen).toEqual([{ domain: 'acme.example' }]), 60_000)
    expect(lines.join('')).toContain('A job visit has an invalid payload.')
  })

  test('stores only the schedules that changed since the last start', async () => {
    await using house = await nodes(1)
    const { db } = house
    const schedule = async (crons: Record<string, string>) => {
      const queue = createJobQueue(db, QUICK)
      await queue.start()
      for (const [name, cron] of Object.entries(crons)) await queue.schedule(kind(name), cron)
      await queue.stop({ timeoutMs: 0 })
      const { rows } = await db.pool.query<{ name: string; cron: string; version: string }>(
        `select name, cron, xmin::text as version from pgboss.schedule where name in ('tidy', 'count') order by name`,
      )
      return rows
    }
    const [count, tidy] = await schedule({ tidy: '0 1 * * *', count: '0 2 * * *' })
    expect([count?.cron, tidy?.cron]).toEqual(['0 2 * * *', '0 1 * * *'])
    expect(await schedule({ tidy: '0 1 * * *', count: '0 2 * * *' })).toEqual([count, tidy])
    const changed = await schedule({ tidy: '0 5 * * *', count: '0 2 * * *' })
    expect(changed.map(({ cron }) => cron)).toEqual(['0 2 * * *', '0 5 * * *'])
    expect(changed[0]).toEqual(count)
    const last = createJobQueue(db, QUICK)
    await last.start()
    await last.unschedule('tidy')
    await last.unschedule('never')
    await last.stop({ timeoutMs: 0 })
    expect((await schedule({})).map(({ name }) => name)).toEqual(['count'])
  })

  test('gives the job of a killed worker to another', async () => {
    await using house = await nodes(1)
    const [queue] = house.queues
    const script = new URL('../support/process/stuck-worker.ts', import.meta.url)
    const victim = spawn(process.execPath, [script.pathname, house.db.connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await queue.send(kind('crawl'), { domain: 'acme.example' }, { singletonKey: 'acme.example' })
    await once(victim.stdout, 'data') // the worker has taken the job
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    const done: object[] = []
    await queue.work(kind('crawl'), { concurrency: 1 }, async (data) => void done.push(data))
    await vi.waitFor(() => expect(done).toEqual([{ domain: 'acme.example' }]), 60_000)
  })
})
