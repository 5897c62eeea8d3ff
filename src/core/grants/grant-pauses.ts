import type { GrantPlace } from '../../db/grants/mailbox-grants-store.ts'
import type { NoticeTexts } from '../../db/campaigns/notices-store.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { grantInGerman } from './german-grant-sentences.ts'
import type { GrantNeeds } from './grant-needs.ts'

/** A mailbox that may be used no more, or again: shown where people look, and told to webhooks. */

export interface GrantedMailbox extends GrantPlace {
  email: string
  provider: string
}

/** Nothing is sent and nothing read until a person has done something; its campaigns wait. */
export async function pauseMailbox(context: GrantNeeds, mailbox: GrantedMailbox, problem: string): Promise<void> {
  const { store, clock } = context
  const { accountId, mailboxId } = mailbox
  await store.outboxResults.mailboxProblem(accountId, mailboxId, problem)
  await store.mailboxReading.note(accountId, mailboxId, problem, clock.now())
  await publishEvent(context, accountId, { type: 'mailbox.paused', data: { mailbox: shown(mailbox), problem } })
  await store.notices.addForMailbox(mailbox, pausedNotice(mailbox.email, problem), clock.now())
}

/** It goes on where it stopped, and its campaigns do. */
export async function resumeMailbox(context: GrantNeeds, mailbox: GrantedMailbox): Promise<void> {
  const { store, clock } = context
  const { accountId, mailboxId } = mailbox
  await store.mailboxReading.usable(accountId, mailboxId, clock.now())
  await store.outboxResults.mailboxWorks(accountId, mailboxId)
  await publishEvent(context, accountId, { type: 'mailbox.resumed', data: { mailbox: shown(mailbox) } })
}

const shown = ({ mailboxId, email, provider }: GrantedMailbox) => ({ id: mailboxId, email, provider })

const pausedNotice = (email: string, problem: string): NoticeTexts => ({
  en: { subject: `Paused: ${email}`, body: `The mailbox ${email} sends and reads nothing for now.\n\n${problem}\n` },
  de: {
    subject: `Angehalten: ${email}`,
    body: `Das Postfach ${email} sendet und liest vorerst nichts.\n\n${grantInGerman(problem)}\n`,
  },
})
