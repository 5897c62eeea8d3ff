import { perform } from '../../src/core/capability/perform.ts'
import { FindEmails } from '../../src/core/search/find-emails.ts'
import { estimateFinds } from '../../src/core/search/find-estimate.ts'
import { CancelFindJob, findJob } from '../../src/core/search/people-searches.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

const WRITING = 'leads_list_name saves the people found.'

export const findEmails = defineTool({
  name: 'find_emails',
  title: 'Find many email addresses',
  description:
    'Find the work addresses of 2 to 500 named people in one job, each checked with the mail server. ' +
    'Use it for more than three people. ' +
    'Not for one person (find_email) or for everybody at a company (domain_search). ' +
    'Costs 1 credit per address found, 0 otherwise; more than 25 needs max_credits. ' +
    `${WRITING} ` +
    'Rows keep their order; status null is still open. ' +
    'If meta.running is true, call again with the job id from meta instead of people.',
  input: FindEmails.input,
  required: [],
  output: FindEmails.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  writes: { arguments: ['leads_list_name'], sentence: WRITING },
  run: (call, raw) => perform(FindEmails, call, raw),
  spends: { estimate: estimateFinds, isJob: true },
  job: { kind: 'find', find: findJob, cancel: (call, id) => perform(CancelFindJob, call, { id }) },
  view: 'people',
  toolAliases: ['find-emails', 'bulk_find'],
  hints: {
    wrong_params: ({ details }) => (details.startsWith('people needs at least') ? 'find_email finds one.' : null),
  },
  firstLine: ({ data, meta }) => `${progressLine(meta)}${unknownLine(data as { rows?: Found[] })}`,
  rows: { at: 'rows', noun: 'people', short: ['ref', 'status', 'email', 'score', 'verification', 'lead_id', 'reason'] },
  untrusted: ['company', 'first_name', 'last_name', 'position'],
})

/** Progress, and why it stopped. */
function progressLine({ credits, ...meta }: Record<string, unknown>): string {
  const { total, done, status, stopped_reason, job_id, next_offset } = meta as Record<string, number | string>
  const { found = 0 } = (meta['summary'] ?? {}) as Record<string, number>
  const next = typeof next_offset === 'number' ? ` More from offset ${next_offset}.` : ''
  if (status === 'stopped') {
    const left = (credits as { remaining: number }).remaining
    const reasons = new Map<unknown, string>([
      ['max_credits', 'max_credits is reached'],
      ['daily_limit', 'the daily limit is reached'],
    ])
    const why = reasons.get(stopped_reason) ?? `${left} ${left === 1 ? 'credit is' : 'credits are'} left`
    return `${found} of ${total} people found; ${Number(total) - Number(done)} not looked up: ${why}.${next}`
  }
  const goOn = status === 'running' || status === 'queued' ? `; call again with job_id ${job_id}` : ''
  return `${found} found of ${done} looked up, ${total} in all${goOn}.${next}`
}

interface Found {
  reason?: string | null
}

/** An unknown company name can be replaced by its domain. */
function unknownLine({ rows = [] }: { rows?: Found[] }): string {
  const count = rows.filter(({ reason }) => reason === 'company_unknown').length
  if (count === 0) return ''
  return ` ${count} of the companies shown ${count === 1 ? 'is' : 'are'} not known by name: send the domain.`
}
