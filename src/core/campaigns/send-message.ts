import { randomUUID } from 'node:crypto'
import type { DueCandidate } from '../../db/campaigns/due-candidate.ts'
import type { Lease, Decision, DueMailbox, SendFacts } from '../../db/campaigns/outbox-store.ts'
import type { MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import { dayStart, decideSending } from '../../engine/send/send-decision.ts'
import { isMadeBy } from '../../engine/names/patterns.ts'
import type { SendingWindow } from '../../engine/send/sending-window.ts'
import { submitVerdict } from '../../engine/send/submit-verdict.ts'
import type { SubmitVerdict } from '../../engine/send/submit-verdict.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { judgeSender } from '../guard/judge-sender.ts'
import { companyNote, guardWindows, HELD_FOR_MS, nextSendAt, rampStep, sendGuard } from '../guard/send-guard.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import { composeMessage } from './compose-message.ts'
import { problemSentence } from '../mailboxes/connection-problem.ts'
import { mailboxWindow } from '../mailboxes/mailbox-hours.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import type { PublishedEvent } from '../webhooks/publish-event.ts'
import { stopMailbox } from '../mailboxes/stop-mailbox.ts'
import { orLater, storeOutcome } from '../mailboxes/send-outcome.ts'
import { isNoToken, submitFrom } from '../mailboxes/submit-from.ts'
import type { SubmitResult } from '../mailboxes/submit-from.ts'
import { dailyCeiling, maySendFrom, SENDER_NOT_ALLOWED } from '../mailboxes/sending-policy.ts'
import type { SendingNeeds } from './sending-needs.ts'

/** Leases a mailbox's next message; null if it has nothing to send at the moment. */
export const leaseMessage = (context: SendingNeeds, workerId: string, mailbox: DueMailbox): Promise<Lease | null> => {
  const now = context.clock.now()
  return context.store.outbox.leaseNext(workerId, mailbox, now, {
    optoutNames: (email) => ({
      digest: optoutDigest(context.optoutKey, email),
      domains: optoutDomains(email.slice(email.lastIndexOf('@') + 1)),
    }),
    dayStart: ({ mailboxZone }) => dayStart(mailboxZone, now),
    windows: (candidate) => guardWindows(context, candidate, now),
    rampStep,
    decide: (candidate, facts) => decide(context, candidate, facts, now),
  })
}

function decide(context: SendingNeeds, candidate: DueCandidate, { guard, ...facts }: SendFacts, now: Date): Decision {
  const dailyLimit = roomFor(context, candidate)
  const decision = decideSending(
    {
      ...candidate,
      ...facts,
      dailyLimit,
      window: windowOf(candidate),
      mailboxWindow: mailboxWindow(candidate.mailboxSchedule, candidate.timeZone),
      ...(guard !== undefined && { guard: sendGuard(candidate, guard, dailyLimit) }),
    },
    now,
  )
  if (decision.do === 'hold') return { ...decision, until: new Date(now.getTime() + HELD_FOR_MS) }
  if (decision.do !== 'send') return decision
  const domain = candidate.mailboxEmail.slice(candidate.mailboxEmail.lastIndexOf('@') + 1)
  return {
    do: 'lease',
    messageId: `<${randomUUID()}@${domain}>`,
    nextSendAt: nextSendAt(candidate, now),
    company: companyNote(context, candidate, guard, now),
  }
}

/** A message and its copy must both fit into the day's limit; a mailbox that sends one a day makes no copies. */
function roomFor(context: SendingNeeds, { dailyLimit, copies }: DueCandidate): number {
  const ceiling = dailyCeiling(context, dailyLimit)
  return ceiling < 2 ? ceiling : ceiling - copies
}

const windowOf = ({ days, startSeconds, endSeconds, timeZone }: DueCandidate): SendingWindow => ({
  days,
  startSeconds,
  endSeconds,
  timeZone,
})

/** Sends a leased message and stores the outcome. @returns whether it was sent. */
export async function sendLeased(context: SendingNeeds, lease: Lease): Promise<boolean> {
  const { outboxResults } = context.store
  const made = await orLater(context, lease, {
    work: () => make(context, lease),
    release: (dueAt) => outboxResults.release(lease, dueAt, null),
  })
  if (made === null) return false
  const { content, raw } = made
  const { email: from } = content.mailbox
  const outcome = await submitFrom(
    context,
    { ...lease, ...content },
    { envelope: { from, to: content.recipientEmail }, raw },
  )
  const isSent = await storeOutcome(context, () => settle(context, { ...made, lease }, outcome))
  if (isSent) await copyBlind(context, lease, content, raw)
  return isSent
}

/** Everything before a server is contacted. @returns null if it never is, which has then been stored. */
async function make(context: SendingNeeds, lease: Lease): Promise<Omit<Submitted, 'lease'> | null> {
  const content = await context.store.outboxResults.content(lease)
  if (content === null) return fail(context, lease, 'The step of this message no longer exists.')
  const composed = await compose(context, lease, content)
  if (composed.outcome === 'refused') return fail(context, lease, composed.problem)
  if (composed.outcome === 'no_key') return heldBy(context, lease, composed.problem)
  await prepare(context, lease, content, composed)
  if (!maySendFrom(context, content.mailbox.email)) return notAllowed(context, lease)
  return { content, subject: composed.subject, raw: composed.mail.raw }
}

/** Stores what the server did with a message. May be repeated. @returns whether it was sent, and is this worker's to count. */
async function settle(context: SendingNeeds, submitted: Submitted, outcome: SubmitResult): Promise<boolean> {
  const { store, clock } = context
  const { lease } = submitted
  if (isNoToken(outcome)) return putBack(context, lease)
  const verdict = submitVerdict(outcome, lease.attempts)
  if (verdict.next === 'fail') return refused(context, submitted, verdict)
  if (verdict.next !== 'sent') return notSent(context, lease, verdict)
  const sentAt = clock.now()
  return context.database.pool.inOne(async () => {
    if (!(await store.outboxResults.sent(lease, sentAt, verdict.replyCode))) return false
    await publishEvent(context, lease.accountId, eventOf('message.sent', submitted, sentAt))
    return true
  })
}

async function prepare(
  { store }: Pick<SendingNeeds, 'store'>,
  lease: Lease,
  { recipientEmail: email, lead }: MessageContent,
  { subject, mail }: { subject: string; mail: { linkTargets: readonly string[] } },
): Promise<void> {
  const pattern = await store.outboxResults.prepare(lease, { subject, email }, mail.linkTargets)
  const { first_name: first, last_name: last } = namesOf(lead)
  const isUsual = pattern !== null && isMadeBy(pattern, email, { first: textOf(first), middle: '', last: textOf(last) })
  if (isUsual) await store.outboxResults.markUsual(lease)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** No server was contacted: the message goes back unchanged until its provider issues a token again. */
async function putBack({ store }: Pick<SendingNeeds, 'store'>, lease: Lease): Promise<false> {
  await store.outboxResults.putBack(lease)
  return false
}

/** The message goes back unchanged, and the mailbox sends nothing until its problem is solved. */
async function heldBy(context: SendingNeeds, lease: Lease, problem: string): Promise<null> {
  await context.store.outboxResults.putBack(lease)
  await stopMailbox(context, lease, problem)
  return null
}

async function notAllowed(context: SendingNeeds, lease: Lease): Promise<null> {
  await context.store.outboxResults.release(lease, context.clock.now(), null)
  await stopMailbox(context, lease, SENDER_NOT_ALLOWED)
  return null
}

/** If the address does not exist, the message counts as bounced, as if a report had said so. */
async function refused(
  context: SendingNeeds,
  submitted: Submitted,
  verdict: Extract<SubmitVerdict, { next: 'fail' }>,
): Promise<false> {
  const { lease } = submitted
  const isMine = await context.database.pool.inOne(async () => {
    if (!(await context.store.outboxResults.fail(lease, verdict, context.clock.now()))) return false
    if (verdict.kind !== 'address') return true
    const more = { kind: verdict.kind, status: ENHANCED.exec(verdict.replyCode)?.[0] ?? null }
    await publishEvent(context, lease.accountId, eventOf('message.bounced', submitted, null, more))
    return true
  })
  if (isMine) await judgeSender(context, lease)
  return false
}

const ENHANCED = /\b[45]\.\d{1,3}\.\d{1,3}\b/

async function notSent(
  context: SendingNeeds,
  lease: Lease,
  verdict: Exclude<SubmitVerdict, { next: 'sent' | 'fail' }>,
): Promise<false> {
  const { store, clock } = context
  const { outboxResults } = store
  const now = clock.now()
  if (verdict.next === 'uncertain') await outboxResults.uncertain(lease, verdict.problem)
  if (verdict.next === 'rest') await outboxResults.rest(lease, now, verdict.replyCode)
  if (verdict.next !== 'retry') return false
  await outboxResults.release(lease, new Date(now.getTime() + verdict.waitMs), verdict.replyCode)
  if (verdict.problem !== null) await stopMailbox(context, lease, problemSentence('smtp', verdict.problem))
  return false
}

async function compose(context: SendingNeeds, lease: Lease, content: MessageContent) {
  const { accountId, mailboxId, messageId, headerId } = lease
  const request = { accountId, mailboxId, messageId, headerId, date: context.clock.now() }
  try {
    return await composeMessage(context, request, content)
  } catch (error) {
    // About the DKIM key: the message itself is fine.
    if (error instanceof SecretBoxError) return { outcome: 'no_key' as const, problem: error.message }
    context.log.error({ err: error, accountId, messageId }, 'A message could not be composed.')
    return { outcome: 'refused' as const, problem: 'The message could not be composed.' }
  }
}

async function fail(
  { store, clock }: Pick<SendingNeeds, 'store' | 'clock'>,
  lease: Lease,
  problem: string,
): Promise<null> {
  await store.outboxResults.fail(lease, { problem, replyCode: null, kind: null }, clock.now())
  return null
}

/** In its own transaction: whatever happens to the copy, nothing changes for the recipient. Nobody who opted out gets one. */
async function copyBlind(context: SendingNeeds, lease: Lease, content: MessageContent, raw: Buffer): Promise<void> {
  const { bccRecipient, bccUnsubscribed, mailbox } = content
  if (bccRecipient === null || bccUnsubscribed || dailyCeiling(context, mailbox.daily_limit) < 2) return
  if (await isOptedOut(context, bccRecipient)) return
  const envelope = { from: mailbox.email, to: bccRecipient }
  const { outcome } = await submitFrom(context, { ...lease, ...content }, { envelope, raw })
  if (outcome !== 'accepted') context.log.warn({ outcome }, 'A blind copy was not accepted.')
}

async function isOptedOut(
  { store, optoutKey }: Pick<SendingNeeds, 'store' | 'optoutKey'>,
  email: string,
): Promise<boolean> {
  const optedOut = await store.optouts.among([optoutDigest(optoutKey, email)])
  return optedOut.length > 0 || store.optouts.hasDomain(optoutDomains(email.slice(email.lastIndexOf('@') + 1)))
}

/** A message that was handed to a mail server. */
interface Submitted {
  lease: Lease
  content: MessageContent
  subject: string
  raw: Buffer
}

function eventOf(
  type: 'message.sent' | 'message.bounced',
  { lease, content, subject }: Submitted,
  sentAt: Date | null,
  more: Record<string, unknown> = {},
): PublishedEvent {
  const { messageId, campaignId, step } = lease
  const { recipientEmail, leadId, lead } = content
  const message = {
    id: messageId,
    sequence_id: campaignId,
    step,
    to: recipientEmail,
    subject,
    sent_at: sentAt?.toISOString() ?? null,
  }
  const who = leadId === null ? null : { id: leadId, email: recipientEmail, ...namesOf(lead) }
  return { type, data: { message, lead: who, ...more }, campaignId }
}

const namesOf = (lead: MessageContent['lead']) => ({
  first_name: lead?.['first_name'] ?? null,
  last_name: lead?.['last_name'] ?? null,
  company: lead?.['company'] ?? null,
})
