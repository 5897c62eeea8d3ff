import type { Context } from '../../../src/context.ts'

export interface SeededConversation {
  id: number
  mailId: number
  mailboxId: number
}

let seeded = 0

/** Stores an email that a person wrote to a mailbox of the first account, in a new conversation. */
export async function seedConversation(
  { database: { pool } }: Context,
  {
    email,
    subject = 'Re: Hello',
    text,
    mailClass = 'other',
  }: { email: string; subject?: string; text: string; mailClass?: string },
): Promise<SeededConversation> {
  const one = async (statement: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ id: number }>(`${statement} returning id`, values)).rows[0]?.id ?? 0
  const number = ++seeded
  const mailboxId = await one(
    `insert into mailboxes (account_id, user_id, email, smtp_host, smtp_port, smtp_security, imap_host, imap_port, imap_security)
      select 1, min(id), $1, '127.0.0.1', 1, 'none', '127.0.0.1', 1, 'none' from users where account_id = 1`,
    [`rui.kept${number}@lumen.example`],
  )
  const id = await one(
    `insert into conversations (account_id, mailbox_id, email, subject, class, last_at, last_direction)
      values (1, $1, $2, $3, $4, now(), 'in')`,
    [mailboxId, email, subject, mailClass],
  )
  const mailId = await one(
    `insert into mails (account_id, conversation_id, mailbox_id, direction, header_id, dedupe, from_email, subject, at,
        kept_at, body, quoted_at, class)
      values (1, $1, $2, 'in', $3::text, sha256(convert_to($3::text, 'UTF8')), $4, $5, now(), now(), $6, nullif(strpos($6, '> '), 0) - 1, $7)`,
    [id, mailboxId, `<kept${number}@maker.example>`, email, subject, text, mailClass],
  )
  return { id, mailId, mailboxId }
}
