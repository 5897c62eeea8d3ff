import { CancelBulk, findBulk } from '../../src/core/verify/bulk-verifications.ts'
import { estimateVerifications } from '../../src/core/verify/verification-estimate.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { VerifyEmails } from '../../src/core/verify/verify-emails.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const verifyEmails = defineTool({
  name: 'verify_emails',
  title: 'Verify many email addresses',
  description:
    'Check whether 2 to 500 email addresses, or those of a leads list, can receive mail, in one job; no mail is sent. ' +
    'Use it to clean a list before saving it or writing to it. ' +
    'Not for a single address (verify_email). ' +
    'Costs 0.5 credit per verdict (valid, invalid, or a server that accepts every address), nothing otherwise. ' +
    'meta.summary counts all; rows keep their order, status null is still open. ' +
    'If meta.running is true, call again with the job id from meta instead of emails.',
  input: VerifyEmails.input,
  required: [],
  output: VerifyEmails.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(VerifyEmails, call, raw),
  spends: { estimate: estimateVerifications, isJob: true },
  job: { kind: 'verify', find: findBulk, cancel: (call, id) => perform(CancelBulk, call, { id }) },
  toolAliases: ['verify-emails', 'bulk_verify'],
  hints: {
    wrong_params: ({ details }) => (details.startsWith('emails needs at least') ? 'verify_email checks one.' : null),
  },
  firstLine: ({ meta }) => progressLine(meta),
  rows: {
    at: 'results',
    noun: 'addresses',
    short: ['email', 'given', 'status', 'score', 'error'],
    capped: { sources: 3 },
  },
  untrusted: ['given'],
})

/** Progress, and why it stopped. */
function progressLine({ credits, summary = {}, ...meta }: Record<string, unknown>): string {
  const { total, done, status, stopped_reason, job_id, next_offset } = meta as Record<string, number | string>
  const next = typeof next_offset === 'number' ? ` More from offset ${next_offset}.` : ''
  if (status === 'stopped') {
    const left = `${(credits as { remaining: number }).remaining} credits are left`
    const limits = new Map([
      ['max_credits', 'max_credits is reached'],
      ['daily_limit', 'the limit for today is reached'],
    ])
    const why = limits.get(String(stopped_reason)) ?? left
    return `${done} of ${total} addresses checked; ${Number(total) - Number(done)} not: ${why}.${next}`
  }
  const { not_checked: unchecked = 0 } = summary as { not_checked?: number }
  const rest = unchecked === 0 ? '' : `; ${unchecked} not, as meta.summary and their rows say`
  const goOn = status === 'running' || status === 'queued' ? `; call again with job_id ${job_id}` : ''
  return `${Number(done) - unchecked} of ${total} addresses checked${rest}${goOn}.${next}`
}
