import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { CANDIDATE, COUNT_SINCE, LOCK_MAILBOX, MAILBOXES_DUE } from './outbox-statements.ts'
import { PRESENCE_LOCK } from '../worker-presence.ts'

/** A mailbox that has something to send. */
export interface DueMailbox {
  accountId: number
  id: number
}

/** A message that is due, with what decides whether it may leave. */
export interface DueCandidate {
  accountId: number
  mailboxId: number
  messageId: number
  campaignId: number
  recipientId: number
  step: number
  email: string
  recipientState: string
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  /** Of the step before; null for the opening one. */
  previousStatus: string | null
  /** When this step may leave by its days after the step before; null when that one has not left. */
  notBefore: Date | null
  days: number[]
  startSeconds: number
  endSeconds: number
  timeZone: string
  mailboxSchedule: MailboxSchedule | null
  /** On whose calendar it counts its days. */
  mailboxZone: string
  dailyLimit: number
  gapSeconds: number
  mailboxEmail: string
  /** Blind copies that go with it: 0 or 1. */
  copies: number
  attempts: number
}

/** When a mailbox sends, whatever its campaigns say. */
export interface MailboxSchedule {
  days: number[]
  /** `HH:MM` */
  start_time: string
  end_time: string
  time_zone: string
}

export type Decision =
  | { do: 'lease'; messageId: string; nextSendAt: Date }
  /** `all` of the campaign that are due in this mailbox: its window is closed, or the day is full. */
  | { do: 'postpone'; to: Date; all: boolean }
  /** Nothing more goes there; `stoppedBy` null leaves the recipient as it is. */
  | { do: 'cancel'; stoppedBy: 'unsubscribed' | 'bounced' | 'opted_out' | 'error' | null }

export interface Lease {
  workerId: string
  accountId: number
  messageId: number
  campaignId: number
  recipientId: number
  mailboxId: number
  step: number
  attempts: number
  /** Message-ID. */
  headerId: string
}

export interface LeaseQuestions {
  /** Under what its owner may have opted out. */
  optoutNames: (email: string) => { digest: Buffer; domains: string[] }
  /** From when on messages count into the day's limit. */
  dayStart: (candidate: DueCandidate) => Date
  decide: (candidate: DueCandidate, facts: { sentToday: number; optedOut: boolean }) => Decision
}

/** Rows put off in one transaction; more wait for the next. */
const MAX_DECISIONS = 50

/** The queue of messages. Whoever sends one has leased it before, in a transaction that is committed. */
export const createOutboxStore = (pool: Pool) => ({
  mailboxesDue: async (now: Date, limit: number): Promise<DueMailbox[]> =>
    (await pool.query<DueMailbox>({ name: 'mailboxes-due', text: MAILBOXES_DUE, values: [now, limit] })).rows,

  /**
   * Leases the next message of a mailbox, if it may send now. One worker at a time looks at a mailbox, and none while a
   * message of it is under way. Null when there is nothing to do at the moment.
   */
  leaseNext: (workerId: string, mailbox: DueMailbox, now: Date, questions: LeaseQuestions): Promise<Lease | null> =>
    inTransaction(pool, async (client) => {
      const values = [mailbox.accountId, mailbox.id, now]
      const locked = await client.query({ name: 'lock-mailbox', text: LOCK_MAILBOX, values })
      if (locked.rowCount === 0) return null
      for (let tries = 0; tries < MAX_DECISIONS; tries++) {
        const { rows } = await client.query<DueCandidate>({ name: 'outbox-candidate', text: CANDIDATE, values })
        const candidate = rows[0]
        if (candidate === undefined) return null
        const decision = await decideOn(client, candidate, questions)
        if (decision.do === 'lease') return lease(client, workerId, candidate, decision, now)
        await putOff(client, candidate, decision, now)
      }
      return null
    }),

  /** Messages of processes that are gone may or may not have left: nobody sends them again by itself. */
  sweepAbandoned: async (): Promise<number> => {
    const text = `select distinct leased_by as "workerId" from messages where status = 'sending'`
    const { rows } = await pool.query<{ workerId: string }>(text)
    let swept = 0
    for (const { workerId } of rows) swept += await inTransaction(pool, (client) => sweepWorker(client, workerId))
    return swept
  },
})

