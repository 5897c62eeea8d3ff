import type { PoolClient } from 'pg'

const RECIPIENTS = `update campaign_recipients set sending_status = null
  where account_id = $1 and id = any($2) and sending_status = 'pending' returning lead_id as "leadId"`

/** In the order of their ids, so that two of these never deadlock. */
const LEADS = `with idle as (
    select l.id from leads l where l.account_id = $1 and l.id = any($2) and l.sending_status = 'pending'
      and not exists (select from campaign_recipients r
        where r.account_id = l.account_id and r.lead_id = l.id and r.sending_status = 'pending')
    order by l.id for no key update)
  update leads set sending_status = null where account_id = $1 and id in (select id from idle)`

/**
 * After the last scheduled message of these recipients was cancelled: those who were sent nothing have no status again, and
 * neither have their leads, unless another campaign is going to write to them.
 */
export async function nothingPending(
  client: PoolClient,
  accountId: number,
  recipientIds: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ leadId: number | null }>(RECIPIENTS, [accountId, recipientIds])
  const leadIds = rows.flatMap(({ leadId }) => leadId ?? [])
  if (leadIds.length > 0) await client.query(LEADS, [accountId, leadIds])
}
