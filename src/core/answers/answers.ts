import { z } from 'zod'
import type { ListedAnswer } from '../../db/campaigns/answers-store.ts'
import { AppError } from '../../errors.ts'
import { booleanField, choiceField, idField, textReader } from '../../lib/input/field-kinds.ts'
import { clearableField } from '../../lib/input/input-fields.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { misplacedAfter } from '../../lib/input/place-field.ts'
import { capability } from '../capability/capability.ts'
import { afterAnswer, ANSWER_KINDS, answerPlaceText } from './answer-place.ts'

/** What came back from campaigns, for people to work through: who answered, whose address bounced, who asked to stop. */

const MAX_NOTE_LENGTH = 2_000

const text = z.string().nullable()
const count = z.int()

const AnswerRow = z.object({
  /** The id of the message that it answers. */
  id: z.int(),
  kind: z.enum(ANSWER_KINDS),
  at: z.iso.datetime(),
  email: z.string(),
  lead: z.object({ id: z.int(), first_name: text, last_name: text, company: text }).nullable(),
  campaign: z.object({ id: z.int(), name: z.string() }),
  message: z.object({ step: z.int(), subject: text, sent_at: text, header_id: text }),
  /** The address of the mailbox that the message was sent from. */
  mailbox: text,
  /** Why the account no longer writes to this address. */
  no_mail: z.enum(['unsubscribed', 'bounced', 'manual', 'complained']).nullable(),
  done_at: text,
  note: text,
})
export type AnswerRow = z.output<typeof AnswerRow>

const kindField = (description: string) =>
  choiceField(ANSWER_KINDS, 'wrong_params', `kind must be one of ${ANSWER_KINDS.join(', ')}.`, description)

const rowOf = (answer: ListedAnswer): AnswerRow => ({
  id: answer.id,
  kind: answer.kind,
  at: answer.at.toISOString(),
  email: answer.email,
  lead:
    answer.leadId === null
      ? null
      : { id: answer.leadId, first_name: answer.firstName, last_name: answer.lastName, company: answer.company },
  campaign: { id: answer.campaignId, name: answer.campaignName },
  message: {
    step: answer.step,
    subject: answer.subject,
    sent_at: answer.sentAt?.toISOString() ?? null,
    header_id: answer.headerId,
  },
  mailbox: answer.mailbox,
  no_mail: answer.noMail,
  done_at: answer.doneAt?.toISOString() ?? null,
  note: answer.note,
})

/** Newest first, across all campaigns; `meta.open` counts by kind what is not done yet. */
export const ListAnswers = capability({
  group: 'campaigns',
  scope: 'read',
  name: 'list_answers',
  input: z.object({
    kind: kindField('What came back: a reply, a bounce, or a request to stop.'),
    open: booleanField('open', 'wrong_params', 'true: only open ones; false: only those marked as done.'),
    campaign_id: idField('Only those for this campaign.'),
    ...pageFields('answers'),
    after: afterAnswer,
  }),
  output: z.object({
    data: z.array(AnswerRow),
    meta: z.object({
      total: count,
      limit: count,
      offset: count,
      /** Leads to the next page, even if answers were marked in the meantime; null at the end. */
      next: text,
      open: z.object({ answered: count, bounced: count, unsubscribed: count }),
      /** When a mailbox was last read; null if none is. */
      last_read_at: text,
    }),
  }),
  check: misplacedAfter,
  run: async ({ store, principal }, input) => {
    const { kind = null, open = null, campaign_id: campaignId = null, limit = DEFAULT_ROWS, offset = 0 } = input
    const { accountId } = principal
    const [{ answers, total, next }, counts, readAt] = await Promise.all([
      store.answers.list(accountId, { kind, open, campaignId, limit, offset, after: input.after ?? null }),
      store.answers.open(accountId),
      store.answers.lastRead(accountId),
    ])
    const place = next === null ? null : answerPlaceText(next)
    const meta = { total, limit, offset, next: place, open: counts, last_read_at: readAt?.toISOString() ?? null }
    return { data: answers.map(rowOf), meta }
  },
})

/** Marks an answer as done or open, and stores a note; parameters not sent change nothing. */
export const MarkAnswer = capability({
  group: 'campaigns',
  scope: 'write',
  name: 'mark_answer',
  input: z.object({
    id: idField('The id of the answer, which is the id of its message.'),
    kind: kindField('Which one, if several things came back for a message. Default: the last.'),
    done: booleanField('done', 'wrong_params', 'Whether it has been dealt with.'),
    note: clearableField<string>(
      { type: 'string', maxLength: MAX_NOTE_LENGTH, description: 'A note; empty removes it.' },
      textReader('note', MAX_NOTE_LENGTH),
    ),
  }),
  output: z.object({ data: AnswerRow, meta: z.object({}) }),
  run: async ({ store, principal, clock }, { id = 0, kind = null, done, note }) => {
    const { accountId, userId } = principal
    const current = (await store.answers.find(accountId, id, kind)) ?? noSuchAnswer(id)
    const isDone = done ?? current.doneAt !== null
    const doneAt = isDone ? (current.doneAt ?? clock.now()) : null
    const marks = { doneAt, note: note === undefined ? current.note : note }
    await store.answers.mark(accountId, current, marks, userId)
    return { data: rowOf({ ...current, ...marks }), meta: {} }
  },
})

function noSuchAnswer(id: number): never {
  throw new AppError('not_found', `There is no answer with id ${id}.`)
}
