import type { z } from 'zod'
import { integer } from './environment-kinds.ts'

/** How long data is kept, in the order of `.env.example`. */
export const retentionVariables = {
  QUARRY_RETENTION_DAYS: integer(730, 1),
  QUARRY_CHARGES_KEPT_DAYS: integer(92, 62),
  QUARRY_ANSWERS_DAYS: integer(365, 0),
}

export interface RetentionConfig {
  retentionDays: number
  /** How long single charges are kept; the totals of their periods stay. */
  chargesKeptDays: number
  /** How long the texts of answers are kept; 0 keeps none. */
  answersDays: number
}

type RetentionEnvironment = z.output<z.ZodObject<typeof retentionVariables>>

export const retentionConfig = (env: RetentionEnvironment): RetentionConfig => ({
  retentionDays: env.QUARRY_RETENTION_DAYS,
  chargesKeptDays: env.QUARRY_CHARGES_KEPT_DAYS,
  answersDays: env.QUARRY_ANSWERS_DAYS,
})
