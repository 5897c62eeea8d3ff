import type { Call } from '../../context.ts'
import { estimateOf } from '../billing/estimates.ts'
import type { Estimate } from '../billing/estimates.ts'
import { integerOf, listOf } from '../../lib/input/field-kinds.ts'
import { addressesOf } from './bulk-verifications.ts'
import { VERIFICATION_PRICE } from './verify-email.ts'

/**
 * What a list of addresses would cost; null for a job that goes on, which was agreed on when it began.
 * @throws AppError validation_failed for a list of leads that does not exist or holds nobody.
 */
export async function estimateVerifications(
  call: Call,
  { emails, leads_list_id, job_id }: Readonly<Record<string, unknown>>,
): Promise<Estimate | null> {
  if (job_id !== undefined) return null
  const list = integerOf(leads_list_id)
  const most = list === null ? (listOf(emails)?.length ?? 0) : (await addressesOf(call, { leads_list_id: list })).length
  return estimateOf(call, { kind: 'verify_email', price: VERIFICATION_PRICE, most, unit: 'verdict' })
}
