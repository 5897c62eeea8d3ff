import { imapPasswordContext } from '../../../src/core/mailboxes/mailbox-secrets.ts'
import type { Context } from '../../../src/context.ts'

/** A running campaign, written to the tables: for each recipient, one email has been sent and one is scheduled. */

export interface SentTo {
  campaignId: number
  recipientId: number
  leadId: number
  /** The id of the email that was sent. */
  messageId: number
  headerId: string
}

export interface SeededMailbox {
  accountId: number
  mailboxId: number
}

let made = 0

/** Creates a mailbox that is read at this port. */
export async function seedMailbox(context: Context, imapPort: number, accountId = 1): Promise<SeededMailbox> {
  const { pool } = context.database
  const email = `rui${++made}@lumen.example`
  const { rows } = await pool.query<{ id: number }>(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, imap_host, imap_port,
        imap_security, imap_username, created_at)
      values ($1, 1, $2, '127.0.0.1', 1, 'none', '127.0.0.1', $3, 'none', $2, $4) returning id`,
    [accountId, email, imapPort, context.clock.now()],
  )
  const mailboxId = rows[0]?.id ?? 0
  const sealed = context.secrets.seal('secret', imapPasswordContext(accountId, mailboxId))
  await pool.query('update mailboxes set imap_password_sealed = $3 where account_id = $1 and id = $2', [
    accountId,
    mailboxId,
    sealed,
  ])
  return { accountId, mailboxId }
}

/** Creates another campaign of this mailbox, with one recipient. */
export async function seedSent(
  {
    database: { pool },
    clock,
  }: { database: { pool: Pick<Context['database']['pool'], 'query'> } } & Pick<Context, 'clock'>,
  { accountId, mailboxId }: SeededMailbox,
  email: string,
): Promise<SentTo> {
  const now = clock.now()
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id ?? 0
  const campaignId = await one(
    `insert into campaigns (account_id, user_id, name, status, tracked, tracked_links, started_at, recipients_count)
      select $1, user_id, 'Makers', 'active', true, true, $2, 1 from mailboxes where account_id = $1 and id = $3`,
    [accountId, now, mailboxId],
  )
  const leadId = await one(
    `insert into leads (account_id, email, sending_status) values ($1, $2, 'sent')
      on conflict (account_id, email) do update set email = excluded.email`,
    [accountId, email],
  )
  const recipientId = await one(
    `insert into campaign_recipients (account_id, campaign_id, email, lead_id, mailbox_id, state, sending_status)
      values ($1, $2, $3, $4, $5, 'scheduled', 'sent')`,
    [accountId, campaignId, email, leadId, mailboxId],
  )
  const headerId = `<m${++made}@lumen.example>`
  const message = `insert into messages (account_id, campaign_id, recipient_id, mailbox_id, step, status, due_at,
      message_id, subject, sent_at)`
  const ids = [accountId, campaignId, recipientId, mailboxId]
  const messageId = await one(`${message} values ($1, $2, $3, $4, 0, 'sent', $5, $6, 'Hello', $5)`, [
    ...ids,
    now,
    headerId,
  ])
  await one(`${message} values ($1, $2, $3, $4, 1, 'scheduled', $5, null, null, null)`, [...ids, now])
  return { campaignId, recipientId, leadId, messageId, headerId }
}

/** Returns the state of a recipient. */
export async function standing({ database: { pool } }: Context, { recipientId, messageId, leadId }: SentTo) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select r.state, r.stopped_by, r.sending_status as recipient, l.sending_status as lead,
        (select status from messages where recipient_id = r.id and step = 1) as "followUp",
        (select reason from unsubscribes x where x.account_id = r.account_id and x.email = r.email) as unsubscribed,
        (select array_remove(array[case when opened_at is not null then 'opened' end,
            case when clicked_at is not null then 'clicked' end, case when replied_at is not null then 'replied' end,
            case when bounced_at is not null then 'bounced' end,
            case when unsubscribed_at is not null then 'unsubscribed' end], null) from messages where id = $2) as noted
      from campaign_recipients r left join leads l on l.account_id = r.account_id and l.id = $3
      where r.id = $1`,
    [recipientId, messageId, leadId],
  )
  return rows[0]
}
