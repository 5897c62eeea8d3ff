import { z } from 'zod'
import { pageField } from './field-kinds.ts'

/** How many rows a list shows by default. */
export const DEFAULT_ROWS = 20
const MAX_ROWS = 100
/** Deeper than anyone turns pages. */
const MAX_OFFSET = 100_000

/** `limit` and `offset` for a list of `rows`. */
export const pageFields = (
  rows: string,
  { max = MAX_ROWS, byDefault = DEFAULT_ROWS, maxOffset = MAX_OFFSET } = {},
) => ({
  limit: pageField({
    name: 'limit',
    min: 1,
    max,
    default: byDefault,
    description: `How many ${rows} to show, 1 to ${max}. Default ${byDefault}.`,
  }),
  offset: pageField({
    name: 'offset',
    min: 0,
    max: maxOffset,
    default: 0,
    description: `How many ${rows} to skip. Default 0.`,
  }),
})

/** What an answer says of the page it shows. */
export const ShownPage = z.object({ total: z.int(), limit: z.int(), offset: z.int() })
