import type { Pool, PoolClient } from 'pg'
import { withLockedCampaign, writeCampaign } from './campaigns-store.ts'
import type { Campaign, CampaignChange } from './campaigns-store.ts'
import { nothingPending } from './nothing-pending.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

/** A recipient in a list, with the data of the lead if it still exists. */
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

/** Obstacles to writing to an address. */
export interface WantedFacts {
  email: string
  duplicate: boolean
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  leadStatus: string | null
  /** Recently found invalid. */
  invalid: boolean
}

export interface AddedRecipients {
  added: number
  newLeadIds: number[]
  /** Whether a webhook listens for the leads that were created. */
  heard: boolean
  campaign: Campaign
}

export interface CanceledMessages {
  /** Recipients who will not get something that was due to them. */
  emails: string[]
  messages: number
  /** Recipients removed from a draft. */
  removed: string[]
}

export interface OpenCount {
  recipients: number
  messages: number
  known: number
}

interface HeldMessages {
  held: number
  due: number
  recipients: number
}

/** For recipients waiting for a plan, every step counts, none of them as late. */
const HELD = `with scheduled as (
    select recipient_id, due_at from messages where account_id = $1 and campaign_id = $2 and status = 'scheduled'),
  waiting as (select id from campaign_recipients where account_id = $1 and campaign_id = $2 and state = 'waiting')
  select (select count(*) from scheduled) + (select count(*) from waiting)
      * (select count(*) from campaign_steps where account_id = $1 and campaign_id = $2) as held,
    (select count(*) from scheduled where due_at <= $3) as due,
    (select count(*) from (select recipient_id from scheduled union select id from waiting) r) as recipients`

const LIST = `select r.email, l.first_name, l.last_name, l.position, l.company, l.website, r.sending_status, r.lead_id
  from campaign_recipients r left join leads l on l.account_id = r.account_id and l.id = r.lead_id
  where r.account_id = $1 and r.campaign_id = $2 and ($5::text[] is null or coalesce(r.sending_status, 'none') = any($5))
  order by r.added_at, r.id limit $3 offset $4`

const COUNTS = `select coalesce(sending_status, 'none') as status, count(*)::integer as count from campaign_recipients
  where account_id = $1 and campaign_id = $2 group by 1 order by 2 desc, 1`

/** $3 addresses, $4 their domains, $5 since when a verdict counts. */
const FACTS = besideVerdicts(
  6,
  (verdicts) => `select w.email, r.id is not null as duplicate, x.reason as "noMail", l.sending_status as "leadStatus",
    v.status is not null as invalid
  from unnest($3::text[], $4::text[]) with ordinality w (email, domain, place)
  left join campaign_recipients r on r.account_id = $1 and r.campaign_id = $2 and r.email = w.email
  left join unsubscribes x on x.account_id = $1 and x.email = w.email
  left join leads l on l.account_id = $1 and l.email = w.email
  left join ${verdicts}
    on v.domain = w.domain and v.value = w.email and v.status = 'invalid' and v.checked_at >= $5
  order by w.place`,
)

/** In the order of the addresses, so that two of these never deadlock. */
const ADD_LEADS = besideVerdicts(
  5,
  (verdicts) => `with added as (
    insert into leads (account_id, email, source, verification_status, verified_at, created_at, updated_at)
    select $1, w.email, 'Campaign', v.status, v.checked_at, $4, $4
    from unnest($2::text[], $3::text[]) w (email, domain)
      left join ${verdicts} on v.domain = w.domain and v.value = w.email
    order by w.email on conflict (account_id, email) do nothing returning id),
  newest as (
    select id from leads_lists where account_id = $1 order by created_at desc, id desc limit 1 for key share),
  joined as (
    insert into leads_list_members (account_id, leads_list_id, lead_id)
    select $1, newest.id, added.id from added cross join newest returning lead_id)
  select id, exists (select from webhooks where account_id = $1 and event = 'lead.created' and disabled_at is null) as heard
  from added`,
)

const ADD = `insert into campaign_recipients (account_id, campaign_id, email, lead_id, added_at)
  select $1, $2, w.email, l.id, $4 from unnest($3::text[]) with ordinality w (email, place)
    left join leads l on l.account_id = $1 and l.email = w.email
  order by w.place on conflict (account_id, campaign_id, email) do nothing`

const CANCEL_MESSAGES = `update messages m set status = 'canceled' from campaign_recipients r
  where r.account_id = $1 and r.campaign_id = $2 and r.email = any($3)
    and m.account_id = r.account_id and m.campaign_id = r.campaign_id and m.recipient_id = r.id and m.status = 'scheduled'
  returning r.email`

