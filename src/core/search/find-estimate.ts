import type { Part } from '../../context.ts'
import { estimateOf } from '../billing/estimates.ts'
import type { Estimate } from '../billing/estimates.ts'
import { readInput } from '../capability/read-input.ts'
import { FindEmails } from './find-emails.ts'
import { FINDING_PRICE } from './search-person.ts'

/**
 * What a list of people would cost; null for a job to continue, whose cost was agreed on when it began.
 * @throws AppError wrong_params for people who cannot be looked for.
 */
export async function estimateFinds(
  call: Part<'clock' | 'principal' | 'remembered', 'billing'>,
  args: Readonly<Record<string, unknown>>,
): Promise<Estimate | null> {
  const { people, job_id } = readInput(FindEmails, args)
  if (job_id !== undefined) return null
  const most = people?.people.length ?? 0
  return estimateOf(call, { kind: 'find_email', price: FINDING_PRICE, most, unit: 'address found' })
}
