import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingOptions, ReceivingServer } from '../../internet/receiving-server.ts'
import { startChild } from '../process/child-quarry.ts'
import type { ChildQuarry } from '../process/child-quarry.ts'
import { insertMailbox, insertCampaign, statuses } from './outbox-in-hand.ts'

/** A campaign whose workers are killed at random moments, and what its recipients got. */

export interface KillRun {
  recipients: number
  kills: number
  workers: number
  mailboxes: number
  /** Longest time between the final dot and the answer, when a death leaves messages in doubt. */
  thinkingMs: number
  /** Longest time of the whole campaign after the last kill. */
  patienceMs: number
  /** How mailboxes log in; without it no login is needed. */
  login?: MailboxLogin
}

/** What the mail server requires, and what a mailbox is given to satisfy it. */
export interface MailboxLogin {
  server: Pick<ReceivingOptions, 'login' | 'tokens'>
  give: (mailbox: { id: number; email: string; port: number }) => Promise<void>
}

export interface KillResult {
  /** Emails accepted by the mail server. */
  received: number
  /** Addresses that got a step more than once. */
  twice: number
  /** Messages that count as sent but were not received. */
  lost: number
  /** Messages in doubt. */
  uncertain: number
  /** Of those, the ones that did arrive. */
  uncertainReceived: number
  /** Follow-ups that wait for a message in doubt. */
  waiting: number
  /** Messages that are neither sent nor in doubt, nor waiting for one in doubt. */
  unaccounted: number
  /** Kills while there was something to send. */
  killsWhileSending: number
  seconds: number
}

const STEPS = [{ body: 'Opening mail.' }, { body: 'Second mail.' }]

export async function killWorkers(pool: Pool, env: Record<string, string>, run: KillRun): Promise<KillResult> {
  const startedAt = performance.now()
  await using server = await startReceivingServer({
    ...run.login?.server,
    data: async () => {
      await sleep(Math.random() * run.thinkingMs)
      return '250 2.0.0 Ok'
    },
  })
  const mailboxIds: number[] = []
  for (let n = 0; n < run.mailboxes; n++) {
    const [email, { port }] = [`m${n}@lumen.example`, server]
    const id = await insertMailbox(pool, { port, email, dailyLimit: 100_000 })
    await run.login?.give({ id, email, port })
    mailboxIds.push(id)
  }
  const dueAt = new Date(Date.now() - 120_000)
  await insertCampaign(pool, { mailboxIds, recipients: run.recipients, dueAt, steps: STEPS })
  const workers = await Promise.all(Array.from({ length: run.workers }, () => startSendingWorker(env)))
  let killsWhileSending = 0
  try {
    killsWhileSending = await killAtRandom(pool, workers, env, run.kills)
    await untilQuiet(pool, run.patienceMs)
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')))
  }
  return {
    ...(await compare(pool, server)),
    killsWhileSending,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  }
}

/** Starts a worker that only sends, until it is killed. */
export async function startSendingWorker(env: Record<string, string>): Promise<ChildQuarry> {
  const worker = startChild('../test/support/process/sending-worker.ts', [], { ...env, QUARRY_DATABASE_POOL_SIZE: '6' })
  await worker.until(/Quarry is ready/)
  return worker
}

/**
 * Kills the workers in turn, in the middle of their work, and replaces each one at once.
 * @returns how many kills happened while there was something to send
 */
async function killAtRandom(
  pool: Pool,
  workers: ChildQuarry[],
  env: Record<string, string>,
  kills: number,
): Promise<number> {
  let whileSending = 0
  for (let killed = 0; killed < kills; killed++) {
    await sleep(50 + Math.random() * 400)
    const place = killed % workers.length
    await workers[place]?.end('SIGKILL')
    if ((await countOpen(pool)) > 0) whileSending += 1
    workers[place] = await startSendingWorker(env)
  }
  return whileSending
}

async function untilQuiet(pool: Pool, patienceMs: number): Promise<void> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(300))
    if ((await countOpen(pool)) === 0) return
}

/** Counts open messages, including those that a server deferred by some minutes, except what waits for a message in doubt. */
async function countOpen(pool: Pool): Promise<number> {
  const text = `select count(*) as open from messages m
    where m.status = 'sending' or (m.status = 'scheduled' and not exists (select 1 from messages p
      where p.recipient_id = m.recipient_id and p.step = m.step - 1 and p.status = 'uncertain'))`
  return (await pool.query<{ open: number }>(text)).rows[0]?.open ?? 0
}

interface Row {
  email: string
  step: number
  status: string
  before: string | null
}

async function compare(
  pool: Pool,
  server: ReceivingServer,
): Promise<Omit<KillResult, 'seconds' | 'killsWhileSending'>> {
  const got = new Map<string, number>()
  for (const { to, raw } of server.mails) {
    const key = `${to[0]} ${raw.includes('Second mail.') ? 1 : 0}`
    got.set(key, (got.get(key) ?? 0) + 1)
  }
  const { rows } = await pool.query<Row>(`select r.email, m.step, m.status,
      (select p.status from messages p where p.recipient_id = m.recipient_id and p.step = m.step - 1) as before
    from messages m join campaign_recipients r on r.id = m.recipient_id`)
  const arrived = ({ email, step }: Row): boolean => got.has(`${email} ${step}`)
  const of = (status: string): Row[] => rows.filter((row) => row.status === status)
  const waiting = of('scheduled').filter(({ before }) => before === 'uncertain').length
  const uncertain = (await statuses(pool))['uncertain'] ?? 0
  return {
    received: server.mails.length,
    twice: [...got.values()].filter((times) => times > 1).length,
    lost: of('sent').filter((row) => !arrived(row)).length,
    uncertain,
    uncertainReceived: of('uncertain').filter(arrived).length,
    waiting,
    unaccounted: rows.length - of('sent').length - uncertain - waiting,
  }
}
