interface Page {
  limit: number
  offset: number
}

/**
 * How many rows there are, by a page of them and a count that was made a moment earlier or later: something may have been added or
 * removed in between, and no answer shows another number of rows than it says there are.
 */
export function settledTotal(counted: number, shown: number, { limit, offset }: Page): number {
  if (shown === limit) return shown === 0 ? counted : Math.max(counted, offset + shown)
  return shown === 0 ? Math.min(counted, offset) : offset + shown
}
