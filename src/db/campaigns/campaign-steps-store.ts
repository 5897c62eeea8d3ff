import type { Pool } from 'pg'
import type { Sequence } from './campaigns-store.ts'
import { withLockedSequence } from './campaigns-store.ts'

export interface SequenceStep {
  id: number
  /** 0 opens, the others follow up. */
  step: number
  /** Days after the step before. */
  waitDays: number
  /** Null inherits the subject of the step before. */
  subject: string | null
  body: string | null
  messageFormat: 'text' | 'html'
  messagesSent: number
}

export type StepContent = Pick<SequenceStep, 'waitDays' | 'subject' | 'body' | 'messageFormat'>

const STEP = `t.id, t.step, t.wait_days as "waitDays", t.subject, t.body, t.message_format as "messageFormat",
  (select count(*) from messages m where m.account_id = t.account_id and m.sequence_id = t.sequence_id
    and m.step = t.step and m.sent_at is not null) as "messagesSent"`

const LIST = `select ${STEP} from sequence_steps t where t.account_id = $1 and t.sequence_id = $2 order by t.step`

const ADD = `insert into sequence_steps (account_id, sequence_id, step, wait_days, subject, body, message_format)
  values ($1, $2, $3, $4, $5, $6, $7)`

/** What a sequence says, step by step. `check` sees the sequence under its lock and throws what forbids the change. */
export const createSequenceStepsStore = (pool: Pool) => ({
  /** In their order. */
  list: async (accountId: number, sequenceId: number): Promise<SequenceStep[]> =>
    (await pool.query<SequenceStep>(LIST, [accountId, sequenceId])).rows,

  /** Appends a step; null when there is no such sequence. */
  add: (
    accountId: number,
    sequenceId: number,
    check: (sequence: Sequence) => StepContent,
  ): Promise<SequenceStep | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const { waitDays, subject, body, messageFormat } = check(sequence)
      const step = (sequence.steps.at(-1) ?? -1) + 1
      await client.query(ADD, [accountId, sequenceId, step, waitDays, subject, body, messageFormat])
      const { rows } = await client.query<SequenceStep>(LIST, [accountId, sequenceId])
      return rows.at(-1) ?? null
    }),

  /** Changes a step to what `check` gives; null when there is no such step. */
  change: (
    accountId: number,
    sequenceId: number,
    stepId: number,
    check: (sequence: Sequence, step: SequenceStep) => StepContent,
  ): Promise<SequenceStep | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const { rows } = await client.query<SequenceStep>(LIST, [accountId, sequenceId])
      const current = rows.find(({ id }) => id === stepId)
      if (current === undefined) return null
      const content = check(sequence, current)
      const text = `update sequence_steps set wait_days = $3, subject = $4, body = $5, message_format = $6
        where account_id = $1 and id = $2`
      const { waitDays, subject, body, messageFormat } = content
      await client.query(text, [accountId, stepId, waitDays, subject, body, messageFormat])
      return { ...current, ...content }
    }),

  /** Takes a step away with its open messages; gives it as it was, null when there is none. */
  remove: (
    accountId: number,
    sequenceId: number,
    stepId: number,
    check: (sequence: Sequence, step: SequenceStep) => void,
  ): Promise<SequenceStep | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const { rows } = await client.query<SequenceStep>(LIST, [accountId, sequenceId])
      const current = rows.find(({ id }) => id === stepId)
      if (current === undefined) return null
      check(sequence, current)
      const open = `delete from messages where account_id = $1 and sequence_id = $2 and step = $3
        and status in ('scheduled', 'canceled')`
      await client.query(open, [accountId, sequenceId, current.step])
      await client.query('delete from sequence_steps where account_id = $1 and id = $2', [accountId, stepId])
      return current
    }),
})
