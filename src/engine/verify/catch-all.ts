import type { CatchAllAnswer } from './verification.ts'

/** What is remembered of domains that take mail for anybody. */
export interface CatchAllMemory {
  /** The answer that still holds, or null. */
  find: (domain: string) => Promise<CatchAllAnswer | null>
  keep: (domain: string, answer: Exclude<CatchAllAnswer, 'not_run'>) => Promise<void>
}
