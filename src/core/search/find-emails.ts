import { z } from 'zod'
import type { Call } from '../../context.ts'
import { creditsLeft, rounded } from '../billing/credits.ts'
import { capability } from '../capability/capability.ts'
import { countOfEach } from '../capability/count-of-each.ts'
import type { Answer } from '../capability/capability.ts'
import { followList, moreToCome } from '../capability/follow-list.ts'
import { FindRow } from './find-job-output.ts'
import { FollowedState, followedState } from '../verify/bulk-output.ts'
import { findJob, finding, startFinding } from './people-searches.ts'
import { MAX_TOOL_PAGE } from '../verify/bulk-input.ts'
import { FIND_STATUSES, FindEmailsInput, peopleOrJob } from './find-people-input.ts'
import { countWith, foundRows, summaryOf } from './people-search-rows.ts'

const FindEmailsOutput = z.object({
  data: z.object({ rows: z.array(FindRow) }),
  meta: z.object({
    ...FollowedState.shape,
    summary: countOfEach(FIND_STATUSES),
    leads_list_id: z.int().optional(),
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
})
type FindEmailsOutput = z.output<typeof FindEmailsOutput>

/** The addresses of many people: waits for a while, then returns what was found, with an id to continue with. */
export const FindEmails = capability({
  ...finding,
  name: 'find_emails',
  input: FindEmailsInput,
  output: FindEmailsOutput,
  check: peopleOrJob,
  run: findEmails,
})

async function findEmails(call: Call, input: FindEmailsInput): Promise<FindEmailsOutput & Answer> {
  const { people, job_id, leads_list_name, max_credits: maxCredits = null, status: wanted } = input
  const { limit = MAX_TOOL_PAGE, offset = 0 } = input
  const options = { maxCredits, leadsListName: leads_list_name ?? null }
  const before =
    job_id === undefined ? await startFinding(call, people?.people ?? [], options) : await findJob(call, job_id)
  const job = await followList(call, before, () => findJob(call, before.id), 'people looked up')
  const { id, total, leadsListId } = job
  const summary = await summaryOf(call, id)
  const page = { limit, offset, statuses: wanted ?? null }
  return {
    data: { rows: limit === 0 ? [] : await foundRows(call, id, page) },
    meta: {
      ...followedState(job),
      summary,
      ...(leadsListId !== null && { leads_list_id: leadsListId }),
      results: countWith(summary, total, wanted),
      limit,
      offset,
    },
    credits: { charged: rounded(job.creditsCharged - before.creditsCharged), remaining: await creditsLeft(call) },
    ...moreToCome(job),
  }
}
