import type { Stores } from '../../db/stores.ts'
import { CALIBRATION, readCalibration } from '../../engine/find/calibration-map.ts'
import type { CalibrationTable, StoredCalibration } from '../../engine/find/calibration-map.ts'
import type { Reliability } from '../../engine/find/own-calibration.ts'
import type { Usual } from '../../engine/find/pattern-learner.ts'
import { groupsOf, usualAt } from '../../engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../engine/find/usual-patterns.ts'
import { HOUR_MS } from '../../lib/process/clock.ts'

export const USUAL_PATTERNS_SETTING = 'usual_patterns'
export const CALIBRATION_SETTING = 'finder_calibration'
/** They change once a night. */
const KEPT_MS = HOUR_MS

/** What a night has taught of how far guesses can be believed. */
export interface KeptCalibration {
  /** Null: the shipped one holds, or there is too little to learn from. */
  table: StoredCalibration | null
  /** On domains that the table has not seen; empty where there is too little. */
  reliability: Reliability[]
  /** Of what there was: people whose addresses are sure, and their domains. */
  people: number
  domains: number
  /** So many of both it takes. */
  needed: { readonly people: number; readonly domains: number }
}

/** What is usual at domains, and how far guesses can be believed; read again once an hour. */
export interface UsualPatterns {
  /** What to expect at a domain before anything is known of it. */
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

/** Reads again when what was read is old. */
function keptFor<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Value; until: number } | null = null
  return async () => {
    if (kept === null || kept.until <= performance.now())
      kept = { value: await read(), until: performance.now() + KEPT_MS }
    return kept.value
  }
}
