import { z } from 'zod'

/** A kind of background work: the name of its queue, and what a job of it carries. */
export interface JobKind<Payload extends object> {
  /** Jobs that wait are found by it: it never changes. */
  name: string
  /** Checked where a job is sent and where it is taken, so it also has to fit what older versions sent. */
  payload: z.ZodType<Payload>
}

/** Of those that find what is due, and what a process that died has left. */
export const EVERY_MINUTE = '* * * * *'

/** For jobs that say all by being there. */
export const NO_PAYLOAD = z.object({})
