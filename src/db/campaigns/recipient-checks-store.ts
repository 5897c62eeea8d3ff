import type { Pool } from 'pg'

/** Recipients that have something in common; the first addresses stand for the others. */
export interface RecipientGroup {
  name: string
  recipients: number
  emails: string[]
}

const EXAMPLES = 10

const GROUP = `count(*) as recipients, (array_agg(r.email order by r.id))[1:${EXAMPLES}] as emails`

/** $3 names of merge tags, $4 which of them are custom attributes, $5 how many recipients are looked at. */
const WITHOUT_VALUE = `with r as materialized (
    select r.id, r.email, to_jsonb(l) as lead from campaign_recipients r
      left join leads l on l.account_id = r.account_id and l.id = r.lead_id
    where r.account_id = $1 and r.campaign_id = $2 and r.state in ('waiting', 'scheduled') order by r.id limit $5)
  select n.name, ${GROUP} from r cross join unnest($3::text[], $4::boolean[]) n (name, custom)
  where btrim(coalesce(case when n.custom then r.lead -> 'custom_attributes' ->> n.name else r.lead ->> n.name end, '')) = ''
  group by n.name order by n.name`

/** By why: what ended the campaign for them, or what stands against any mail of the account. */
const NO_MAIL = `select n.name, ${GROUP} from campaign_recipients r
    left join unsubscribes x on x.account_id = $1 and x.email = r.email and r.state in ('waiting', 'scheduled')
    cross join lateral (select case when r.state = 'stopped' then r.stopped_by
      when r.state = 'canceled' then 'canceled' else x.reason end as name) n
  where r.account_id = $1 and r.campaign_id = $2 and n.name is not null
  group by n.name order by n.name`

/** What stands against writing to the recipients of a campaign. */
export const createRecipientChecksStore = (pool: Pool) => ({
  /** Those for whom a merge tag would have no value, by tag; of the first `limit` recipients that wait. */
  withoutValue: async (
    accountId: number,
    campaignId: number,
    tags: readonly { name: string; custom: boolean }[],
    limit: number,
  ): Promise<RecipientGroup[]> => {
    const columns = [tags.map(({ name }) => name), tags.map(({ custom }) => custom)]
    return (await pool.query<RecipientGroup>(WITHOUT_VALUE, [accountId, campaignId, ...columns, limit])).rows
  },

  /** Those who get no mail, or no more of it, by why. */
  noMail: async (accountId: number, campaignId: number): Promise<RecipientGroup[]> =>
    (await pool.query<RecipientGroup>(NO_MAIL, [accountId, campaignId])).rows,
})
