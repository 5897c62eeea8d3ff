import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { idOf } from '../doors/api-client.ts'
import { fillConversations } from './full-conversations.ts'
import type { Filling } from './filling.ts'

/** What came back for the first email to each person. */
const CAME_OF: readonly [
  email: string,
  column: 'replied_at' | 'bounced_at' | 'unsubscribed_at' | 'opened_at' | null,
][] = [
  ['jane.rivers@birch.example', 'replied_at'],
  ['hugo.fabre@alder.example', 'replied_at'],
  ['jon.peake@alder.example', 'bounced_at'],
  ['zofia.malik@birch.example', 'unsubscribed_at'],
  ['sam.teller@birch.example', 'opened_at'],
  ['ida.sandvik@birch.example', 'opened_at'],
  ['maya.winter@alder.example', null],
  ['tom.okafor@birch.example', null],
]

const STOPPED: Readonly<Record<string, string>> = {
  replied_at: 'replied',
  bounced_at: 'bounced',
  unsubscribed_at: 'unsubscribed',
}

/**
 * Mailboxes, a running campaign, and a draft.
 * @returns the ids of those that screens show
 */
export async function fillCampaigns(filling: Filling): Promise<Record<string, number>> {
  const { send, run, ago } = filling
  const mailboxes = await fillMailboxes(filling)
  const schedule = { schedule_time_start: 32_400, schedule_time_end: 61_200, schedule_days: [1, 2, 3, 4, 5] }
  const written = async (name: string, steps: readonly { subject?: string; body: string; wait_days?: number }[]) => {
    const made = await send('POST', '/sequences', { name, email_account_ids: mailboxes, ...schedule })
    const id = idOf(made.body)
    const path = `/sequences/${id}/follow-ups`
    const { follow_ups } = (await send('GET', path)).body.data as { follow_ups: { id: number }[] }
    for (const [index, step] of steps.entries())
      await (index === 0 ? send('PUT', `${path}/${follow_ups[0]?.id}`, step) : send('POST', path, step))
    return id
  }
  const draft = await written('Spring news', [
    { subject: 'News for {{company}}', body: 'Dear {{first_name}},\n\nhere is what is new.' },
  ])
  const id = await written('Hello Birch', [
    {
      subject: 'A question about {{company}}',
      body: 'Hi {{first_name|fallback:"there"}},\n\nwho looks after the workshops at {{company}}?\n\nBest,\nAnna',
    },
    { body: 'Did you see my mail, {{first_name}}?', wait_days: 3 },
  ])
  await run(
    `update campaigns set status = 'active', started_at = $2, recipients_count = $3 where account_id = 1 and id = $1`,
    [id, ago(9 * DAY_MS), CAME_OF.length],
  )
  for (const [index, [email, what]] of CAME_OF.entries())
    await fillRecipient(filling, { id, index, email, what, mailbox: mailboxes[0] ?? 0 })
  const emails = ['sam.teller@birch.example', 'ida.sandvik@birch.example', 'hugo.fabre@alder.example']
  await send('POST', `/sequences/${draft}/recipients`, { emails })
  const ofDraft = ['write', 'start', 'delete'].map((page) => [`/campaigns/:id/${page}`, draft])
  const conversations = await fillConversations(filling, mailboxes[0] ?? 0)
  return { campaigns: id, mailboxes: mailboxes[0] ?? 0, ...conversations, ...Object.fromEntries(ofDraft) }
}

/** One that works, and one whose password is refused. */
async function fillMailboxes({ run, ago }: Filling): Promise<number[]> {
  const add = async (email: string, name: string, state: Readonly<Record<string, unknown>>): Promise<number> => {
    const columns = {
      first_name: name,
      last_name: 'Sousa',
      smtp_host: 'smtp.studio.example',
      smtp_port: 587,
      smtp_security: 'starttls',
      imap_host: 'imap.studio.example',
      imap_port: 993,
      imap_security: 'tls',
      imap_username: email,
      daily_limit: 200,
      gap_seconds: 90,
      ...state,
    }
    const names = Object.keys(columns)
    const [row] = await run(
      `insert into mailboxes (account_id, user_id, email, ${names.join(', ')})
       select 1, min(id), $1, ${names.map((_, index) => `$${index + 2}`).join(', ')} from users where account_id = 1 returning id`,
      [email, ...Object.values(columns)],
    )
    return Number(row?.['id'])
  }
  const signature = 'Anna Sousa\nStudio Example'
  return [
    await add('anna@studio.example', 'Anna', { default_account: true, signature, read_at: ago(MINUTE_MS) }),
    await add('ben.with-a-long-name@studio.example', 'Ben', {
      sending_status: 'paused',
      problem: 'The server refused the login.',
    }),
  ]
}

interface Told {
  id: number
  index: number
  email: string
  what: (typeof CAME_OF)[number][1]
  mailbox: number
}

async function fillRecipient({ run, ago }: Filling, { id, index, email, what, mailbox }: Told): Promise<void> {
  const sentAt = ago(8 * DAY_MS - index * 7 * HOUR_MS)
  const stopped = STOPPED[what ?? ''] ?? null
  const [recipient] = await run(
    `insert into campaign_recipients (account_id, campaign_id, email, lead_id, mailbox_id, state, stopped_by, sending_status, added_at)
     select 1, $1, $2, id, $3, $4, $5, $6, $7 from leads where account_id = 1 and email = $2 returning id`,
    [
      id,
      email,
      mailbox,
      stopped === null ? 'scheduled' : 'stopped',
      stopped,
      stopped ?? (what === null ? 'sent' : 'opened'),
      sentAt,
    ],
  )
  const message = async (step: number, status: string, at: Date) =>
    (
      await run(
        `insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, status, due_at, sent_at, subject, message_id)
         values (1, $1, $2, $3, $4, $5, $6, case when $5 = 'sent' then $6::timestamptz end, $7, $8) returning id`,
        [
          id,
          recipient?.['id'],
          step,
          mailbox,
          status,
          at,
          'A question about Birch Works',
          `<${id}.${index}.${step}@studio.example>`,
        ],
      )
    )[0]?.['id']
  const first = await message(0, index === CAME_OF.length - 1 ? 'uncertain' : 'sent', sentAt)
  if (stopped === null) await message(1, 'scheduled', ago(-3 * DAY_MS))
  if (what !== null)
    await run(`update messages set ${what} = $2 where account_id = 1 and id = $1`, [
      first,
      new Date(sentAt.getTime() + 5 * HOUR_MS),
    ])
}
