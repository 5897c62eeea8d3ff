import { escapeIdentifier } from 'pg'
import type { Pool } from 'pg'

/** Recipients that have something in common, with the first addresses as examples. */
export interface RecipientGroup {
  name: string
  recipients: number
  emails: string[]
}

const EXAMPLES = 10

const GROUP = `count(*) as recipients, (array_agg(r.email order by r.id))[1:${EXAMPLES}] as emails`

/**
 * $3 is how many recipients are checked. Only what the tags name is read from a lead: whole leads as JSON took ten times as
 * long.
 */
const withoutValueOf = (tags: readonly string[]): string => `with r as materialized (
    select id, email, lead_id from campaign_recipients
    where account_id = $1 and campaign_id = $2 and state in ('waiting', 'scheduled') order by id limit $3)
  select n.name, ${GROUP} from r left join leads l on l.account_id = $1 and l.id = r.lead_id
    cross join lateral (values ${tags.join(', ')}) n (name, value)
  where btrim(coalesce(n.value, '')) = ''
  group by n.name order by n.name`

/** By reason: what ended the campaign for them, or what forbids any mail from the account. */
const NO_MAIL = `select n.name, ${GROUP} from campaign_recipients r
    left join unsubscribes x on x.account_id = $1 and x.email = r.email and r.state in ('waiting', 'scheduled')
    cross join lateral (select case when r.state = 'stopped' then r.stopped_by
      when r.state = 'canceled' then 'canceled' else x.reason end as name) n
  where r.account_id = $1 and r.campaign_id = $2 and n.name is not null
  group by n.name order by n.name`

const WAITING_EMAILS = `select id, email from campaign_recipients
  where account_id = $1 and campaign_id = $2 and state = 'waiting' order by id limit $3`
const LIMITS = `select e.id, e.ramp, e.ramp_place as "rampPlace", e.ramp_cap as "rampCap", e.weekly_limit as "weeklyLimit",
    e.daily_limit as "dailyLimit", coalesce(e.smtp_host, '') as "smtpHost", e.email as "mailboxEmail"
  from campaign_mailboxes b join mailboxes e on e.account_id = b.account_id and e.id = b.mailbox_id
  where b.account_id = $1 and b.campaign_id = $2`

/** What limits a mailbox of a campaign. */
interface MailboxLimits {
  id: number
  ramp: 'off' | 'auto'
  rampPlace: number
  rampCap: number | null
  weeklyLimit: number | null
  dailyLimit: number
  smtpHost: string
  mailboxEmail: string
}

/** Obstacles to writing to the recipients of a campaign. */
export const createRecipientChecksStore = (pool: Pool) => ({
  /**
   * Recipients for whom a merge tag would have no value, by tag, among the first `limit` that wait.
   * @param tags text columns of a lead, or slugs of the account's custom attributes.
   */
  withoutValue: async (
    accountId: number,
    campaignId: number,
    tags: readonly { name: string; custom: boolean }[],
    limit: number,
  ): Promise<RecipientGroup[]> => {
    if (tags.length === 0) return []
    const values = tags.map(({ name, custom }, index) => {
      const at = `$${index + 4}::text`
      return `(${at}, ${custom ? `l.custom_attributes ->> ${at}` : `l.${escapeIdentifier(name)}::text`})`
    })
    const asked = [accountId, campaignId, limit, ...tags.map(({ name }) => name)]
    return (await pool.query<RecipientGroup>(withoutValueOf(values), asked)).rows
  },

  /** Recipients who get no mail, or no more of it, by reason. */
  noMail: async (accountId: number, campaignId: number): Promise<RecipientGroup[]> =>
    (await pool.query<RecipientGroup>(NO_MAIL, [accountId, campaignId])).rows,

  /** The first recipients waiting, in the order in which they are planned. */
  waiting: async (accountId: number, campaignId: number, limit: number): Promise<{ id: number; email: string }[]> =>
    (await pool.query<{ id: number; email: string }>(WAITING_EMAILS, [accountId, campaignId, limit])).rows,

  mailboxLimits: async (accountId: number, campaignId: number): Promise<MailboxLimits[]> =>
    (await pool.query<MailboxLimits>(LIMITS, [accountId, campaignId])).rows,
})
