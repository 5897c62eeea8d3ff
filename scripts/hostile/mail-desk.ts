import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../src/lib/process/clock.ts'
import { seedSent } from '../../test/support/mails/sent-mail.ts'
import type { SentTo } from '../../test/support/mails/sent-mail.ts'
import type { HostileHouse } from './attack.ts'

/** Mailboxes of an attacker, and what the server has made of them. */

export interface Mailbox {
  accountId: number
  mailboxId: number
}

const LOOK_EVERY_MS = 250

/** Connects a mailbox at honest servers. */
export async function connectMailbox(
  house: HostileHouse,
  { email, smtpPort, imapPort }: { email: string; smtpPort: number; imapPort: number },
): Promise<Mailbox> {
  const at = { smtp_host: '127.0.0.1', smtp_port: smtpPort, imap_host: '127.0.0.1', imap_port: imapPort }
  const { status, text } = await postMailbox(house, { email, ...at })
  if (status !== 201) throw new Error(`The mailbox could not be connected: ${status} ${text}`)
  const { id } = (JSON.parse(text) as { data: { id: number } }).data
  const { rows } = await house.pool.query<Mailbox>(
    'select account_id as "accountId", id as "mailboxId" from mailboxes where id = $1',
    [id],
  )
  return rows[0] ?? { accountId: 0, mailboxId: 0 }
}

export const postMailbox = (
  { send, key }: HostileHouse,
  given: Record<string, unknown>,
): ReturnType<HostileHouse['send']> =>
  send('/v2/email-accounts', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      smtp_security: 'none',
      imap_security: 'none',
      smtp_username: null,
      imap_password: 'secret',
      ...given,
    }),
  })

/** Makes the mailboxes be read now, instead of at their minute. */
export async function readNow({ pool }: HostileHouse): Promise<void> {
  await pool.query('update mailboxes set read_at = null')
  await pool.query(`insert into pgboss.job (name) values ('read-mailboxes')`)
}

/** Waits until the condition is met, or the time is over. */
export async function until(holds: () => Promise<boolean>, waitMs: number): Promise<boolean> {
  for (const end = performance.now() + waitMs; performance.now() < end; await sleep(LOOK_EVERY_MS))
    if (await holds()) return true
  return holds()
}

/** A message sent from this mailbox; the next one is due in an hour, after the attack, and keeps the campaign open. */
export async function sentFrom({ pool }: HostileHouse, mailbox: Mailbox, recipient: string): Promise<SentTo> {
  const clock = { now: () => new Date(Date.now() + HOUR_MS) }
  const sent = await seedSent({ database: { pool }, clock }, mailbox, recipient)
  const place = [mailbox.accountId, sent.campaignId, mailbox.mailboxId]
  await pool.query('insert into campaign_mailboxes (account_id, campaign_id, mailbox_id) values ($1, $2, $3)', place)
  return sent
}
