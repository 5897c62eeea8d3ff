import { expect, test } from 'vitest'
import { createFirstKey } from '../../../src/core/accounts/issue-keys.ts'
import { startApp } from '../../support/app.ts'
import { killWorkers } from '../../support/records/kill-workers.ts'

test('workers killed while sending leave messages in doubt at most: no step is sent twice, none is lost', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  await createFirstKey(app.context)
  const env = {
    DATABASE_URL: app.database.connectionString,
    QUARRY_CRAWL: 'off',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const run = { recipients: 60, kills: 4, workers: 3, mailboxes: 3, thinkingMs: 60, patienceMs: 100_000 }
  const result = await killWorkers(app.database.pool, env, run)
  expect(result).toMatchObject({ twice: 0, lost: 0, unaccounted: 0 })
  expect(result.received).toBeGreaterThanOrEqual(120 - result.uncertain - result.waiting)
})
