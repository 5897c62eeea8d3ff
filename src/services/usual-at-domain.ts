import type { Stores } from '../db/stores.ts'
import { CALIBRATION, readCalibration } from '../engine/find/calibration-map.ts'
import type { CalibrationTable, StoredCalibration } from '../engine/find/calibration-map.ts'
import type { Reliability } from '../engine/find/own-calibration.ts'
import type { Usual } from '../engine/find/pattern-learner.ts'
import { groupsOf, usualAt } from '../engine/find/usual-patterns.ts'
import type { PatternCounts } from '../engine/find/usual-patterns.ts'
import { HOUR_MS } from '../lib/process/clock.ts'

export const USUAL_PATTERNS_SETTING = 'usual_patterns'
export const CALIBRATION_SETTING = 'finder_calibration'
/** They change once a night. */
const KEPT_MS = HOUR_MS

/** What was learned overnight about how reliable guesses are. */
export interface KeptCalibration {
  /** Null if the bundled table is used, or if there is too little to learn from. */
  table: StoredCalibration | null
  /** On domains that the table was not fitted to; empty if there are too few. */
  reliability: Reliability[]
  /** How many there were: people whose addresses are certain, and their domains. */
  people: number
  domains: number
  /** How many of both are needed. */
  needed: { readonly people: number; readonly domains: number }
}

/** What is usual at domains, and how reliable guesses are; reread once an hour. */
export interface UsualPatterns {
  /** What to expect at a domain about which nothing is known yet. */
  at: (domain: string) => Promise<Usual>
  calibration: () => Promise<CalibrationTable>
}

export function createUsualPatterns({
  settings,
  companiesSearch,
}: Pick<Stores, 'settings' | 'companiesSearch'>): UsualPatterns {
  const counts = keptFor(async () => ((await settings.get(USUAL_PATTERNS_SETTING)) ?? {}) as PatternCounts)
  const calibration = keptFor(async () => {
    const kept = (await settings.get(CALIBRATION_SETTING)) as KeptCalibration | undefined
    return kept?.table ? readCalibration(kept.table) : CALIBRATION
  })
  const at = async (domain: string): Promise<Usual> => {
    const [known, traits] = await Promise.all([counts(), companiesSearch.traits([domain])])
    return usualAt(known, groupsOf(domain, traits.get(domain)))
  }
  return { at, calibration }
}

/** Rereads a value that is too old. */
function keptFor<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Value; until: number } | null = null
  return async () => {
    if (kept === null || kept.until <= performance.now())
      kept = { value: await read(), until: performance.now() + KEPT_MS }
    return kept.value
  }
}
