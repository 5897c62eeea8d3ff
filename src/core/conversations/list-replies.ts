import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Conversation, LastIncoming } from '../../db/conversations/conversations-store.ts'
import type { MailClass } from '../../db/conversations/keep-mail.ts'
import { AppError } from '../../errors.ts'
import { choicesField, idField } from '../../lib/input/field-kinds.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { capability } from '../capability/capability.ts'
import { conversationFilter } from './conversation-input.ts'
import { findConversation } from './conversations.ts'
import { MAIL_CLASSES } from './mail-classes.ts'

/** What people write; mail from programs is shown only on request. */
const BY_PEOPLE: readonly MailClass[] = ['interested', 'not_now', 'not_interested', 'remove_me', 'other']

const MAX_ROWS = 50
/** How many mailboxes that cannot be read are named. */
const MAX_UNREAD = 5
/** Characters of a text in a list, and in a single conversation. */
const SHORT_TEXT = 2_000
const LONG_TEXT = 8_000

const { campaign_id, since, email, unread } = conversationFilter

const Row = z.object({
  conversation_id: z.int(),
  campaign_id: z.int().nullable(),
  lead_id: z.int().nullable(),
  email: z.string().nullable(),
  direction: z.enum(['in', 'out']),
  class: z.enum(MAIL_CLASSES).nullable(),
  /** For one's own replies. */
  status: z.string().nullable(),
  at: z.string(),
  subject: z.string().nullable(),
  /** Only its new part. */
  text_untrusted: z.string().nullable(),
  attachments: z.array(z.string()),
})

const ListRepliesInput = z.object({
  campaign_id,
  class: choicesField(
    'class',
    MAIL_CLASSES,
    'wrong_params',
    'Only of these classes; when absent, none of out_of_office, auto, bounce and complaint.',
  ),
  since,
  email,
  unread,
  conversation_id: idField('The whole of this conversation, oldest first.'),
  ...pageFields('replies', { max: MAX_ROWS }),
})

/** What people wrote back, newest first; with `conversation_id`, all of one conversation, oldest first. */
export const ListReplies = capability({
  name: 'list_replies',
  group: 'campaigns',
  scope: 'read',
  input: ListRepliesInput,
  output: z.object({
    data: z.array(Row),
    meta: z.object({
      total: z.int(),
      by_class: z.record(z.string(), z.int()),
      /** Mailboxes that cannot be read, whose replies are therefore missing here. */
      unread_mailboxes: z.array(z.object({ mailbox: z.string(), problem: z.string() })).max(MAX_UNREAD),
    }),
  }),
  run: async (call, { conversation_id: id, ...given }) => {
    const found = id === undefined ? await newest(call, given) : await whole(call, id)
    return {
      data: found.rows,
      meta: { ...found.meta, unread_mailboxes: (await unreadMailboxes(call)).slice(0, MAX_UNREAD) },
    }
  },
})

type Filter = Omit<z.output<typeof ListRepliesInput>, 'conversation_id'>

async function newest({ store, principal }: Part<'principal', 'campaigns' | 'conversations'>, given: Filter) {
  const { accountId } = principal
  const campaignId = given.campaign_id ?? null
  if (campaignId !== null && (await store.campaigns.find(accountId, campaignId)) === null)
    throw new AppError('not_found', `There is no campaign with id ${campaignId}.`)
  const { conversations, byClass } = await store.conversations.page(accountId, {
    after: null,
    classes: given.class ?? BY_PEOPLE,
    unread: given.unread ?? null,
    closed: null,
    leadId: null,
    campaignId,
    mailboxId: null,
    email: given.email?.toLowerCase() ?? null,
    query: null,
    since: given.since === undefined ? null : new Date(given.since),
    limit: given.limit ?? 20,
    offset: given.offset ?? 0,
  })
  const last = await store.conversations.lastIncoming(
    accountId,
    conversations.map(({ id }) => id),
  )
  const rows = conversations.map((each) => rowOf(each, last.get(each.id) ?? null, SHORT_TEXT))
  const total = [...byClass.values()].reduce((sum, n) => sum + n, 0)
  return { rows, meta: { total, by_class: Object.fromEntries(byClass) } }
}

async function whole(call: Part<'principal', 'conversations'>, id: number) {
  const conversation = await findConversation(call, id)
  const mails = await call.store.conversations.mails(call.principal.accountId, id)
  const rows = mails.map((mail) => rowOf(conversation, mail, LONG_TEXT))
  const came = Object.groupBy(mails, ({ class: mailClass }) => mailClass ?? 'none')
  const counts = Object.entries(came).filter(([name]) => name !== 'none')
  return {
    rows,
    meta: { total: rows.length, by_class: Object.fromEntries(counts.map(([name, of]) => [name, of.length])) },
  }
}

const rowOf = (
  { id, campaignId, leadId, email, class: known, lastAt, subject }: Conversation,
  mail: LastIncoming | null,
  most: number,
): z.output<typeof Row> => ({
  conversation_id: id,
  campaign_id: campaignId,
  lead_id: leadId,
  // In a list, the person is that of the conversation, for whom a server or service may have written, ...
  email: most === LONG_TEXT && mail?.direction === 'in' ? (mail.from ?? email) : email,
  direction: mail?.direction ?? 'in',
  // ... and so is the class, which a person may have corrected.
  class: most === SHORT_TEXT ? known : (mail?.class ?? null),
  status: mail?.status ?? null,
  at: (mail?.at ?? lastAt).toISOString(),
  subject: mail?.subject ?? subject,
  text_untrusted: mail === null ? null : newPartOf(mail, most),
  attachments: mail?.attachments.map(({ name }) => name ?? '').filter((name) => name !== '') ?? [],
})

/** Without what it quotes, and without an incomplete tag where it is cut. */
const newPartOf = ({ text, quotedAt }: LastIncoming, most: number): string | null =>
  text === null ? null : untrustedText(text.slice(0, quotedAt ?? undefined).replace(/<[^<>]*$/, ''), most).text

const NOT_READ = 'It has no IMAP server, so Quarry does not read it.'

/** Reported so that "no replies" is not confused with "not read". */
async function unreadMailboxes({ store, principal, clock }: Part<'clock' | 'principal', 'mailboxStates'>) {
  const states = await store.mailboxStates.list(principal.accountId, null, clock.now())
  return states
    .filter(({ purpose }) => purpose === 'campaigns')
    .map(({ email: mailbox, imap_problem: said, is_read: isRead }) => ({ mailbox, problem: isRead ? said : NOT_READ }))
    .filter((state): state is { mailbox: string; problem: string } => state.problem !== null)
}
