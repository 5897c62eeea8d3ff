import { field, isAbsent, read, refuse } from '../../lib/input/input-fields.ts'

const MOST_CREDITS = 1_000_000
const WRONG_CREDITS = `daily_credits must be a number from 0 (no limit) to ${MOST_CREDITS}.`

/** What a key or a connected app may spend per day (UTC), rounded to two decimals; 0 means no limit of its own. */
export const dailyCreditsField = field<number>(
  {
    type: 'number',
    minimum: 0,
    maximum: MOST_CREDITS,
    description: 'Maximum credits per day; 0 for no separate limit.',
  },
  (raw) => {
    const credits = isAbsent(raw) || typeof raw === 'object' ? Number.NaN : Number(raw)
    return credits >= 0 && credits <= MOST_CREDITS
      ? read(Math.round(credits * 100) / 100)
      : refuse('wrong_params', WRONG_CREDITS)
  },
)
