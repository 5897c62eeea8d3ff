import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { PlanMessages } from '../../src/core/campaigns/campaign-planning.ts'
import { FetchLogo } from '../../src/core/enrich/logo.ts'
import { ChangeLeads } from '../../src/core/leads/leads-change-job.ts'
import { VerifyLater } from '../../src/core/verify/verify-later.ts'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { migrate } from '../../src/db/migrate.ts'
import type { JobKind } from '../../src/lib/process/job-kind.ts'
import { testDatabase } from '../support/database.ts'
import { kind } from '../support/process/job-of.ts'
import { silentLog } from '../support/process/silent-log.ts'

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations')

/** What version 0.1.0 left in the queue, and what becomes of it. */
const WAITING: readonly { taken: JobKind<object>; sent: object; payload: object }[] = [
  {
    taken: PlanMessages,
    sent: { accountId: 4, sequenceId: 9 },
    payload: { accountId: 4, campaignId: 9 },
  },
  {
    taken: ChangeLeads,
    sent: { accountId: 4, leadsListId: 2, leadIds: null, upTo: 31, action: 'move', targetId: 3 },
    payload: { accountId: 4, leadsListId: 2, leadIds: null, upTo: 31, action: 'move', targetId: 3 },
  },
  { taken: VerifyLater, sent: { email: 'ana@maker.example' }, payload: { email: 'ana@maker.example' } },
  { taken: FetchLogo, sent: { domain: 'maker.example' }, payload: { domain: 'maker.example' } },
]

/** Whether 0.1.0 did not have this migration. */
const isLater = (name: string): boolean => /^\d{3}_/.test(name) && name >= '044_'

test('jobs left waiting by an older version are taken by this one', async () => {
  await using db = await testDatabase()
  const { connectionString, pool } = db
  const older = await mkdtemp(join(tmpdir(), 'quarry-older-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(older, { recursive: true }) }
  await cp(MIGRATIONS, older, { recursive: true, filter: (path) => !isLater(basename(path)) })
  await pool.query('drop schema pgboss cascade; drop schema public cascade; create schema public')
  await migrate({ connectionString, log: silentLog, dir: older })
  const before = createJobQueue(db, { log: silentLog })
  await before.start()
  for (const { taken, sent } of WAITING) await before.send(kind(taken.name), { ...sent })
  await before.stop({ timeoutMs: 0 })

  await migrate({ connectionString, log: silentLog })
  const queue = createJobQueue(db, { log: silentLog })
  await using __ = { [Symbol.asyncDispose]: () => queue.stop({ timeoutMs: 0 }) }
  await queue.start()
  const taken = new Map<string, object>()
  for (const { taken: one } of WAITING)
    await queue.work(one, { concurrency: 1 }, async (payload) => void taken.set(one.name, payload))
  await vi.waitFor(() => expect(taken.size).toBe(WAITING.length), 60_000)
  expect([...taken]).toEqual(expect.arrayContaining(WAITING.map(({ taken: one, payload }) => [one.name, payload])))
})
