import type { GrantPlace } from '../../db/grants/mailbox-grants-store.ts'
import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import { writeEvent } from '../webhooks/publish-event.ts'
import { grantInGerman } from './german-grant-sentences.ts'
import type { GrantNeeds } from './grant-needs.ts'

/** A mailbox that may be used no more, or again: shown where people look, and told to webhooks. */

export interface GrantedMailbox extends GrantPlace {
  email: string
  provider: string
}

/**
 * Nothing is sent and nothing read until a person has done something; its campaigns wait. What is marked, shown and told is written
 * together: a process that dies leaves all of it to the next try, or none.
 * @param mark writes down in the grant what has ended, and says whether this is news.
 * @returns whether it was
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

/** It continues where it stopped, and its campaigns do; written together. */
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
