import { z } from 'zod'

/** A kind of background work: the name of its queue and the payload of its jobs. */
export interface JobKind<Payload extends object> {
  /** Never changes, because waiting jobs are found by it. */
  name: string
  /** Checked when a job is sent and when it is taken, so it must also accept payloads of older versions. */
  payload: z.ZodType<Payload>
}

/** For jobs that look for due work and for what a dead process left behind. */
export const EVERY_MINUTE = '* * * * *'

/** Whether a job, or the visit to a site, has not ended. */
export const isUnfinished = (work: { status: string | null } | null | undefined): boolean =>
  work?.status === 'queued' || work?.status === 'running'

/** For jobs that need no data. */
export const NO_PAYLOAD = z.object({})
