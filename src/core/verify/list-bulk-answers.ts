import { z } from 'zod'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { capability } from '../capability/capability.ts'
import { countOfEach } from '../capability/count-of-each.ts'
import { BulkIdInput, DEFAULT_PAGE } from './bulk-input.ts'
import { BulkRow, describeJob, ShownJob } from './bulk-output.ts'
import { findBulk, listVerification } from './bulk-verifications.ts'
import { describedRows } from './get-bulk-results.ts'

const MAX_ANSWERS = 1_000

/** The possible outcomes of an answer, as the tally of a list counts them. */
export const BULK_KINDS = [
  'valid',
  'accept_all',
  'webmail',
  'disposable',
  'unknown',
  'invalid',
  'no_address',
  ...BulkRow.shape.error.unwrap().options,
] as const
export type BulkKind = (typeof BULK_KINDS)[number]

const Tally = countOfEach(BULK_KINDS)

/** The answers of a list with one outcome, in the list's order, with their places in it and all counts. */
export const ListBulkAnswers = capability({
  ...listVerification,
  name: 'list_bulk_answers',
  input: z.object({
    ...BulkIdInput.shape,
    kind: choiceField(
      BULK_KINDS,
      'wrong_params',
      `kind must be one of ${BULK_KINDS.join(', ')}.`,
      'Only results of this kind; no_address is an entry that is not an email address.',
    ),
    ...pageFields('answers', { max: MAX_ANSWERS, byDefault: DEFAULT_PAGE }),
  }),
  output: z.object({
    data: z.object({ job: ShownJob, tally: Tally, answers: z.array(BulkRow.extend({ place: z.int().min(1) })) }),
    meta: z.object({ results: z.int(), limit: z.int(), offset: z.int() }),
  }),
  run: async (call, { id = 0, kind = null, limit = DEFAULT_PAGE, offset = 0 }) => {
    const job = await findBulk(call, id)
    const { accountId } = call.principal
    const counted = await call.store.bulkKinds.tally(accountId, id)
    const tally = Object.fromEntries(BULK_KINDS.map((each) => [each, ownValue(counted, each) ?? 0])) as Record<
      BulkKind,
      number
    >
    const rows = await call.store.bulkKinds.page({ accountId, jobId: id }, { kind, limit, offset })
    const described = await describedRows(call, rows)
    const answers = rows.flatMap(({ position }, index) => {
      const answer = described[index]
      return answer === undefined ? [] : [{ ...answer, place: position + 1 }]
    })
    return {
      data: { job: describeJob(job), tally, answers },
      meta: { results: kind === null ? job.total : (ownValue(tally, kind) ?? 0), limit, offset },
    }
  },
})
