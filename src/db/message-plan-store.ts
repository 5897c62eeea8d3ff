import type { Pool, PoolClient } from 'pg'
import { withLockedSequence, writeSequence } from './sequences-store.ts'
import type { Sequence, SequenceChange } from './sequences-store.ts'

/** A mailbox that a plan may use. */
export interface PlanMailbox {
  id: number
  dailyLimit: number
  gapSeconds: number
  /** {days, start_time, end_time, time_zone}, as it was written; null leaves it to the sequence. */
  sendingSchedule: unknown
  /** When it has sent lately or will send, in milliseconds since 1970. */
  occupied: number[]
}

export interface WaitingRecipient {
  id: number
  mailboxId: number | null
  /** Of the last step that has a message; null when none has. */
  lastStep: number | null
  /** When that one went out, or should have. */
  lastAt: Date | null
}

export interface PlanFacts {
  sequence: Sequence
  steps: { step: number; waitDays: number }[]
  mailboxes: PlanMailbox[]
  waiting: WaitingRecipient[]
}

export interface PlanRow {
  recipientId: number
  mailboxId: number
  step: number
  dueAt: number
}

/** How a sequence stands. */
export interface Standing {
  /** Somebody waits for a plan. */
  waiting: boolean
  /** Some message is still to go, or on its way. */
  open: boolean
  /** One of its mailboxes can be used. */
  mailbox: boolean
}

/** What becomes of what is scheduled when the state of a sequence changes. */
export type OpenMessages = 'keep' | 'cancel' | 'plan_again'

const USABLE = `e.sending_status <> 'paused' and e.problem is null`

const MAILBOXES = `select e.id, e.daily_limit as "dailyLimit", e.gap_seconds as "gapSeconds",
    e.sending_schedule as "sendingSchedule",
    array(select extract(epoch from m.due_at)::float8 * 1000 from messages m
        join sequences s on s.account_id = m.account_id and s.id = m.sequence_id and s.status in ('planned', 'active')
      where m.account_id = e.account_id and m.email_account_id = e.id and m.status in ('scheduled', 'sending')
      union all
      select extract(epoch from m.sent_at)::float8 * 1000 from messages m
      where m.account_id = e.account_id and m.email_account_id = e.id and m.sent_at >= $3) as occupied
  from sequence_email_accounts b join email_accounts e on e.account_id = b.account_id and e.id = b.email_account_id
  where b.account_id = $1 and b.sequence_id = $2 and ${USABLE} order by e.id`

const WAITING = `select r.id, r.email_account_id as "mailboxId", last.step as "lastStep", last.at as "lastAt"
  from sequence_recipients r left join lateral (
    select m.step, coalesce(m.sent_at, m.claimed_at, m.due_at) as at from messages m
    where m.account_id = r.account_id and m.sequence_id = r.sequence_id and m.recipient_id = r.id
    order by m.step desc limit 1) last on true
  where r.account_id = $1 and r.sequence_id = $2 and r.state = 'waiting' order by r.id limit $3`

/** A message that exists is never planned a second time. */
const ADD = `insert into messages (account_id, sequence_id, recipient_id, step, email_account_id, due_at)
  select $1, $2, p.recipient, p.step, p.mailbox, to_timestamp(p.due / 1000.0)
  from unnest($3::bigint[], $4::smallint[], $5::bigint[], $6::float8[]) p (recipient, step, mailbox, due)
  on conflict (account_id, sequence_id, recipient_id, step) do nothing`

const SCHEDULED = `update sequence_recipients r set state = 'scheduled', email_account_id = p.mailbox,
    sending_status = coalesce(r.sending_status, 'pending')
  from unnest($2::bigint[], $3::bigint[]) p (recipient, mailbox)
  where r.account_id = $1 and r.id = p.recipient and r.state = 'waiting' returning r.lead_id as "leadId"`

const LEADS_PENDING = `update leads set sending_status = 'pending' where account_id = $1 and id = any($2) and sending_status is null`

const FINISHED = `update sequence_recipients set state = 'finished'
  where account_id = $1 and id = any($2) and state = 'waiting'`

const STANDING = `select
    exists (select from sequence_recipients r where r.account_id = $1 and r.sequence_id = $2 and r.state = 'waiting') as waiting,
    exists (select from messages m where m.account_id = $1 and m.sequence_id = $2
      and m.status in ('scheduled', 'sending')) as open,
    exists (select from sequence_email_accounts b
        join email_accounts e on e.account_id = b.account_id and e.id = b.email_account_id
      where b.account_id = $1 and b.sequence_id = $2 and ${USABLE}) as mailbox`

