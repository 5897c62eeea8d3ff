import type { Part } from '../../context.ts'
import { estimateOf } from '../billing/estimates.ts'
import type { Estimate } from '../billing/estimates.ts'
import { readInput } from '../capability/read-input.ts'
import { addressesOf } from './bulk-verifications.ts'
import { VERIFICATION_PRICE } from './verify-email.ts'
import { VerifyEmails } from './verify-emails.ts'

/**
 * What a list of addresses would cost; null for a job to continue, whose cost was agreed on when it began.
 * @throws AppError wrong_params for what the job itself would refuse, validation_failed for a leads list that does not exist
 * or is empty.
 */
export async function estimateVerifications(
  call: Part<'clock' | 'principal' | 'remembered', 'billing' | 'leadsLists' | 'leadsMembers'>,
  args: Readonly<Record<string, unknown>>,
): Promise<Estimate | null> {
  const { job_id, ...chosen } = readInput(VerifyEmails, args)
  if (job_id !== undefined) return null
  const most = (await addressesOf(call, chosen)).length
  return estimateOf(call, { kind: 'verify_email', price: VERIFICATION_PRICE, most, unit: 'verdict' })
}
