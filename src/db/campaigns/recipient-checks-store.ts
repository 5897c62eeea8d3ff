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
})
