import { GetAccount } from '../../src/core/accounts/get-account.ts'
import { rounded } from '../../src/core/billing/credits.ts'
import type { Day } from '../../src/core/billing/credits.ts'
import { UNLIMITED_CREDITS } from '../../src/core/billing/usage.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const getAccount = defineTool({
  name: 'get_account',
  title: 'Show account and usage',
  description:
    "Show this account's plan, the credits used and allowed in the current period, and when it ends. " +
    'Use it before a large job to see what would be left. Not for facts about other companies (domain_search). Free. ' +
    'available is the whole allowance, not what is left; meta.scopes and meta.toolsets say what this connection may do.',
  input: GetAccount.input,
  required: [],
  output: GetAccount.output,
  untrusted: ['label', 'problem'],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(GetAccount, call, raw),
  toolAliases: ['account', 'get-account', 'Get-Account'],
  firstLine: ({ data, meta }) =>
    `${balanceLine(data as Shown)}${dayLine(meta['daily_credits'] as Day | undefined)}${jobsLine(data as Shown)}`,
  always: true,
  showsRights: true,
})

const dayLine = (day: Day | undefined): string =>
  day === undefined ? '' : ` ${day.left} of ${day.limit} are left today for this connection.`

interface Shown {
  plan_name: string
  reset_date: string
  requests: { credits: { used: number; available: number } }
  included?: { jobs?: readonly { status: string }[] | undefined }
}

/** The number of open jobs, for callers who lost the id of one. */
function jobsLine({ included }: Shown): string {
  const count = included?.jobs?.filter(({ status }) => status === 'queued' || status === 'running').length
  return count === undefined ? '' : ` ${count} open ${count === 1 ? 'job' : 'jobs'}.`
}

function balanceLine({ plan_name, reset_date, requests: { credits } }: Shown): string {
  if (credits.available >= UNLIMITED_CREDITS) return `Plan ${plan_name}: no credit limit; ${credits.used} used.`
  const left = rounded(Math.max(0, credits.available - credits.used))
  return `Plan ${plan_name}: ${left} of ${credits.available} credits left until ${reset_date}.`
}
