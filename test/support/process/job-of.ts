import { z } from 'zod'
import type { JobKind } from '../../../src/lib/process/job-kind.ts'

/** Jobs of this name that carry anything. */
export const kind = (name: string): JobKind<Record<string, unknown>> => ({ name, payload: z.looseObject({}) })