/** Recipients whose messages are all over; those for whom a step came later wait for a new plan. */
const TIDY = `with over as (
    select r.id, (select count(*) from messages m where m.account_id = $1 and m.sequence_id = $2 and m.recipient_id = r.id)
      < (select count(*) from sequence_steps t where t.account_id = $1 and t.sequence_id = $2) as unplanned
    from sequence_recipients r where r.account_id = $1 and r.sequence_id = $2 and r.state = 'scheduled')
  update sequence_recipients r set state = case when unplanned then 'waiting' else 'finished' end,
    email_account_id = case when unplanned then null else r.email_account_id end
  from over where r.account_id = $1 and r.id = over.id`

const CANCEL_OPEN = [
  `update messages set status = 'canceled' where account_id = $1 and sequence_id = $2 and status = 'scheduled'`,
  `update sequence_recipients set state = 'canceled'
    where account_id = $1 and sequence_id = $2 and state in ('waiting', 'scheduled')`,
]

const PLAN_AGAIN = [
  `delete from messages where account_id = $1 and sequence_id = $2 and status = 'scheduled' and attempts = 0
    and recipient_id in (select id from sequence_recipients
      where account_id = $1 and sequence_id = $2 and state = 'scheduled')`,
  `update sequence_recipients r set state = 'waiting' where r.account_id = $1 and r.sequence_id = $2 and r.state = 'scheduled'
    and not exists (select from messages m where m.account_id = $1 and m.sequence_id = $2 and m.recipient_id = r.id
      and m.status in ('scheduled', 'sending'))`,
]

/** Several sequences may share mailboxes: their plans are made one after the other. */
const ONE_PLAN_AT_A_TIME = 7_301_010

/** Sent messages count for the day on which they went, which began less than this ago in any time zone. */
const LATELY_MS = 2 * 24 * 3_600_000

export const createMessagePlanStore = (pool: Pool) => ({
  /**
   * Plans the messages of some waiting recipients in one transaction: under several workers, and after a crash, each
   * message exists once.
   * @param plan decides, from facts alone; recipients without a row and with steps to come go on waiting.
   * @returns how many waited, and how many wait still; null when there is no such sequence or it does not plan.
   */
  planSlice: (
    accountId: number,
    sequenceId: number,
    { limit, now }: { limit: number; now: Date },
    plan: (facts: PlanFacts) => { rows: readonly PlanRow[]; finished: readonly number[] },
  ): Promise<{ taken: number; settled: number } | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      if (sequence.status !== 'planned' && sequence.status !== 'active') return { taken: 0, settled: 0 }
      await client.query('select pg_advisory_xact_lock($1, $2)', [ONE_PLAN_AT_A_TIME, accountId])
      const facts = await planFacts(client, sequence, limit, now)
      const { rows, finished } = plan(facts)
      const planned = await addMessages(client, sequence, rows)
      if (finished.length > 0) await client.query(FINISHED, [accountId, finished])
      const settled = planned + finished.length
      if (facts.waiting.length < limit || settled === 0)
        await writeSequence(client, sequence, { preparing: false }, now)
      return { taken: facts.waiting.length, settled }
    }),

  /** Sequences that may have something to plan, to begin or to end. */
  underWay: async (): Promise<{ accountId: number; id: number }[]> => {
    const text = `select account_id as "accountId", id from sequences where status in ('planned', 'active', 'error') order by 1, 2`
    return (await pool.query<{ accountId: number; id: number }>(text)).rows
  },

  /** Looks at a sequence under its lock and lets `decide` say what changes; null when there is no such sequence. */
  settle: (
    accountId: number,
    sequenceId: number,
    now: Date,
    decide: (sequence: Sequence, standing: Standing) => SequenceChange | null,
  ): Promise<Sequence | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const standing = await standingOf(client, accountId, sequenceId)
      const change = decide(sequence, standing)
      return change === null ? sequence : writeSequence(client, sequence, change, now)
    }),

  /**
   * Changes the state of a sequence and what becomes of its open messages, in one transaction; what `decide` throws
   * changes nothing. Null when there is no such sequence.
   */
  run: (
    accountId: number,
    sequenceId: number,
    now: Date,
    decide: (facts: RunFacts) => { change: SequenceChange; open: OpenMessages } | null,
  ): Promise<Sequence | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const decision = decide(await runFacts(client, sequence))
      if (decision === null) return sequence
      const statements = { keep: [], cancel: CANCEL_OPEN, plan_again: PLAN_AGAIN }[decision.open]
      for (const statement of statements) await client.query(statement, [accountId, sequenceId])
      return writeSequence(client, sequence, decision.change, now)
    }),

  /** When the first of the scheduled messages goes out. */
  firstDue: async (accountId: number, sequenceId: number): Promise<Date | null> => {
    const text = `select min(due_at) as at from messages where account_id = $1 and sequence_id = $2 and status = 'scheduled'`
    return (await pool.query<{ at: Date | null }>(text, [accountId, sequenceId])).rows[0]?.at ?? null
  },

  /** What a start would find. */
  startFacts: async (sequence: Sequence): Promise<RunFacts> => runFacts(pool, sequence),

  /** What a plan would be made from. */
  facts: (sequence: Sequence, limit: number, now: Date): Promise<PlanFacts> => planFacts(pool, sequence, limit, now),
})

