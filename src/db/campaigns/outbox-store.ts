import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { inTransaction } from '../database.ts'
import { nothingPending } from './nothing-pending.ts'
import { isGuarded, noteCompany, readGuard } from './outbox-guard-store.ts'
import type { GuardFacts, GuardWindows } from './outbox-guard-store.ts'
import type { DueCandidate } from './due-candidate.ts'
import { CANDIDATE, DECISION_FACTS, LOCK_MAILBOX, MAILBOXES_DUE } from './outbox-statements.ts'
import { takeRampStep } from './ramp-steps-store.ts'
import type { RampFacts } from './ramp-steps-store.ts'
import { PRESENCE_LOCK } from '../worker-presence.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

/** A mailbox with something to send. */
export interface DueMailbox {
  accountId: number
  id: number
  /** How it signs in to its server. */
  auth: 'password' | 'oauth2'
}

export type Decision =
  | {
      do: 'lease'
      messageId: string
      nextSendAt: Date
      /** What is recorded about the company it is sent to. */
      company: { domain: string; nextSendAt: Date; firsts: readonly Date[] } | null
    }
  /** `all` messages of the campaign that are due in this mailbox: its window is closed, or the day is full. */
  | { do: 'postpone'; to: Date; all: boolean }
  /** Waits until its campaign releases it; at `until`, it is checked whether more is known. */
  | { do: 'hold'; by: string; until: Date }
  /** Nothing more is sent to this recipient; `stoppedBy` null leaves the recipient unchanged. */
  | { do: 'cancel'; stoppedBy: 'unsubscribed' | 'bounced' | 'opted_out' | 'invalid' | 'left_company' | 'error' | null }

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
  /** What the owner of an address may have opted out under. */
  optoutNames: (email: string) => { digest: Buffer; domains: string[] }
  /** Since when messages count towards the daily limit. */
  dayStart: (candidate: DueCandidate) => Date
  /** What to read for messages of guarded campaigns and mailboxes. */
  windows: (candidate: DueCandidate) => GuardWindows
  rampStep: (facts: RampFacts) => { place: number; cap: number }
  decide: (candidate: DueCandidate, facts: SendFacts) => Decision
}

export interface SendFacts {
  sentToday: number
  optedOut: boolean
  guard?: GuardFacts
}

const TAKE = besideVerdicts(
  10,
  (
    verdicts,
  ) => `update messages m set status = 'sending', leased_by = $3, leased_at = $4, message_id = $5, attempts = $6,
    copies = $7, held_by = null, held_due_at = null, verdict = v.status, verdict_at = v.checked_at, evidence = null
  from (select $2::bigint as id) x left join ${verdicts} on v.domain = $8 and v.value = $9
  where m.account_id = $1 and m.id = x.id`,
)

/** By which time the mailbox is handled: a clock that runs ahead shows by it, once it is right again. */
const CLOCK = 'update mailboxes set clock_at = $3 where account_id = $1 and id = $2'

/** Rows postponed in one transaction; more wait for the next. */
const MAX_DECISIONS = 50

/** The queue of messages. Before a message is sent, it has been leased in a committed transaction. */
export const createOutboxStore = (pool: Pool, isDistributed: boolean) => ({
  mailboxesDue: async (now: Date, limit: number): Promise<DueMailbox[]> =>
    (await pool.query<DueMailbox>({ name: 'mailboxes-due', text: MAILBOXES_DUE, values: [now, limit] })).rows,

  /**
   * Leases the next message of a mailbox, if it may send now. Only one worker at a time looks at a mailbox, and none while one
   * of its messages is in progress. Null when there is nothing to do at the moment.
   */
  leaseNext: (workerId: string, mailbox: DueMailbox, now: Date, questions: LeaseQuestions): Promise<Lease | null> =>
    inTransaction(pool, async (client) => {
      const values = [mailbox.accountId, mailbox.id, now]
      const locked = await client.query<{ ramp: string; isLater: boolean }>({
        name: 'lock-mailbox',
        text: LOCK_MAILBOX,
        values,
      })
      if (locked.rowCount === 0) return null
      if (locked.rows[0]?.isLater === true) await client.query({ name: 'mailbox-clock', text: CLOCK, values })
      if (locked.rows[0]?.ramp === 'auto') await takeRampStep(client, mailbox, now, questions.rampStep)
      for (let tries = 0; tries < MAX_DECISIONS; tries++) {
        const { rows } = await client.query<DueCandidate>({ name: 'outbox-candidate', text: CANDIDATE, values })
        const candidate = rows[0]
        if (candidate === undefined) return null
        const decision = await decideOn(client, candidate, questions)
        if (decision.do === 'lease') return lease(client, isDistributed, { workerId, candidate, decision, now })
        await putOff(client, candidate, decision, now)
      }
      return null
    }),

  /** Messages of processes that are gone may or may not have been sent: they are never resent automatically. */
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
    text: DECISION_FACTS,
    values,
  })
  const facts = rows[0] ?? { sentToday: 0, optedOut: false }
  const decision = questions.decide(candidate, facts)
  // If its times alone forbid sending now, nothing more needs to be read.
  if (decision.do !== 'lease' || !isGuarded(candidate)) return decision
  return questions.decide(candidate, {
    ...facts,
    guard: await readGuard(client, candidate, questions.windows(candidate)),
  })
}

interface Leasing {
  workerId: string
  candidate: DueCandidate
  decision: Extract<Decision, { do: 'lease' }>
  now: Date
}

async function lease(
  client: PoolClient,
  isDistributed: boolean,
  { workerId, candidate, decision, now }: Leasing,
): Promise<Lease> {
  const { messageId: headerId, nextSendAt, company } = decision
  const { accountId, messageId, campaignId, recipientId, mailboxId, step } = candidate
  const attempts = candidate.attempts + 1
  const { email } = candidate
  const domain = domainOfAddress(email)
  const values = [accountId, messageId, workerId, now, headerId, attempts, candidate.copies, domain, email]
  await askBesideVerdicts(client, isDistributed, { name: 'lease-message', statement: TAKE, values, emails: [email] })
  if (company !== null) await noteCompany(client, accountId, company)
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
  if (decision.do === 'hold') {
    const hold = `update messages set held_by = $3, held_due_at = coalesce(held_due_at, due_at), due_at = $4
      where account_id = $1 and id = $2`
    await client.query(hold, [accountId, messageId, decision.by, decision.until])
    return
  }
  const one = 'update messages set due_at = $3 where account_id = $1 and id = $2'
  const all = `update messages set due_at = $3 where account_id = $1 and mailbox_id = $2 and campaign_id = $4
    and status = 'scheduled' and due_at <= $5`
  if (decision.all) await client.query(all, [accountId, mailboxId, decision.to, campaignId, now])
  else await client.query(one, [accountId, messageId, decision.to])
}

/** Nothing more is sent to the recipient: scheduled messages are cancelled. */
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
  await nothingPending(client, accountId, [recipientId])
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
