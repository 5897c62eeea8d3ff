import type { Pool } from 'pg'
import type { SendingMailbox } from './outbox-results-store.ts'

/** A notice to a person, in each available language. */
export type NoticeTexts = Readonly<Record<'en' | 'de', { subject: string; body: string }>>

/** A notice to be sent by email. */
export interface MailNotice {
  accountId: number
  id: number
  to: string
  subject: string
  body: string
  language: 'en' | 'de'
  tries: number
}

/** A mailbox to send a notice from. */
export interface NoticeMailbox {
  mailboxId: number
  mailbox: SendingMailbox
  smtpPasswordSealed: Buffer | null
  dkimKeySealed: Buffer | null
}

const LANGUAGE = `case when l.language = 'de' then 'de' else 'en' end`

/** Only members who have an address and want notices, in the language of their login, or else in English. */
const ADD = `insert into notices (account_id, user_id, subject, body, created_at, next_try_at)
  select u.account_id, u.id, t.said ->> 'subject', t.said ->> 'body', $4, $4
  from users u left join logins l on l.id = u.login_id cross join lateral (select $3::jsonb -> (${LANGUAGE}) as said) t
  where u.account_id = $1 and u.id = $2 and u.told_by_mail and u.left_at is null and coalesce(u.email, l.email) is not null`

const OWNER = 'select user_id as "userId" from mailboxes where account_id = $1 and id = $2'

/** Takes and postpones them at once, so that only one of several processes sends each. */
const TAKE = `update notices n set next_try_at = $2, tries = tries + 1
  from (select x.account_id, x.id from notices x where x.next_try_at <= $1 order by x.next_try_at limit $3
    for update of x skip locked) due
    cross join users u left join logins l on l.id = u.login_id
  where n.account_id = due.account_id and n.id = due.id and u.account_id = n.account_id and u.id = n.user_id
  returning n.account_id as "accountId", n.id, coalesce(u.email, l.email) as "to", n.subject, n.body,
    ${LANGUAGE} as language, n.tries`

/** A working mailbox of the account, the default one first. */
const MAILBOX = `select e.id as "mailboxId", e.smtp_password_sealed as "smtpPasswordSealed", e.dkim_key_sealed as "dkimKeySealed",
    to_jsonb(e) - '{smtp_password_sealed,imap_password_sealed,dkim_key_sealed}'::text[] as mailbox
  from mailboxes e where e.account_id = $1 and e.purpose = 'campaigns' and e.sending_status <> 'paused' and e.problem is null
    and (e.rest_until is null or e.rest_until <= $2)
  order by e.band = 'stopped', not e.default_account, e.id limit 1`

export const createNoticesStore = (pool: Pool) => ({
  add: async (
    { accountId, userId }: { accountId: number; userId: number },
    texts: NoticeTexts,
    now: Date,
  ): Promise<void> => void (await pool.query(ADD, [accountId, userId, JSON.stringify(texts), now])),

  /** Adds a notice to the owner of a mailbox. */
  addForMailbox: async (
    { accountId, mailboxId }: { accountId: number; mailboxId: number },
    texts: NoticeTexts,
    now: Date,
  ): Promise<void> => {
    const [owner] = (await pool.query<{ userId: number }>(OWNER, [accountId, mailboxId])).rows
    if (owner !== undefined) await pool.query(ADD, [accountId, owner.userId, JSON.stringify(texts), now])
  },

  /** @param until when they become due again unless removed. */
  takeDue: async (now: Date, until: Date, limit: number): Promise<MailNotice[]> =>
    (await pool.query<MailNotice>(TAKE, [now, until, limit])).rows,

  /** The mailbox of the account to send a notice from; null when none works. */
  mailboxFor: async (accountId: number, now: Date): Promise<NoticeMailbox | null> =>
    (await pool.query<NoticeMailbox>(MAILBOX, [accountId, now])).rows[0] ?? null,

  remove: async (accountId: number, id: number): Promise<void> =>
    void (await pool.query('delete from notices where account_id = $1 and id = $2', [accountId, id])),

  forget: async (before: Date): Promise<void> =>
    void (await pool.query('delete from notices where created_at < $1', [before])),
})
