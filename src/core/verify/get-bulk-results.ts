import type { RiskNeeds } from './bounce-risks.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { Call, Part } from '../../context.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { capability } from '../capability/capability.ts'
import { acceptAllOfRow } from '../capability/documented-form.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import type { BulkResult } from '../../db/verify/bulk-store.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { bounceRisks } from './bounce-risks.ts'
import { BulkResultsInput, DEFAULT_PAGE } from './bulk-input.ts'
import { BulkResultsOutput, describeRow } from './bulk-output.ts'
import type { BulkRow } from './bulk-output.ts'
import { findBulk, listVerification } from './bulk-verifications.ts'

export const GetBulkResults = capability({
  ...listVerification,
  name: 'get_bulk_results',
  input: BulkResultsInput,
  output: BulkResultsOutput,
  run: async (call, { id = 0, limit = DEFAULT_PAGE, offset = 0 }) => {
    const { total, status, done } = await findBulk(call, id)
    const results = (await bulkResults(call, id, { limit, offset })).map(acceptAllOfRow)
    return { data: { results }, meta: { results: total, limit, offset, status, done } }
  },
})

/** A page of answers in the list's order, of certain kinds (`not_checked` for open ones) or of any. */
export async function bulkResults(
  call: OptoutNeeds & RiskNeeds & Part<'principal', 'bulk' | 'bulkKinds'>,
  id: number,
  { limit, offset }: { limit: number; offset: number },
  kinds?: readonly string[],
): Promise<BulkRow[]> {
  const { bulk, bulkKinds } = call.store
  const list = { accountId: call.principal.accountId, jobId: id }
  const rows =
    kinds === undefined
      ? await bulk.results(list, offset, limit)
      : await bulkKinds.ofKinds(list, { kinds, limit, offset })
  return describedRows(call, rows)
}

/** Answers as shown, with the risk that the account's own mail suggests. */
export async function describedRows(
  call: OptoutNeeds & RiskNeeds & Pick<Call, 'principal'>,
  rows: readonly BulkResult[],
): Promise<BulkRow[]> {
  const isOptedOut = await optedOutTexts(call, rows)
  const answered = rows.filter((row) => row.settled && row.error === null && !isOptedOut(row.email))
  const questions = answered.map(({ outcome, sources }) => {
    const { email, status } = outcome as Outcome
    return { email, status, evidence: (sources ?? []).length > 0 ? ('published' as const) : ('none' as const) }
  })
  const risks = await bounceRisks(call, call.principal.accountId, questions)
  const riskOf = new Map(answered.map((row, index) => [row, risks[index] ?? null]))
  return rows.map((row) => describeRow(row, isOptedOut(row.email), riskOf.get(row) ?? null))
}

/** Finds out in one query whose owners have opted out, by address or by domain. */
export async function optedOutTexts(
  call: OptoutNeeds & Pick<Call, 'principal'>,
  rows: readonly { email: string }[],
): Promise<(email: string) => boolean> {
  const addresses = new Map<string, EmailAddress>()
  for (const { email } of rows) {
    const reading = readAddress(email)
    if (reading.kind === 'address') addresses.set(email, reading.address)
  }
  const isOptedOut = await optedOutAmong(call, [...addresses.values()])
  return (email) => {
    const address = addresses.get(email)
    return address !== undefined && isOptedOut(address)
  }
}
