/** Statements that erase what was said. */

/** What was said is erased; when, between whom and of which kind stays. */
const ERASED = `body = null, subject = null, quoted_at = null, reply_to = null, attachments = '[]',
  status = case when x.status in ('draft', 'queued') then 'discarded' else x.status end`
/** A reply about to be sent stays until it is; a draft has one more week, even if no text is stored. */
export const ERASE_OLD = `with old as (select account_id, id from mails where body is not null and at < $1
      and (status is null or status not in ('draft', 'queued', 'sending')
        or (status = 'draft' and at < $1::timestamptz - interval '7 days')) limit $2)
  update mails x set ${ERASED} from old where x.account_id = old.account_id and x.id = old.id`
export const ERASE_TITLES = 'update conversations set subject = null where subject is not null and last_at < $1'
export const ERASE_ONE = `update conversations set erased_at = $3, subject = null, unread = false
  where account_id = $1 and id = $2 and erased_at is null`
export const ERASE_MAILS = `update mails x set ${ERASED} where x.account_id = $1 and x.conversation_id = $2`

/** Bodies for webhooks that include texts; if redelivered, they contain null instead. Their indexes have the same condition. */
const TOLD = `update webhook_deliveries set payload = jsonb_set(payload::jsonb, '{data,reply,text}', 'null')::text
  where event in ('message.replied', 'message.answered') and payload::jsonb #>> '{data,reply,text}' is not null`
export const ERASE_TOLD = `${TOLD} and created_at < $1`
export const ERASE_TOLD_OF = `${TOLD} and account_id = $1 and payload::jsonb #>> '{data,reply,conversation_id}' = $2::text`
