import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { RiskNeeds } from '../verify/bounce-risks.ts'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { bounceRisks } from '../verify/bounce-risks.ts'
import { verdictOfFound } from './found-risk.ts'
import { optedOutTexts } from '../verify/get-bulk-results.ts'
import { describeFound, FindRowsOutput } from './find-job-output.ts'
import type { FindRow } from './find-job-output.ts'
import { FindJobIdInput, findJob, finding } from './people-searches.ts'
import { FIND_STATUSES, statusField } from './find-people-input.ts'
import type { FindStatus } from './find-people-input.ts'

const MAX_PAGE = 1_000
const DEFAULT_PAGE = 100

/** What was found for the people of a list, in its order. */
export const GetFindRows = capability({
  ...finding,
  name: 'get_people_search_rows',
  input: z.object({
    ...FindJobIdInput.shape,
    status: statusField,
    ...pageFields('rows', { max: MAX_PAGE, byDefault: DEFAULT_PAGE }),
    format: choiceField(
      ['json', 'csv'],
      'wrong_params',
      'format must be json or csv.',
      'json (default) or csv; the Accept header can say so too.',
    ),
  }),
  output: FindRowsOutput,
  run: async (call, { id = 0, status: wanted, limit = DEFAULT_PAGE, offset = 0 }) => {
    const { total, status, done } = await findJob(call, id)
    const summary = await summaryOf(call, id)
    const rows = await foundRows(call, id, { limit, offset, statuses: wanted ?? null })
    return { data: { rows }, meta: { results: countWith(summary, total, wanted), limit, offset, status, done } }
  },
})

/** A page of rows in the list's order, with certain statuses or with any. */
export async function foundRows(
  call: OptoutNeeds & RiskNeeds & Part<'principal', 'findJobs'>,
  id: number,
  page: { limit: number; offset: number; statuses: readonly string[] | null },
): Promise<FindRow[]> {
  const rows = await call.store.findJobs.rows(call.principal.accountId, id, page)
  const isOptedOut = await optedOutTexts(
    call,
    rows.flatMap(({ email }) => (email === null ? [] : [{ email }])),
  )
  const shown = rows.map((row) => describeFound(row, row.email !== null && isOptedOut(row.email)))
  return withRisks(call, shown)
}

/** How an address was derived is not stored, so a guess counts as based on the domain's pattern. */
async function withRisks(call: RiskNeeds & Pick<Call, 'principal'>, rows: FindRow[]): Promise<FindRow[]> {
  const found = rows.filter(({ email }) => email !== null)
  const risks = await bounceRisks(
    call,
    call.principal.accountId,
    found.map(({ email, verification }) => ({
      email: email ?? '',
      status: verdictOfFound(verification),
      evidence: 'pattern',
    })),
  )
  const riskOf = new Map(found.map((row, index) => [row, risks[index] ?? null]))
  return rows.map((row) => (riskOf.has(row) ? { ...row, risk: riskOf.get(row) ?? null } : row))
}

export type FindSummary = Record<FindStatus, number>

/** How many people of a job have each outcome; open rows are not counted. */
export async function summaryOf(call: Part<'principal', 'findJobs'>, id: number): Promise<FindSummary> {
  const tally = await call.store.findJobs.tally(call.principal.accountId, id)
  return Object.fromEntries(FIND_STATUSES.map((status) => [status, tally.get(status) ?? 0])) as FindSummary
}

/** How many rows have certain statuses, or how many there are. */
export const countWith = (summary: FindSummary, total: number, statuses: readonly FindStatus[] | undefined): number =>
  statuses === undefined ? total : statuses.reduce((sum, status) => sum + summary[status], 0)
