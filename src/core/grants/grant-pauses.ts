import type { GrantPlace } from '../../db/grants/mailbox-grants-store.ts'
import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import { writeEvent } from '../webhooks/publish-event.ts'
import { grantInGerman } from './german-grant-sentences.ts'
import type { GrantNeeds } from './grant-needs.ts'

/** A mailbox that can no longer be used, or can be again: shown on screens, and reported to webhooks. */

export interface GrantedMailbox extends GrantPlace {
  email: string
  provider: string
}

/**
 * Stops sending and reading until a person has done something; the mailbox's campaigns wait. The mark, the problem, the event
 * and the notice are stored together: if the process dies, the next try finds all of them or none.
 * @param mark stores in the grant what has ended, and returns whether this is news.
 * @returns whether it was news
 */
export function pauseMailbox(
  context: GrantNeeds,
  mailbox: GrantedMailbox,
  problem: string,
  mark: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const { store, clock, database } = context
  const { accountId, mailboxId } = mailbox
  return database.pool.inOne(async () => {
    await store.mailboxGrants.hold(mailbox)
    if (!(await mark())) return false
    await store.outboxResults.mailboxProblem(accountId, mailboxId, problem)
    await store.mailboxReading.note(accountId, mailboxId, problem, clock.now())
    await writeEvent(context, accountId, { type: 'mailbox.paused', data: { mailbox: shown(mailbox), problem } })
    await store.notices.addForMailbox(mailbox, pausedNotice(mailbox.email, problem), clock.now())
    return true
  })
}

/** The mailbox continues where it stopped, and so do its campaigns; stored together. */
export function resumeMailbox(context: GrantNeeds, mailbox: GrantedMailbox): Promise<void> {
  const { store, clock, database } = context
  const { accountId, mailboxId } = mailbox
  return database.pool.inOne(async () => {
    await store.mailboxReading.usable(accountId, mailboxId, clock.now())
    await store.outboxResults.mailboxWorks(accountId, mailboxId)
    await writeEvent(context, accountId, { type: 'mailbox.resumed', data: { mailbox: shown(mailbox) } })
  })
}

const shown = ({ mailboxId, email, provider }: GrantedMailbox) => ({ id: mailboxId, email, provider })

const pausedNotice = (email: string, problem: string): NoticeTexts => ({
  en: {
    subject: `Paused: ${email}`,
    body: `The mailbox ${email} has stopped sending and reading for now.\n\n${problem}\n`,
  },
  de: {
    subject: `Angehalten: ${email}`,
    body: `Das Postfach ${email} sendet und liest vorerst nichts.\n\n${grantInGerman(problem)}\n`,
  },
})
