import { DAY_MS, HOUR_MS } from '../../../src/lib/process/clock.ts'
import type { Filling } from './filling.ts'

const QUOTED =
  'On 23 Nov 2026, at 10:14, Anna Sousa <anna@studio.example> wrote:\n\n> Hi Jane,\n>\n> who looks after it?'
const SAID = 'Gladly. What would it cost for a workshop of twenty people?\n\nJane\n\n'

/** One interested person, with a draft and a reply in doubt, and one person who is away. */
export async function fillConversations(
  { run, ago }: Filling,
  mailbox: number,
): Promise<{ conversations: number; replies: number }> {
  const began = async (email: string, subject: string, says: string, at: Date): Promise<number> => {
    const [row] = await run(
      `insert into conversations (account_id, mailbox_id, lead_id, email, subject, class, back_on, last_at, last_direction)
       select 1, $1, (select id from leads where account_id = 1 and email = $2), $2, $3, $4, $5, $6, 'in' returning id`,
      [mailbox, email, subject, says, says === 'out_of_office' ? '2026-12-07' : null, at],
    )
    return Number(row?.['id'])
  }
  const mail = async (conversation: number, columns: Readonly<Record<string, unknown>>): Promise<number> => {
    const all = {
      account_id: 1,
      conversation_id: conversation,
      mailbox_id: mailbox,
      subject: 'Re: A question',
      ...columns,
    }
    const names = Object.keys(all)
    const [row] = await run(
      `insert into mails (${names.join(', ')}, kept_at, dedupe) values (${names.map((_, index) => `$${index + 1}`).join(', ')},
       now(), sha256(convert_to(gen_random_uuid()::text, 'UTF8'))) returning id`,
      Object.values(all),
    )
    return Number(row?.['id'])
  }
  const jane = 'jane.rivers@birch.example'
  const conversation = await began(jane, 'Re: A question', 'interested', ago(HOUR_MS))
  const answered = await mail(conversation, {
    direction: 'in',
    from_email: jane,
    at: ago(DAY_MS),
    body: `${SAID}${QUOTED}`,
    quoted_at: SAID.length,
    language: 'en',
    class: 'interested',
    class_rule: 'en: cost',
    attachments: JSON.stringify([{ name: 'workshop.pdf', type: 'application/pdf', size: 9_000 }]),
  })
  const reply = { direction: 'out', from_email: 'anna@studio.example', to_email: jane, answers_mail_id: answered }
  await mail(conversation, { ...reply, at: ago(2 * HOUR_MS), body: 'About 20 a month.', status: 'uncertain' })
  const draft = await mail(conversation, {
    ...reply,
    at: ago(HOUR_MS),
    body: 'Shall we talk on Thursday?',
    status: 'draft',
  })
  const hugo = 'hugo.fabre@alder.example'
  const away = await began(hugo, 'Automatic reply: A question', 'out_of_office', ago(3 * DAY_MS))
  const notice = { class: 'out_of_office', class_rule: 'en: leave', body: 'I am on leave until 7 December.' }
  await mail(away, { direction: 'in', from_email: hugo, at: ago(3 * DAY_MS), ...notice })
  return { conversations: conversation, replies: draft }
}
