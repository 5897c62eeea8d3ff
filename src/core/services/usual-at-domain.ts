import type { Stores } from '../../db/stores.ts'
import type { Usual } from '../../engine/find/pattern-learner.ts'
import { usualAt } from '../../engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../engine/find/usual-patterns.ts'
import { HOUR_MS } from '../../lib/process/clock.ts'

export const USUAL_PATTERNS_SETTING = 'usual_patterns'
/** They change once a night. */
const KEPT_MS = HOUR_MS

/** What is usual at domains, read again once an hour. */
export interface UsualPatterns {
  /** What to expect at a domain before anything is known of it. */
  at: (domain: string) => Promise<Usual>
}

export function createUsualPatterns({ settings }: Pick<Stores, 'settings'>): UsualPatterns {
  let kept: { counts: PatternCounts; until: number } | null = null
  return {
    at: async (domain) => {
      if (kept === null || kept.until <= performance.now()) {
        const counts = ((await settings.get(USUAL_PATTERNS_SETTING)) ?? {}) as PatternCounts
        kept = { counts, until: performance.now() + KEPT_MS }
      }
      return usualAt(kept.counts, domain)
    },
  }
}
