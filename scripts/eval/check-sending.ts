/**
 * `npm run eval:sending`: a campaign of 2,000 recipients and two steps, sent by three workers of which one after the other is
 * killed (SIGKILL) at 50 random moments, to a real SMTP server on loopback. Says who got what.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { createFirstKey } from '../../src/core/accounts/issue-keys.ts'
import { killWorkers } from '../../test/support/process/kill-workers.ts'
import { report } from '../support/report.ts'

const { values } = parseArgs({
  options: {
    recipients: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '50' },
    workers: { type: 'string', default: '3' },
  },
})
const run = {
  recipients: Number(values.recipients),
  kills: Number(values.kills),
  workers: Number(values.workers),
  mailboxes: 3,
  thinkingMs: 250,
  patienceMs: 600_000,
}

const dataDir = await mkdtemp(join(tmpdir(), 'quarry-sending-'))
const settings = {
  QUARRY_DATA_DIR: dataDir,
  QUARRY_CRAWL: 'off',
  QUARRY_SECRET_KEY: Buffer.alloc(32, 's').toString('base64'),
  QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
}
const context = await createContext(readConfig({ ...settings, QUARRY_ROLE: 'server' }), {
  log: pino({ level: 'silent' }),
})
try {
  await context.queue.start()
  await createFirstKey(context)
  const { pool, connectionString } = context.database
  const result = await killWorkers(pool, { ...settings, DATABASE_URL: connectionString }, run)
  const { messages } = await listedInDoubt()
  const figures = { ...run, ...result, listed: messages }
  report({
    title: `What arrived: ${run.workers} workers, killed ${run.kills} times while they sent`,
    rows: [['figure', 'value'], ...Object.entries(figures)],
    figures,
    bars: [
      { figure: 'twice', max: 0 },
      { figure: 'lost', max: 0 },
      { figure: 'unaccounted', max: 0 },
      { figure: 'killsWhileSending', min: run.kills },
      { figure: 'listed', min: result.uncertain, max: result.uncertain },
    ],
  })
} finally {
  await context.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** As `GET /v2/sequences/:id/messages?status=uncertain` shows them. */
async function listedInDoubt(): Promise<{ messages: number }> {
  const { rows } = await context.database.pool.query<{ id: number }>('select id from campaigns')
  const page = { status: 'uncertain', limit: 1, offset: 0 } as const
  const { total } = await context.store.messageLog.list(1, rows[0]?.id ?? 0, page)
  return { messages: total }
}
