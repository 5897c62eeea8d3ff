import type { Context } from '../../../src/context.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startImapServer } from '../../../test/internet/imap-server.ts'
import { seedMailbox } from '../../../test/support/mails/sent-mail.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'

/** What people answered, by the place of the recipient; the others did not answer. */
const ANSWERS: readonly string[] = [
  'Yes, that sounds good. Can you call me on Tuesday?',
  'Thanks, but we are not interested.',
  'I am out of the office until 30 March and will answer then.',
  'Please remove me from your list.',
  'No thanks, we already have a supplier.',
]
const RECIPIENTS = 8

/** Five in eight people have answered the first email of a campaign; another campaign is planned for all of them. */
export async function answeredCampaign(context: Context): Promise<void> {
  const { pool } = context.database
  await using imap = await startImapServer({ password: 'secret' })
  const { mailboxId } = await seedMailbox(context, imap.port)
  const steps = [{}, { body: 'And today?' }]
  const dueAt = new Date(Date.now() + DAY_MS)
  const id = await insertCampaign(pool, { mailboxIds: [mailboxId], recipients: RECIPIENTS, dueAt, steps })
  await pool.query(
    `update messages set status = 'sent', sent_at = now(), leased_at = now(), subject = 'Lamps',
      message_id = '<lamps' || id || '@lumen.example>' where campaign_id = $1 and step = 0`,
    [id],
  )
  const { rows } = await pool.query<{ email: string; header: string; mailbox: string }>(
    `select r.email, m.message_id as header, e.email as mailbox from messages m
      join campaign_recipients r on r.id = m.recipient_id join mailboxes e on e.id = m.mailbox_id
      where m.campaign_id = $1 and m.step = 0 order by r.id`,
    [id],
  )
  for (const [place, text] of ANSWERS.entries()) {
    const { email, header, mailbox } = rows[place] ?? { email: '', header: '', mailbox: '' }
    const isAutomatic = text.includes('out of the office')
    const head = [
      `From: ${email}`,
      `To: ${mailbox}`,
      'Subject: Re: Lamps',
      `Message-ID: <answer${place}@crowd.example>`,
      `In-Reply-To: ${header}`,
      ...(isAutomatic ? ['Auto-Submitted: auto-replied'] : []),
    ]
    imap.deliver([...head, '', text, '', '> Good morning, shall we talk?', ''].join('\r\n'))
  }
  const other = await insertCampaign(pool, { mailboxIds: [mailboxId], recipients: RECIPIENTS, dueAt })
  await pool.query(`update campaigns set name = 'Tiles for shops' where id = $1`, [other])
  await readMailboxes(context)
  await pool.query('update mailboxes set imap_host = null where id = $1', [mailboxId])
}
