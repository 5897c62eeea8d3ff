import { OPTED_OUT } from '../../errors.ts'
import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { BulkJob } from '../../db/verify/bulk-store.ts'
import type { BulkTally } from '../../db/verify/bulk-kinds-store.ts'
import { isOneWord, readAddress } from '../../lib/addresses/address-syntax.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { emailsOrJob, MAX_TOOL_PAGE, SHOWN_STATUSES, VerifyEmailsInput } from './bulk-input.ts'
import { BulkRow, FollowedState, followedState } from './bulk-output.ts'
import { capability } from '../capability/capability.ts'
import { countOfEach } from '../capability/count-of-each.ts'
import type { Answer } from '../capability/capability.ts'
import { followList, moreToCome } from '../capability/follow-list.ts'
import { creditsLeft, rounded } from '../billing/credits.ts'
import { bulkResults } from './get-bulk-results.ts'
import { addressesOf, findBulk, startBulk } from './bulk-verifications.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'

const Summary = countOfEach(SHOWN_STATUSES)
type Summary = z.output<typeof Summary>

const VerifyEmailsOutput = z.object({
  // Longer entries that are not addresses stand in `given`, cut, so that a model does not take a sentence for an address.
  data: z.object({ results: z.array(BulkRow.extend({ given: z.string().optional() })) }),
  meta: z.object({
    ...FollowedState.shape,
    summary: Summary,
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
})
type VerifyEmailsOutput = z.output<typeof VerifyEmailsOutput>

/** Whether some addresses can receive mail: waits for a while, then returns what is finished, with an id to continue with. */
export const VerifyEmails = capability({
  name: 'verify_emails',
  group: 'email_verifier',
  scope: 'read',
  input: VerifyEmailsInput,
  output: VerifyEmailsOutput,
  check: emailsOrJob,
  run: verifyEmails,
})

async function verifyEmails(
  call: Call,
  { job_id, status: wanted, limit = MAX_TOOL_PAGE, offset = 0, max_credits: maxCredits, ...chosen }: VerifyEmailsInput,
): Promise<VerifyEmailsOutput & Answer> {
  const before =
    job_id === undefined
      ? await startBulk(call, await addressesOf(call, chosen), { maxCredits: maxCredits ?? null })
      : await findBulk(call, job_id)
  const job = await followList(call, before, () => findBulk(call, before.id), 'addresses checked')
  const { id, total } = job
  const summary = summaryOf(job, await call.store.bulkKinds.tally(call.principal.accountId, id))
  const page = { limit, offset }
  return {
    data: {
      results: limit === 0 ? [] : (await bulkResults(call, id, page, wanted && kindsOf(wanted))).map(withGiven),
    },
    meta: {
      ...followedState(job),
      summary,
      results: wanted === undefined ? total : wanted.reduce((sum, kind) => sum + summary[kind], 0),
      ...page,
    },
    credits: { charged: rounded(job.creditsCharged - before.creditsCharged), remaining: await creditsLeft(call) },
    ...moreToCome(job),
  }
}

const MAX_GIVEN = 80

/** Moves what is neither an address nor a word to `given`. */
const withGiven = (row: BulkRow): BulkRow & { given?: string } =>
  row.email === null || readAddress(row.email).kind !== 'none' || isOneWord(row.email)
    ? row
    : { ...row, email: null, given: row.email.slice(0, MAX_GIVEN).toWellFormed() }

/** Entries that are not addresses count as invalid; addresses whose owners opted out count as not checked. */
const COUNTED_AS: Readonly<Record<string, readonly string[]>> = {
  invalid: ['invalid', 'no_address'],
  not_checked: ['not_checked', OPTED_OUT, 'too_many_requests'],
}

const kindsOf = (statuses: readonly string[]): string[] =>
  statuses.flatMap((status) => ownValue(COUNTED_AS, status) ?? [status])

/** How many have each outcome. Once the list has ended, open ones count as not checked. */
function summaryOf(job: BulkJob, tally: BulkTally): Summary {
  const open = { not_checked: isUnfinished(job) ? 0 : job.total - job.done }
  const count = (kind: string): number => ownValue(tally, kind) ?? ownValue(open, kind) ?? 0
  const counts = SHOWN_STATUSES.map((status) => [status, kindsOf([status]).reduce((sum, kind) => sum + count(kind), 0)])
  return Summary.parse(Object.fromEntries(counts))
}
