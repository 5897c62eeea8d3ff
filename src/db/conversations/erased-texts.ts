/** Statements that take away what was said. */

/** What was said goes; when it was, between whom and of what kind stays. */
const ERASED = `body = null, subject = null, quoted_at = null, reply_to = null, attachments = '[]',
  status = case when x.status in ('draft', 'queued') then 'discarded' else x.status end`
/** What is about to leave stays until it has; a draft has a week more, also where no text is kept. */
export const ERASE_OLD = `with old as (select account_id, id from mails where body is not null and at < $1
      and (status is null or status not in ('draft', 'queued', 'sending')
        or (status = 'draft' and at < $1::timestamptz - interval '7 days')) limit $2)
  update mails x set ${ERASED} from old where x.account_id = old.account_id and x.id = old.id`
export const ERASE_TITLES = 'update conversations set subject = null where subject is not null and last_at < $1'
export const ERASE_ONE = `update conversations set erased_at = $3, subject = null, unread = false
  where account_id = $1 and id = $2 and erased_at is null`
export const ERASE_MAILS = `update mails x set ${ERASED} where x.account_id = $1 and x.conversation_id = $2`

/** Bodies for webhooks that include texts; redelivered, they say that there is none. Their indexes have the same condition. */
const TOLD = `update webhook_deliveries set payload = jsonb_set(payload::jsonb, '{data,reply,text}', 'null')::text
  where event in ('message.replied', 'message.answered') and payload::jsonb #>> '{data,reply,text}' is not null`
export const ERASE_TOLD = `${TOLD} and created_at < $1`
export const ERASE_TOLD_OF = `${TOLD} and account_id = $1 and payload::jsonb #>> '{data,reply,conversation_id}' = $2::text`
