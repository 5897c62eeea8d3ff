import type { SentMessage } from '../../db/campaigns/mail-events-store.ts'
import { LINK_PATHS, readToken, TEST_MESSAGE_ID } from '../../engine/send/signed-link.ts'
import type { SignedLink } from '../../engine/send/signed-link.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { recordClick, recordOpen, recordUnsubscribe } from './mail-events.ts'
import type { AnswerNeeds } from './answer-needs.ts'

/** What happens when somebody follows a link in an email: the tracking picture, a counted link, unsubscribing. */

export { LINK_PATHS }

/** Mail providers fetch for all their users from a few addresses. */
const LINKS_PER_MINUTE = 1_200

/** @throws AppError rate_limit_exceeded */
export async function countLinkRequest(context: AnswerNeeds, client: string): Promise<void> {
  const { factor, status } = context.config.rateLimit
  if (factor === 0) return
  const now = context.clock.now().getTime()
  const minute = Math.floor(now / MINUTE_MS)
  const most = Math.max(1, Math.floor(LINKS_PER_MINUTE * factor))
  const used = await context.rateCounter.count(`client:${client}:links:${minute}`, MINUTE_MS, most)
  if (used <= most) return
  const retryAfterSeconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now) / SECOND_MS))
  throw new AppError('rate_limit_exceeded', `Too many requests. Retry in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
    status,
  })
}

/** @returns false for a token that is not ours. */
export async function openMail(context: AnswerNeeds, token: string, counts: boolean): Promise<boolean> {
  const message = await messageOf(context, readToken(context.linkKey, 'open', token))
  if (message !== null && counts) await recordOpen(context, message)
  return message !== null
}

/** The target of a counted link, as it was in the mail; null for a token that is not ours. */
export async function followLink(context: AnswerNeeds, token: string, counts: boolean): Promise<string | null> {
  const link = readToken(context.linkKey, 'click', token)
  const message = await messageOf(context, link)
  if (message === null || link?.kind !== 'click') return null
  const { position } = link
  const url = await context.store.mailEvents.linkTarget(message.accountId, message.id, position)
  if (url === null || !/^https?:\/\//i.test(url)) return null
  if (counts) await recordClick(context, message, { position, url })
  return url
}

/** Whose link it is: that of an email of a campaign, or of a test that somebody sent to themselves; null if it is not ours. */
export type LinkReader = 'recipient' | 'test' | null

export async function unsubscribeLink(context: AnswerNeeds, token: string): Promise<LinkReader> {
  const link = readToken(context.linkKey, 'unsubscribe', token)
  if (link?.messageId === TEST_MESSAGE_ID) return 'test'
  return (await messageOf(context, link)) === null ? null : 'recipient'
}

/**
 * The account no longer writes to the address. The link of a test does nothing: its reader is the sender.
 * @param by the link on the page, or a mail program (RFC 8058).
 */
export async function followUnsubscribe(
  context: AnswerNeeds,
  token: string,
  by: 'link' | 'one_click',
): Promise<LinkReader> {
  const link = readToken(context.linkKey, 'unsubscribe', token)
  if (link?.messageId === TEST_MESSAGE_ID) return 'test'
  const message = await messageOf(context, link)
  if (message === null) return null
  await recordUnsubscribe(context, message, undefined, by)
  return 'recipient'
}

async function messageOf({ store }: Pick<AnswerNeeds, 'store'>, link: SignedLink | null): Promise<SentMessage | null> {
  return link === null ? null : store.mailEvents.message(link.accountId, link.messageId)
}
