import type { Pool, PoolClient } from 'pg'
import { withLockedSequence, writeSequence } from './campaigns-store.ts'
import type { Sequence, SequenceChange } from './campaigns-store.ts'

/** A recipient in a list; what the lead says, where it still exists. */
export interface RecipientRow {
  email: string
  first_name: string | null
  last_name: string | null
  position: string | null
  company: string | null
  website: string | null
  sending_status: string | null
  lead_id: number | null
}

export interface WantedAddress {
  full: string
  domain: string
}

/** What stands against writing to an address. */
export interface WantedFacts {
  email: string
  duplicate: boolean
  suppressed: 'unsubscribed' | 'bounced' | 'manual' | null
  leadStatus: string | null
  /** Found invalid not long ago. */
  invalid: boolean
}

export interface AddedRecipients {
  added: number
  /** Ids of the leads that were made, where a webhook wants to hear of them. */
  newLeadIds: number[]
  sequence: Sequence
}

export interface CanceledMessages {
  /** Those to whom something was to go that now does not. */
  emails: string[]
  messages: number
  /** Those who were taken out of a draft. */
  removed: string[]
}

export interface OpenCount {
  recipients: number
  messages: number
  known: number
}

const LIST = `select r.email, l.first_name, l.last_name, l.position, l.company, l.website, r.sending_status, r.lead_id
  from sequence_recipients r left join leads l on l.account_id = r.account_id and l.id = r.lead_id
  where r.account_id = $1 and r.sequence_id = $2 order by r.added_at, r.id limit $3 offset $4`

/** $3 addresses, $4 their domains, $5 since when a verdict counts. */
const FACTS = `select w.email, r.id is not null as duplicate, x.reason as suppressed, l.sending_status as "leadStatus",
    v.status is not null as invalid
  from unnest($3::text[], $4::text[]) with ordinality w (email, domain, place)
  left join sequence_recipients r on r.account_id = $1 and r.sequence_id = $2 and r.email = w.email
  left join account_suppressions x on x.account_id = $1 and x.email = w.email
  left join leads l on l.account_id = $1 and l.email = w.email
  left join verifications v
    on v.domain = w.domain and v.value = w.email and v.status = 'invalid' and v.checked_at >= $5
  order by w.place`

/** In the order of the addresses, so that two of these never wait for each other in a circle. */
const ADD_LEADS = `with added as (
    insert into leads (account_id, email, source, verification_status, verified_at, created_at, updated_at)
    select $1, w.email, 'Sequence', v.status, v.checked_at, $4, $4
    from unnest($2::text[], $3::text[]) w (email, domain)
      left join verifications v on v.domain = w.domain and v.value = w.email
    order by w.email on conflict (account_id, email) do nothing returning id),
  newest as (
    select id from leads_lists where account_id = $1 order by created_at desc, id desc limit 1 for key share),
  joined as (
    insert into leads_list_members (account_id, leads_list_id, lead_id)
    select $1, newest.id, added.id from added cross join newest returning lead_id)
  select id from added
  where exists (select from webhooks where account_id = $1 and event = 'lead.created' and disabled_at is null)`

const ADD = `insert into sequence_recipients (account_id, sequence_id, email, lead_id, added_at)
  select $1, $2, w.email, l.id, $4 from unnest($3::text[]) with ordinality w (email, place)
    left join leads l on l.account_id = $1 and l.email = w.email
  order by w.place on conflict (account_id, sequence_id, email) do nothing`

const CANCEL_MESSAGES = `update messages m set status = 'canceled' from sequence_recipients r
  where r.account_id = $1 and r.sequence_id = $2 and r.email = any($3)
    and m.account_id = r.account_id and m.sequence_id = r.sequence_id and m.recipient_id = r.id and m.status = 'scheduled'
  returning r.email`

const COUNT_OPEN = `with open as (
    select r.id, case when r.state = 'waiting' and s.status <> 'draft'
        then (select count(*) from sequence_steps t where t.account_id = $1 and t.sequence_id = $2) else 0 end
      + (select count(*) from messages m where m.account_id = $1 and m.sequence_id = $2 and m.recipient_id = r.id
        and m.status = 'scheduled') as messages
    from sequence_recipients r join sequences s on s.account_id = r.account_id and s.id = r.sequence_id
    where r.account_id = $1 and r.sequence_id = $2 and r.email = any($3))
  select count(*) filter (where messages > 0) as recipients, coalesce(sum(messages), 0) as messages, count(*) as known
  from open`

const CANCEL_RECIPIENTS = `update sequence_recipients r set state = 'canceled'
  from (select id, state from sequence_recipients
    where account_id = $1 and sequence_id = $2 and email = any($3) and state in ('waiting', 'scheduled')) before
  where r.account_id = $1 and r.id = before.id returning r.email, before.state`

const REMOVE = `delete from sequence_recipients where account_id = $1 and sequence_id = $2 and email = any($3) returning email`

const COUNT_REMOVED = 'update sequences set recipients_count = recipients_count - $3 where account_id = $1 and id = $2'

