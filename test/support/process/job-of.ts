import { z } from 'zod'
import type { JobKind } from '../../../src/lib/process/job-kind.ts'

/** A kind of job with this name and any payload. */
export const kind = (name: string): JobKind<Record<string, unknown>> => ({ name, payload: z.looseObject({}) })
