/**
 * `npm run eval:reply-kills -- [--kills 50] [--workers 3]`: replies to people who answered, sent by three workers that
 * are killed one after another (SIGKILL) at 50 random moments, to a real SMTP server on loopback. It reports who got
 * what: no reply may arrive twice, none may count as sent without having arrived, and each of the others must be in
 * doubt, for a person to check.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Pool } from 'pg'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import { startSendingWorker } from '../../../test/support/records/kill-workers.ts'
import { insertMailbox } from '../../../test/support/records/outbox-in-hand.ts'
import { report } from '../../support/report.ts'
import { openSendingHouse } from '../../support/sending-house.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, workers: { type: 'string', default: '3' } },
})
const kills = Number(values.kills)
const workerCount = Number(values.workers)
/** Queued before each kill, in a separate mailbox: one at a time is in progress from it. */
const REPLIES_A_KILL = 24
const THINKING_MS = 250
const PATIENCE_MS = 300_000

await using house = await openSendingHouse()
const { settings } = house
const { pool } = house.context.database
await using server = await startReceivingServer({
  data: async () => {
    await sleep(Math.random() * THINKING_MS)
    return '250 2.0.0 Ok'
  },
})

const workers = await Promise.all(Array.from({ length: workerCount }, () => startSendingWorker(settings)))
let killsWhileSending = 0
try {
  for (let killed = 0; killed < kills; killed++) {
    await queueReplies(pool, killed)
    await sleep(50 + Math.random() * 400)
    const place = killed % workers.length
    if ((await countOpen(pool)) > 0) killsWhileSending += 1
    await workers[place]?.end('SIGKILL')
    workers[place] = await startSendingWorker(settings)
  }
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(300))
    if ((await countOpen(pool)) === 0) break
} finally {
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
}
const figures = { kills, workers: workerCount, killsWhileSending, ...(await compare(pool)) }
report({
  title: `What arrived: ${workerCount} workers, killed ${kills} times while they sent replies`,
  rows: [['figure', 'value'], ...Object.entries(figures)],
  figures,
  bars: [
    { figure: 'twice', max: 0 },
    { figure: 'lost', max: 0 },
    { figure: 'unaccounted', max: 0 },
    { figure: 'killsWhileSending', min: kills },
  ],
})

/** Creates this many answers, each in its own conversation, and queues a reply to each. */
async function queueReplies(pool: Pool, number: number): Promise<void> {
  const mailboxId = await insertMailbox(pool, { port: server.port, email: `m${number}@lumen.example` })
  await pool.query(
    `with made as (
      insert into conversations (account_id, mailbox_id, email, subject, last_at, last_direction)
      select 1, $1, 'r' || $2::int || '-' || n || '@maker.example', 'Hello', now(), 'in' from generate_series(1, $3) n
      returning id, email),
    came as (
      insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, from_email, subject, at, kept_at, body)
      select 1, id, $1, 'in', sha256(convert_to('in ' || email, 'UTF8')), email, 'Hello', now(), now(), 'Gladly!' from made
      returning id, conversation_id, from_email)
    insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, to_email, subject, at, kept_at, body,
      status, due_at, answers_mail_id, text_digest)
    select 1, conversation_id, $1, 'out', sha256(convert_to('out ' || from_email, 'UTF8')), from_email, 'Re: Hello', now(),
      now(), 'Tuesday at ten.', 'queued', now(), id, sha256(convert_to(from_email, 'UTF8')) from came`,
    [mailboxId, number, REPLIES_A_KILL],
  )
}

async function countOpen(pool: Pool): Promise<number> {
  const text = `select count(*) as open from mails where status in ('queued', 'sending')`
  return (await pool.query<{ open: number }>(text)).rows[0]?.open ?? 0
}

async function compare(pool: Pool) {
  const { rows } = await pool.query<{ to: string; status: string }>(
    `select to_email as "to", status from mails where direction = 'out'`,
  )
  const arrived = (to: string): number => server.to(to).length
  const of = (status: string) => rows.filter((row) => row.status === status)
  return {
    replies: rows.length,
    received: server.mails.length,
    twice: rows.filter(({ to }) => arrived(to) > 1).length,
    lost: of('sent').filter(({ to }) => arrived(to) === 0).length,
    uncertain: of('uncertain').length,
    uncertainReceived: of('uncertain').filter(({ to }) => arrived(to) > 0).length,
    unaccounted: rows.length - of('sent').length - of('uncertain').length,
  }
}