async function decideOn(client: PoolClient, candidate: DueCandidate, questions: LeaseQuestions): Promise<Decision> {
  const { digest, domains } = questions.optoutNames(candidate.email)
  const { accountId, mailboxId } = candidate
  const values = [accountId, mailboxId, questions.dayStart(candidate), digest, domains]
  const { rows } = await client.query<{ sentToday: number; optedOut: boolean }>({
    name: 'outbox-facts',
    text: COUNT_SINCE,
    values,
  })
  return questions.decide(candidate, rows[0] ?? { sentToday: 0, optedOut: false })
}

async function lease(
  client: PoolClient,
  workerId: string,
  candidate: DueCandidate,
  { messageId: headerId, nextSendAt }: { messageId: string; nextSendAt: Date },
  now: Date,
): Promise<Lease> {
  const { accountId, messageId, campaignId, recipientId, mailboxId, step } = candidate
  const attempts = candidate.attempts + 1
  const take = `update messages set status = 'sending', leased_by = $3, leased_at = $4, message_id = $5, attempts = $6,
      copies = $7
    where account_id = $1 and id = $2`
  await client.query({
    name: 'lease-message',
    text: take,
    values: [accountId, messageId, workerId, now, headerId, attempts, candidate.copies],
  })
  const wait = 'update mailboxes set next_send_at = $3 where account_id = $1 and id = $2'
  await client.query({ name: 'mailbox-gap', text: wait, values: [accountId, mailboxId, nextSendAt] })
  return { workerId, accountId, messageId, campaignId, recipientId, mailboxId, step, attempts, headerId }
}

async function putOff(
  client: PoolClient,
  { accountId, messageId, mailboxId, campaignId, recipientId }: DueCandidate,
  decision: Exclude<Decision, { do: 'lease' }>,
  now: Date,
): Promise<void> {
  if (decision.do === 'cancel') {
    const { stoppedBy } = decision
    if (stoppedBy !== null) return stopRecipient(client, accountId, recipientId, stoppedBy)
    await client.query(`update messages set status = 'canceled' where account_id = $1 and id = $2`, [
      accountId,
      messageId,
    ])
    return
  }
  const one = 'update messages set due_at = $3 where account_id = $1 and id = $2'
  const all = `update messages set due_at = $3 where account_id = $1 and mailbox_id = $2 and campaign_id = $4
    and status = 'scheduled' and due_at <= $5`
  if (decision.all) await client.query(all, [accountId, mailboxId, decision.to, campaignId, now])
  else await client.query(one, [accountId, messageId, decision.to])
}

/** Nothing more is sent there: what is scheduled is canceled. */
export async function stopRecipient(
  client: PoolClient,
  accountId: number,
  recipientId: number,
  stoppedBy: string,
): Promise<void> {
  const stop = `update campaign_recipients set state = 'stopped', stopped_by = $3
    where account_id = $1 and id = $2 and state <> 'stopped'`
  const cancel = `update messages set status = 'canceled'
    where account_id = $1 and recipient_id = $2 and status = 'scheduled'`
  await client.query(cancel, [accountId, recipientId])
  await client.query(stop, [accountId, recipientId, stoppedBy])
}

async function sweepWorker(client: PoolClient, workerId: string): Promise<number> {
  const probe = `select pg_try_advisory_xact_lock(${PRESENCE_LOCK}) as gone`
  const { rows } = await client.query<{ gone: boolean }>(probe, [workerId])
  if (rows[0]?.gone !== true) return 0
  const mark = `update messages set status = 'uncertain',
      problem = 'Quarry stopped while it was sending this message: it may have left or not.'
    where status = 'sending' and leased_by = $1`
  return (await client.query(mark, [workerId])).rowCount ?? 0
}