const COUNT_OPEN = `with open as (
    select r.id, case when r.state = 'waiting' and s.status <> 'draft'
        then (select count(*) from campaign_steps t where t.account_id = $1 and t.campaign_id = $2) else 0 end
      + (select count(*) from messages m where m.account_id = $1 and m.campaign_id = $2 and m.recipient_id = r.id
        and m.status = 'scheduled') as messages
    from campaign_recipients r join campaigns s on s.account_id = r.account_id and s.id = r.campaign_id
    where r.account_id = $1 and r.campaign_id = $2 and r.email = any($3))
  select count(*) filter (where messages > 0) as recipients, coalesce(sum(messages), 0) as messages, count(*) as known
  from open`

const CANCEL_RECIPIENTS = `update campaign_recipients r set state = 'canceled'
  from (select id, state from campaign_recipients
    where account_id = $1 and campaign_id = $2 and email = any($3) and state in ('waiting', 'scheduled')) before
  where r.account_id = $1 and r.id = before.id returning r.id, r.email, before.state`

const REMOVE = `delete from campaign_recipients where account_id = $1 and campaign_id = $2 and email = any($3) returning email`

const COUNT_REMOVED = 'update campaigns set recipients_count = recipients_count - $3 where account_id = $1 and id = $2'

/** The recipients of a campaign. */
export const createRecipientsStore = (pool: Pool, isDistributed: boolean) => ({
  /** In the order in which they were added. */
  list: async (
    accountId: number,
    campaignId: number,
    { limit, offset, statuses }: { limit: number; offset: number; statuses: readonly string[] | null },
  ): Promise<RecipientRow[]> =>
    (await pool.query<RecipientRow>(LIST, [accountId, campaignId, limit, offset, statuses])).rows,

  /** For all recipients; those who were sent nothing have the status `none`. */
  countsByStatus: async (accountId: number, campaignId: number): Promise<{ status: string; count: number }[]> =>
    (await pool.query<{ status: string; count: number }>(COUNTS, [accountId, campaignId])).rows,

  find: async (
    accountId: number,
    campaignId: number,
    email: string,
  ): Promise<{ id: number; mailboxId: number | null } | null> => {
    const text = `select id, mailbox_id as "mailboxId" from campaign_recipients
      where account_id = $1 and campaign_id = $2 and email = $3`
    const { rows } = await pool.query<{ id: number; mailboxId: number | null }>(text, [accountId, campaignId, email])
    return rows[0] ?? null
  },

  /** The next recipients: those who wait or have messages to come. */
  next: async (accountId: number, campaignId: number, limit: number): Promise<WantedAddress[]> => {
    const text = `select email as full, split_part(email, '@', -1) as domain from campaign_recipients
      where account_id = $1 and campaign_id = $2 and state in ('waiting', 'scheduled') order by added_at, id limit $3`
    return (await pool.query<WantedAddress>(text, [accountId, campaignId, limit])).rows
  },

  /** The state of recipients among these addresses; leads who are not recipients have the state `lead`. Others are left out. */
  standing: async (accountId: number, campaignId: number, emails: readonly string[]): Promise<Map<string, string>> => {
    const text = `select w.email, coalesce(r.state, 'lead') as state from unnest($3::text[]) w (email)
      left join campaign_recipients r on r.account_id = $1 and r.campaign_id = $2 and r.email = w.email
      left join leads l on l.account_id = $1 and l.email = w.email
      where r.id is not null or l.id is not null`
    const { rows } = await pool.query<{ email: string; state: string }>(text, [accountId, campaignId, emails])
    return new Map(rows.map(({ email, state }) => [email, state]))
  },

  /** The addresses of leads by id; those the account does not have are left out. */
  addressesOf: async (accountId: number, leadIds: readonly number[]): Promise<Map<number, string>> => {
    const text = 'select id, email from leads where account_id = $1 and id = any($2)'
    const { rows } = await pool.query<{ id: number; email: string }>(text, [accountId, leadIds])
    return new Map(rows.map(({ id, email }) => [id, email]))
  },

  /** Obstacles for these addresses, in their order. */
  facts: (accountId: number, campaignId: number, wanted: readonly WantedAddress[], since: Date) =>
    factsOf(pool, isDistributed, { accountId, campaignId, wanted, since }),

  /**
   * Adds those that `decide` picks, under the lock of the campaign, and creates leads for those who are not leads yet.
   * @returns null when there is no such campaign.
   */
  add: (
    { accountId, campaignId, wanted, since, now }: AddRequest,
    decide: (
      campaign: Campaign,
      facts: readonly WantedFacts[],
    ) => { emails: readonly string[]; change: CampaignChange },
  ): Promise<AddedRecipients | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const { emails, change } = decide(
        campaign,
        await factsOf(client, isDistributed, { accountId, campaignId, wanted, since }),
      )
      if (emails.length === 0) return { added: 0, newLeadIds: [], heard: false, campaign }
      const picked = new Set(emails)
      const chosen = wanted.filter(({ full }) => picked.has(full))
      const full = chosen.map((each) => each.full)
      const values = [accountId, full, chosen.map(({ domain }) => domain), now]
      const asked = { statement: ADD_LEADS, values, emails: full }
      const leads = await askBesideVerdicts<{ id: number; heard: boolean }>(client, isDistributed, asked)
      const { rowCount } = await client.query(ADD, [accountId, campaignId, full, now])
      const added = rowCount ?? 0
      const count = 'update campaigns set recipients_count = recipients_count + $3 where account_id = $1 and id = $2'
      await client.query(count, [accountId, campaignId, added])
      const after = await writeCampaign(client, campaign, change, now)
      const newLeadIds = leads.map(({ id }) => id)
      return { added, newLeadIds, heard: leads[0]?.heard === true, campaign: after }
    }),

  /** What a campaign still has to send, planned or not, how much of it is late, and to how many recipients. */
  held: async (accountId: number, campaignId: number, now: Date): Promise<HeldMessages> => {
    const { rows } = await pool.query<HeldMessages>(HELD, [accountId, campaignId, now])
    return rows[0] ?? { held: 0, due: 0, recipients: 0 }
  },

  /** How much would be cancelled for these addresses, and how many of them are in the campaign at all. */
  scheduled: async (accountId: number, campaignId: number, emails: readonly string[]): Promise<OpenCount> => {
    const { rows } = await pool.query<OpenCount>(COUNT_OPEN, [accountId, campaignId, emails])
    return rows[0] ?? { recipients: 0, messages: 0, known: 0 }
  },

  /**
   * Sends nothing further to these addresses. A draft, which has sent nothing, loses them altogether. In a started campaign,
   * recipients whose messages are not all scheduled yet count as if they were.
   * @returns null when there is no such campaign.
   */
  cancel: (accountId: number, campaignId: number, emails: readonly string[]): Promise<CanceledMessages | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const given: [number, number, readonly string[]] = [accountId, campaignId, emails]
      if (campaign.status === 'draft') return { emails: [], messages: 0, removed: await remove(client, given) }
      const messages = await client.query<{ email: string }>(CANCEL_MESSAGES, given)
      const recipients = await client.query<{ id: number; email: string; state: string }>(CANCEL_RECIPIENTS, given)
      const ids = recipients.rows.map(({ id }) => id)
      await nothingPending(client, accountId, ids)
      const waiting = recipients.rows.filter(({ state }) => state === 'waiting').map(({ email }) => email)
      const canceled = new Set([...messages.rows.map(({ email }) => email), ...waiting])
      return {
        emails: emails.filter((email) => canceled.has(email)),
        messages: messages.rows.length + waiting.length * campaign.steps.length,
        removed: [],
      }
    }),
})

async function remove(client: PoolClient, given: [number, number, readonly string[]]): Promise<string[]> {
  const [accountId, campaignId, emails] = given
  const { rows } = await client.query<{ email: string }>(REMOVE, given)
  if (rows.length > 0) await client.query(COUNT_REMOVED, [accountId, campaignId, rows.length])
  const removed = new Set(rows.map(({ email }) => email))
  return emails.filter((email) => removed.has(email))
}

export interface AddRequest {
  accountId: number
  campaignId: number
  wanted: readonly WantedAddress[]
  /** Since when a verdict counts. */
  since: Date
  now: Date
}

async function factsOf(
  client: Pool | PoolClient,
  isDistributed: boolean,
  { accountId, campaignId, wanted, since }: Omit<AddRequest, 'now'>,
): Promise<WantedFacts[]> {
  const emails = wanted.map(({ full }) => full)
  const values = [accountId, campaignId, emails, wanted.map(({ domain }) => domain), since]
  return askBesideVerdicts<WantedFacts>(client, isDistributed, { statement: FACTS, values, emails })
}