export interface RunFacts {
  sequence: Sequence
  /** Recipients without a plan. */
  waiting: number
  steps: { step: number; subject: string | null; body: string | null }[]
  /** Addresses of the mailboxes that can be used. */
  mailboxes: string[]
}

type Queryable = Pick<Pool | PoolClient, 'query'>

async function runFacts(queryable: Queryable, sequence: Sequence): Promise<RunFacts> {
  const values = [sequence.accountId, sequence.id]
  const text = `select (select count(*) from sequence_recipients r
      where r.account_id = $1 and r.sequence_id = $2 and r.state = 'waiting') as waiting,
    (select coalesce(json_agg(json_build_object('step', t.step, 'subject', t.subject, 'body', t.body) order by t.step), '[]')
      from sequence_steps t where t.account_id = $1 and t.sequence_id = $2) as steps,
    array(select e.email from sequence_email_accounts b
        join email_accounts e on e.account_id = b.account_id and e.id = b.email_account_id
      where b.account_id = $1 and b.sequence_id = $2 and ${USABLE} order by e.id) as mailboxes`
  const { rows } = await queryable.query<Omit<RunFacts, 'sequence'>>(text, values)
  return { sequence, ...(rows[0] as Omit<RunFacts, 'sequence'>) }
}

async function planFacts(queryable: Queryable, sequence: Sequence, limit: number, now: Date): Promise<PlanFacts> {
  const { accountId, id } = sequence
  const waiting = await queryable.query<WaitingRecipient>(WAITING, [accountId, id, limit])
  const since = new Date(now.getTime() - LATELY_MS)
  const mailboxes = await queryable.query<PlanMailbox>(MAILBOXES, [accountId, id, since])
  const text = `select step, wait_days as "waitDays" from sequence_steps where account_id = $1 and sequence_id = $2 order by step`
  const steps = await queryable.query<{ step: number; waitDays: number }>(text, [accountId, id])
  return { sequence, steps: steps.rows, mailboxes: mailboxes.rows, waiting: waiting.rows }
}

/** @returns how many recipients they are of. */
async function addMessages(client: PoolClient, { accountId, id }: Sequence, rows: readonly PlanRow[]): Promise<number> {
  if (rows.length === 0) return 0
  await client.query(ADD, [
    accountId,
    id,
    rows.map(({ recipientId }) => recipientId),
    rows.map(({ step }) => step),
    rows.map(({ mailboxId }) => mailboxId),
    rows.map(({ dueAt }) => dueAt),
  ])
  const mailboxOf = new Map(rows.map(({ recipientId, mailboxId }) => [recipientId, mailboxId]))
  const pairs = [accountId, [...mailboxOf.keys()], [...mailboxOf.values()]]
  const { rows: scheduled } = await client.query<{ leadId: number | null }>(SCHEDULED, pairs)
  await client.query(LEADS_PENDING, [accountId, scheduled.map(({ leadId }) => leadId)])
  return scheduled.length
}

async function standingOf(client: PoolClient, accountId: number, sequenceId: number): Promise<Standing> {
  const read = async (): Promise<Standing> => {
    const { rows } = await client.query<Standing>(STANDING, [accountId, sequenceId])
    return rows[0] as Standing
  }
  const standing = await read()
  if (standing.open) return standing
  const { rowCount } = await client.query(TIDY, [accountId, sequenceId])
  return rowCount === 0 ? standing : read()
}
