import { randomUUID } from 'node:crypto'
import type { Part } from '../../context.ts'
import type { ReplyContent, ReplyLease } from '../../db/campaigns/reply-outbox-store.ts'
import { replyReferences, replyText } from '../../engine/answers/written-reply.ts'
import { buildMail } from '../../engine/send/mail-builder.ts'
import type { DkimKey } from '../../engine/send/mail-builder.ts'
import { submitVerdict } from '../../engine/send/submit-verdict.ts'
import type { SubmitVerdict } from '../../engine/send/submit-verdict.ts'
import { problemSentence } from '../mailboxes/connection-problem.ts'
import { stopMailbox } from '../mailboxes/stop-mailbox.ts'
import { dkimKeyContext } from '../mailboxes/mailbox-secrets.ts'
import { saveSent } from '../mailboxes/save-sent.ts'
import type { SentNeeds } from '../mailboxes/save-sent.ts'
import { senderName } from '../mailboxes/sender-name.ts'
import { maySendFrom, SENDER_NOT_ALLOWED } from '../mailboxes/sending-policy.ts'
import { orLater, storeOutcome } from '../mailboxes/send-outcome.ts'
import { isNoToken, submitFrom } from '../mailboxes/submit-from.ts'
import type { SubmitNeeds, SubmitResult } from '../mailboxes/submit-from.ts'
import { optoutDigest, optoutDomains } from '../optouts/optout-digests.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'

/** What sending replies needs. */
export type ReplyNeeds = OptoutNeeds &
  SubmitNeeds &
  SentNeeds &
  Part<'clock' | 'config' | 'log' | 'presence' | 'secrets' | 'stopping', 'outboxResults' | 'replyOutbox'>

/** Leases a mailbox's next reply; null if there is none to send at the moment. */
export const leaseReply = (
  { store, clock, optoutKey }: ReplyNeeds,
  workerId: string,
  mailbox: { accountId: number; id: number },
): Promise<ReplyLease | null> =>
  store.replyOutbox.leaseNext(workerId, mailbox, clock.now(), {
    optoutNames: (email) => ({
      digest: optoutDigest(optoutKey, email),
      domains: optoutDomains(email.slice(email.lastIndexOf('@') + 1)),
    }),
    newId: (email) => `<${randomUUID()}@${email.slice(email.lastIndexOf('@') + 1)}>`,
  })

/** Sends a leased reply and stores the outcome. @returns whether it was sent. */
export async function sendReply(context: ReplyNeeds, lease: ReplyLease): Promise<boolean> {
  const { replyOutbox } = context.store
  const made = await orLater(context, lease, {
    work: () => make(context, lease),
    release: (dueAt) => replyOutbox.release(lease, dueAt, null),
  })
  if (made === null) return false
  const { content, raw } = made
  const envelope = { from: content.mailbox.email, to: content.to }
  const outcome = await submitFrom(context, { ...lease, ...content }, { envelope, raw })
  const isSent = await storeOutcome(context, () => settle(context, lease, outcome))
  if (isSent) await saveSent(context, lease, raw)
  return isSent
}

/** Everything before a server is contacted. @returns null if it never is, which has then been stored. */
async function make(context: ReplyNeeds, lease: ReplyLease): Promise<{ content: ReplyContent; raw: Buffer } | null> {
  const content = await context.store.replyOutbox.content(lease)
  if (content === null) return fail(context, lease, 'Its text or mailbox no longer exists.')
  if (!maySendFrom(context, content.mailbox.email)) return fail(context, lease, SENDER_NOT_ALLOWED)
  const raw = await compose(context, lease, content)
  return raw === null ? fail(context, lease, 'The reply could not be composed.') : { content, raw }
}

/** Stores what the server did with a reply. May be repeated. */
async function settle(context: ReplyNeeds, lease: ReplyLease, outcome: SubmitResult): Promise<boolean> {
  const { store, clock } = context
  if (isNoToken(outcome)) {
    await store.replyOutbox.putBack(lease)
    return false
  }
  const verdict = submitVerdict(outcome, lease.attempts)
  if (verdict.next === 'sent') return store.replyOutbox.sent(lease, clock.now(), verdict.replyCode)
  return notSent(context, lease, verdict)
}

/** Plain text with the mail it answers; nothing is tracked, and a personal reply needs no unsubscribe link. */
async function compose(context: ReplyNeeds, lease: ReplyLease, content: ReplyContent): Promise<Buffer | null> {
  const { mailbox, answered, text, quotes, to, subject } = content
  const quoted = quotes && answered.text !== null ? { ...answered, text: answered.text } : null
  try {
    const { raw } = await buildMail({
      from: { name: senderName(mailbox), address: mailbox.email },
      to: { name: null, address: to },
      subject,
      format: 'text',
      body: replyText({ text, signature: mailbox.signature, quoted }),
      signature: null,
      messageId: lease.headerId,
      references: replyReferences(answered.answers, answered.headerId),
      date: context.clock.now(),
      unsubscribeUrl: null,
      showUnsubscribe: null,
      pixelUrl: null,
      linkUrl: null,
      dkim: dkimOf(context, lease, content),
    })
    return raw
  } catch (error) {
    context.log.error({ err: error, accountId: lease.accountId, replyId: lease.id }, 'A reply could not be composed.')
    return null
  }
}

function dkimOf(
  { secrets }: Pick<ReplyNeeds, 'secrets'>,
  { accountId, mailboxId }: ReplyLease,
  { mailbox, dkimKeySealed }: ReplyContent,
): DkimKey | null {
  const { dkim_domain: domain, dkim_selector: selector } = mailbox
  if (dkimKeySealed === null || domain === null || selector === null) return null
  return { domain, selector, privateKey: secrets.open(dkimKeySealed, dkimKeyContext(accountId, mailboxId)) }
}

async function notSent(
  context: ReplyNeeds,
  lease: ReplyLease,
  verdict: Exclude<SubmitVerdict, { next: 'sent' }>,
): Promise<false> {
  const { store, clock } = context
  const { replyOutbox, outboxResults } = store
  const { accountId, mailboxId } = lease
  const now = clock.now()
  if (verdict.next === 'uncertain') await replyOutbox.uncertain(lease, verdict.problem)
  if (verdict.next === 'fail') await replyOutbox.fail(lease, verdict)
  if (verdict.next === 'rest') {
    await outboxResults.restMailbox(accountId, mailboxId, now)
    await replyOutbox.putBack(lease)
  }
  if (verdict.next !== 'retry') return false
  await replyOutbox.release(lease, new Date(now.getTime() + verdict.waitMs), verdict.replyCode)
  if (verdict.problem !== null) await stopMailbox(context, lease, problemSentence('smtp', verdict.problem))
  return false
}

async function fail({ store }: ReplyNeeds, lease: ReplyLease, problem: string): Promise<null> {
  await store.replyOutbox.fail(lease, { problem, replyCode: null })
  return null
}
