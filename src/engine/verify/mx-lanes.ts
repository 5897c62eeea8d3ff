/** Turns at the mail servers of one operator, so that all of Quarry together stays polite. */
export interface Lanes {
  /**
   * Waits for a turn at the servers of a group.
   * @returns `resting` when the group is not asked now because it refused us lately; `out_of_time` when the signal came first.
   */
  enter: (group: string, options: { signal: AbortSignal; priority: 'interactive' | 'bulk' }) => Promise<LaneEntry>
}

export type LaneEntry =
  | { outcome: 'entered'; leave: (report: LaneReport) => Promise<void> }
  | { outcome: 'resting'; because: 'rate_limited' | 'blocked' }
  | { outcome: 'out_of_time' }

/** How a session went, for the manners of the next ones. */
export type LaneReport = 'clean' | 'deferred' | 'rate_limited' | 'blocked' | 'unreachable'
