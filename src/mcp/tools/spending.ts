import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { saying } from '../../lib/input/input-fields.ts'
import type { CallEstimate, Spending, Tool, ToolAnswer } from './define-tool.ts'
import type { PublishedSchema } from './publish-schema.ts'

/** The one argument that all spending tools share: what a call may cost; 0 asks for the price. */
export const MAX_CREDITS = 'max_credits'

/** A job that may cost more does not begin without the caller's explicit limit. */
const LARGE_JOB_CREDITS = 25

export const maxCreditsSchema = ({ isJob }: Spending): PublishedSchema => ({
  type: 'number',
  description:
    isJob === true
      ? `Credits after which the work stops; 0 only returns the price. Needed above ${LARGE_JOB_CREDITS}.`
      : 'Highest price to accept; 0 only returns the price.',
})

/**
 * Checks that a call stays within `max_credits` before anything is done.
 * @returns the answer that states the price instead, or the arguments to continue with.
 * @throws AppError `wrong_params` for a limit that is not a number of credits.
 */
export async function withinBudget(
  { spends }: Tool,
  call: Call,
  args: Record<string, unknown>,
): Promise<{ told: ToolAnswer } | { args: Record<string, unknown> }> {
  if (spends === undefined) return { args }
  const { [MAX_CREDITS]: limit, ...others } = args
  if (limit !== undefined && (typeof limit !== 'number' || limit < 0))
    throw new AppError('wrong_params', saying('max_credits must be a number of at least 0.', limit), {
      field: MAX_CREDITS,
    })
  if (limit === undefined && spends.isJob !== true) return { args: others }
  const estimate = await spends.estimate(call, others)
  if (estimate === null) return { args: others }
  const isTold =
    spends.isJob === true
      ? limit === 0 || (limit === undefined && estimate.at_most > LARGE_JOB_CREDITS)
      : estimate.at_most > (limit ?? Infinity) || limit === 0
  if (isTold) {
    const { daily_left, ...price } = estimate
    const limits = { max_credits: limit, daily_left }
    return { told: { data: null, meta: { performed: false, estimate: { ...price, limits } } } }
  }
  return { args: spends.isJob === true ? args : others }
}

/** The first line of an answer that only states the price. */
export const toldLine = ({ at_most, expected, why, limits }: ToldEstimate): string =>
  `Nothing was done: up to ${at_most} ${at_most === 1 ? 'credit' : 'credits'}, probably ${expected} (${why})` +
  `${limits?.daily_left === undefined ? '' : `; ${limits.daily_left} are left today for this connection`}. ` +
  `To go ahead, send max_credits ${at_most}.`

interface ToldEstimate extends CallEstimate {
  limits?: { max_credits?: number; daily_left?: number }
}
