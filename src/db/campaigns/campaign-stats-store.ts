import type { Pool } from 'pg'

/** Counts of recipients, but bounced, which counts messages. */
export interface SequenceCounts {
  sent: number
  delivered: number
  opened: number
  clicked: number
  replied: number
  bounced: number
  unsubscribed: number
}

/** Counts of messages. */
export interface StepCounts extends SequenceCounts {
  id: number
  step: number
}

const did = (column: string): string => `m.${column} is not null`
const SENT = did('sent_at')

const counts = (count: (condition: string) => string): string => `${count(SENT)} as sent,
  ${count(`${SENT} and m.bounced_at is null`)} as delivered, ${count(did('opened_at'))} as opened,
  ${count(did('clicked_at'))} as clicked, ${count(did('replied_at'))} as replied,
  ${count(did('unsubscribed_at'))} as unsubscribed, count(*) filter (where ${did('bounced_at')}) as bounced`

const RECIPIENTS = `select ${counts((condition) => `count(distinct m.recipient_id) filter (where ${condition})`)}
  from messages m where m.account_id = $1 and m.sequence_id = $2`

const STEPS = `select t.id, t.step, ${counts((condition) => `count(*) filter (where ${condition})`)}
  from sequence_steps t left join messages m
    on m.account_id = t.account_id and m.sequence_id = t.sequence_id and m.step = t.step
  where t.account_id = $1 and t.sequence_id = $2 group by t.id, t.step order by t.step`

/** What came of the messages of a sequence. */
export const createSequenceStatsStore = (pool: Pool) => ({
  recipients: async (accountId: number, sequenceId: number): Promise<SequenceCounts> =>
    (await pool.query<SequenceCounts>(RECIPIENTS, [accountId, sequenceId])).rows[0] as SequenceCounts,

  /** In the order of the steps. */
  steps: async (accountId: number, sequenceId: number): Promise<StepCounts[]> =>
    (await pool.query<StepCounts>(STEPS, [accountId, sequenceId])).rows,
})
