import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import type { GrantPlace } from '../../db/grants/mailbox-grants-store.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import type { GrantNeeds } from '../grants/grant-needs.ts'
import { publishEvent, writeEvent } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { problemInGerman } from './german-problems.ts'

type Mended = Pick<Mailbox, 'id' | 'email' | 'provider'>

/** Marks a mailbox that cannot send until a person has done something: its owner and webhooks are told once. */
export async function stopMailbox(context: GrantNeeds, place: GrantPlace, problem: string): Promise<void> {
  const { store, clock, database } = context
  const { accountId, mailboxId } = place
  await database.pool.inOne(async () => {
    const stopped = await store.outboxResults.mailboxProblem(accountId, mailboxId, problem)
    if (stopped === null) return
    const mailbox = { id: mailboxId, ...stopped }
    await writeEvent(context, accountId, { type: 'mailbox.paused', data: { mailbox, problem } })
    await store.notices.addForMailbox(place, stoppedNotice(stopped.email, problem), clock.now())
  })
}

/** Tells webhooks that what kept a mailbox from sending is solved. */
export const tellMended = (context: EventNeeds, accountId: number, { id, email, provider }: Mended): Promise<void> =>
  publishEvent(context, accountId, { type: 'mailbox.resumed', data: { mailbox: { id, email, provider } } })

const stoppedNotice = (email: string, problem: string): NoticeTexts => ({
  en: { subject: `Paused: ${email}`, body: `The mailbox ${email} has stopped sending for now.\n\n${problem}\n` },
  de: {
    subject: `Angehalten: ${email}`,
    body: `Das Postfach ${email} sendet vorerst nichts.\n\n${problemInGerman(problem)}\n`,
  },
})
