import type { Pool } from 'pg'

/** What was said goes; when it was, between whom and of what kind stays. */
const ERASE = `with old as (select account_id, id from mails where body is not null and at < $1 limit $2)
  update mails x set body = null, subject = null, quoted_at = null, reply_to = null, attachments = '[]', status =
    case when x.status = 'draft' then 'discarded' else x.status end
  from old where x.account_id = old.account_id and x.id = old.id`

/** Conversations, and the mails in them. */
export const createConversationsStore = (pool: Pool) => ({
  /** Erases the texts of mails before a date. @returns of how many: `limit` when there may be more. */
  erase: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(ERASE, [before, limit])).rowCount ?? 0,
})