/** To whom a sequence writes. */
export const createRecipientsStore = (pool: Pool) => ({
  /** In the order in which they were added. */
  list: async (
    accountId: number,
    sequenceId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<RecipientRow[]> => (await pool.query<RecipientRow>(LIST, [accountId, sequenceId, limit, offset])).rows,

  find: async (
    accountId: number,
    sequenceId: number,
    email: string,
  ): Promise<{ id: number; mailboxId: number | null } | null> => {
    const text = `select id, email_account_id as "mailboxId" from sequence_recipients
      where account_id = $1 and sequence_id = $2 and email = $3`
    const { rows } = await pool.query<{ id: number; mailboxId: number | null }>(text, [accountId, sequenceId, email])
    return rows[0] ?? null
  },

  /** The addresses of leads by id; those the account does not have are missing. */
  addressesOf: async (accountId: number, leadIds: readonly number[]): Promise<Map<number, string>> => {
    const text = 'select id, email from leads where account_id = $1 and id = any($2)'
    const { rows } = await pool.query<{ id: number; email: string }>(text, [accountId, leadIds])
    return new Map(rows.map(({ id, email }) => [id, email]))
  },

  /** What stands against these addresses, in their order. */
  facts: (accountId: number, sequenceId: number, wanted: readonly WantedAddress[], since: Date) =>
    factsOf(pool, accountId, sequenceId, wanted, since),

  /**
   * Adds those that `decide` picks, under the lock of the sequence, and makes leads of those who are none.
   * @returns null when there is no such sequence.
   */
  add: (
    { accountId, sequenceId, wanted, since, now }: AddRequest,
    decide: (
      sequence: Sequence,
      facts: readonly WantedFacts[],
    ) => { emails: readonly string[]; change: SequenceChange },
  ): Promise<AddedRecipients | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const { emails, change } = decide(sequence, await factsOf(client, accountId, sequenceId, wanted, since))
      if (emails.length === 0) return { added: 0, newLeadIds: [], sequence }
      const chosen = wanted.filter(({ full }) => emails.includes(full))
      const columns = [chosen.map(({ full }) => full), chosen.map(({ domain }) => domain)]
      const leads = await client.query<{ id: number }>(ADD_LEADS, [accountId, ...columns, now])
      const { rowCount } = await client.query(ADD, [accountId, sequenceId, columns[0], now])
      const added = rowCount ?? 0
      const count = 'update sequences set recipients_count = recipients_count + $3 where account_id = $1 and id = $2'
      await client.query(count, [accountId, sequenceId, added])
      const after = await writeSequence(client, sequence, change, now)
      return { added, newLeadIds: leads.rows.map(({ id }) => id), sequence: after }
    }),

  /** How much would be cancelled for these addresses, and how many of them are in the sequence at all. */
  scheduled: async (accountId: number, sequenceId: number, emails: readonly string[]): Promise<OpenCount> => {
    const { rows } = await pool.query<OpenCount>(COUNT_OPEN, [accountId, sequenceId, emails])
    return rows[0] ?? { recipients: 0, messages: 0, known: 0 }
  },

  /**
   * Nothing further goes to these addresses. A draft, which has sent nothing, loses them altogether. In a sequence that
   * was started, those whose messages are still being scheduled count as if they had them all.
   * @returns null when there is no such sequence.
   */
  cancel: (accountId: number, sequenceId: number, emails: readonly string[]): Promise<CanceledMessages | null> =>
    withLockedSequence(pool, accountId, sequenceId, async (client, sequence) => {
      const given: [number, number, readonly string[]] = [accountId, sequenceId, emails]
      if (sequence.status === 'draft') return { emails: [], messages: 0, removed: await remove(client, given) }
      const messages = await client.query<{ email: string }>(CANCEL_MESSAGES, given)
      const recipients = await client.query<{ email: string; state: string }>(CANCEL_RECIPIENTS, given)
      const waiting = recipients.rows.filter(({ state }) => state === 'waiting').map(({ email }) => email)
      const canceled = new Set([...messages.rows.map(({ email }) => email), ...waiting])
      return {
        emails: emails.filter((email) => canceled.has(email)),
        messages: messages.rows.length + waiting.length * sequence.steps.length,
        removed: [],
      }
    }),
})

async function remove(client: PoolClient, given: [number, number, readonly string[]]): Promise<string[]> {
  const [accountId, sequenceId, emails] = given
  const { rows } = await client.query<{ email: string }>(REMOVE, given)
  if (rows.length > 0) await client.query(COUNT_REMOVED, [accountId, sequenceId, rows.length])
  const removed = new Set(rows.map(({ email }) => email))
  return emails.filter((email) => removed.has(email))
}

export interface AddRequest {
  accountId: number
  sequenceId: number
  wanted: readonly WantedAddress[]
  /** Since when a verdict counts. */
  since: Date
  now: Date
}

async function factsOf(
  queryable: Pick<Pool | PoolClient, 'query'>,
  accountId: number,
  sequenceId: number,
  wanted: readonly WantedAddress[],
  since: Date,
): Promise<WantedFacts[]> {
  const columns = [wanted.map(({ full }) => full), wanted.map(({ domain }) => domain)]
  return (await queryable.query<WantedFacts>(FACTS, [accountId, sequenceId, ...columns, since])).rows
}
