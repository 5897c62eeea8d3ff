import { publishEvent } from './publish-event.ts'
import type { EventNeeds } from './webhook-needs.ts'

/** Work that continued after its answer, and has ended automatically. */
export interface EndedJob {
  kind: 'verification' | 'people_search' | 'leads_change'
  id: number
  name?: string | null
  status: string
  stoppedReason?: string | null
  total: number
  done: number
  /** The path of its results, without the origin; null if there are none. */
  path: string | null
}

/** Tells the account's webhooks that a job is done, or stopped because its credits were spent: only numbers, no addresses. */
export const tellOfJob = (
  context: EventNeeds,
  { accountId, origin }: { accountId: number; origin: string | null },
  { kind, id, name = null, status, stoppedReason = null, total, done, path }: EndedJob,
): Promise<void> =>
  publishEvent(context, accountId, {
    type: 'job.completed',
    data: {
      job: {
        kind,
        id,
        name,
        status,
        stopped_reason: stoppedReason,
        total,
        done,
        url: path === null ? null : `${origin ?? ''}${path}`,
      },
    },
  })
