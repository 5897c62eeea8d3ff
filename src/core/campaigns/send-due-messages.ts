import type { DueMailbox } from '../../db/campaigns/outbox-store.ts'
import { leaseReply, sendReply } from '../conversations/send-replies.ts'
import { tokenFor } from '../grants/token-for.ts'
import { leaseMessage, sendLeased } from './send-message.ts'
import type { SendingNeeds } from './sending-needs.ts'

/** Mailboxes that one process sends from at the same time. */
const MAILBOXES_AT_ONCE = 8
const MAILBOXES_A_LOOK = 500
/** Messages that a mailbox without a gap sends before others get their turn, all in one session with the mail server. */
const A_TURN = 20

/**
 * Sends what is due, as far as windows, limits and gaps allow. Any number of processes may do so at once.
 * @returns how many messages were sent.
 */
export const sendDueMessages = (context: SendingNeeds): Promise<number> =>
  context.presence.during(sendRounds(context, context.stopping.signal))

async function sendRounds(context: SendingNeeds, signal: AbortSignal): Promise<number> {
  const { store, presence, log } = context
  const left = (await store.outbox.sweepAbandoned()) + (await store.replyOutbox.sweepAbandoned())
  if (left > 0) log.warn({ messages: left }, 'Messages from a process that died may or may not have been sent.')
  for (let sent = 0; ;) {
    const mailboxes = await dueMailboxes(context)
    if (mailboxes.length === 0 || signal.aborted) return sent
    const workerId = await presence.enter()
    const round = await sendFromAll(context, workerId, mailboxes, signal)
    sent += round.sent
    if (round.leased === 0) return sent
  }
}

/** Replies do not wait for their mailbox's gap, because people are waiting for them. */
async function dueMailboxes({ store, clock }: SendingNeeds): Promise<DueMailbox[]> {
  const now = clock.now()
  const [replying, sending] = await Promise.all([
    store.replyOutbox.mailboxesDue(now, MAILBOXES_A_LOOK),
    store.outbox.mailboxesDue(now, MAILBOXES_A_LOOK),
  ])
  const answers = new Set(replying.map(({ id }) => id))
  return [...replying, ...sending.filter(({ id }) => !answers.has(id))]
}

async function sendFromAll(context: SendingNeeds, workerId: string, mailboxes: DueMailbox[], signal: AbortSignal) {
  const waiting = [...mailboxes]
  const total = { sent: 0, leased: 0 }
  const sender = async () => {
    for (let mailbox = waiting.shift(); mailbox !== undefined; mailbox = waiting.shift()) {
      const { sent, leased } = await sendFrom(context, workerId, mailbox, signal)
      total.sent += sent
      total.leased += leased
      if (leased === A_TURN) waiting.push(mailbox)
    }
  }
  // A failure waits until the others have finished: messages they are sending would otherwise count as abandoned.
  const ended = await Promise.allSettled(Array.from({ length: MAILBOXES_AT_ONCE }, sender))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return total
}

/** Sends one message after another, until the mailbox's gap, its window or the end of its turn stops it. */
async function sendFrom(context: SendingNeeds, workerId: string, mailbox: DueMailbox, signal: AbortSignal) {
  const count = { sent: 0, leased: 0 }
  while (count.leased < A_TURN && !signal.aborted) {
    if (!(await hasLogin(context, mailbox))) return count
    const send = await nextOf(context, workerId, mailbox)
    if (send === null) return count
    count.leased += 1
    if (await sendOrAbandon(context, workerId, send)) count.sent += 1
  }
  return count
}

/** Leases what to send next, replies before messages. @returns a function that sends it; null if nothing may be sent now. */
async function nextOf(
  context: SendingNeeds,
  workerId: string,
  mailbox: DueMailbox,
): Promise<(() => Promise<boolean>) | null> {
  const reply = await leaseReply(context, workerId, mailbox)
  if (reply !== null) return () => sendReply(context, reply)
  const lease = await leaseMessage(context, workerId, mailbox)
  return lease === null ? null : () => sendLeased(context, lease)
}

/** If the provider issues no token, messages stay as they are: none is leased that cannot be sent. */
async function hasLogin(context: SendingNeeds, { accountId, id, auth }: DueMailbox): Promise<boolean> {
  return auth === 'password' || (await tokenFor(context, { accountId, mailboxId: id })).outcome === 'token'
}

/** If the result cannot be stored, the message is abandoned: other processes then mark it as uncertain. */
async function sendOrAbandon(context: SendingNeeds, workerId: string, send: () => Promise<boolean>): Promise<boolean> {
  try {
    return await send()
  } catch (error) {
    context.log.error({ err: error, workerId }, 'The outcome of a message could not be recorded.')
    await context.presence.abandon(workerId)
    throw error
  }
}
