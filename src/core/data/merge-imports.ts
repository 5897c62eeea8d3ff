import type { Part } from '../../context.ts'
import type { LeadsImport } from '../../db/leads/leads-imports-store.ts'
import { toAppError } from '../../errors.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { putEvents, wakeDelivery } from '../webhooks/publish-event.ts'
import type { PublishedEvent } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

type Needs = EventNeeds & Part<'config', 'leadsImports' | 'leadsMerge'>

/** Continues imports of leads: those just uploaded, and those of a process that stopped. */
export const MergeImports = job({
  name: 'merge-imports',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  atStart: true,
  run: async (context: Needs, _, signal) => {
    await context.store.leadsImports.endInterrupted(context.clock.now())
    await mergeImports(context, signal)
  },
})

/** Rows written per transaction. */
const SLICE = 2_000

/** How often their number has doubled: each time, a different query plan may have become the best. */
const growth = (leads: number): number => Math.floor(Math.log2(1 + leads / 1_000))

/**
 * Merges imports until nothing is left to do, or the signal aborts. Any number of processes may do so at once, and each may die
 * at any moment: a slice is one transaction.
 */
export async function mergeImports(context: Needs, signal: AbortSignal, size = SLICE): Promise<void> {
  const served: number[] = []
  while (!signal.aborted) if (!(await mergeNext(context, size, served))) return
}

/** Accounts remembered as served. */
const MAX_SERVED = 1_000

/** Moves the account to the end of the line. */
function serve(served: number[], accountId: number): void {
  const at = served.indexOf(accountId)
  if (at >= 0) served.splice(at, 1)
  served.push(accountId)
  if (served.length > MAX_SERVED) served.shift()
}

/** A slice and its events are one transaction: a worker that dies leaves both or neither. @returns false if there was nothing to do. */
async function mergeNext(context: Needs, size: number, served: number[]): Promise<boolean> {
  const { store, clock, log, database } = context
  let taken: LeadsImport | null = null
  try {
    const merged = await database.pool.inOne(async () => {
      const slice = await store.leadsMerge.mergeSlice({ size, now: clock.now(), served }, (found) => {
        taken = found
        serve(served, found.accountId)
      })
      if (slice === null) return null
      const { leadsImport, created } = slice
      const events: PublishedEvent[] = created.map((lead) => ({
        type: 'lead.created',
        data: { lead },
        leadId: lead.id,
      }))
      if (leadsImport.status === 'done') events.push(completed(context, leadsImport))
      return { ...slice, deliveries: await putEvents(context, leadsImport.accountId, events) }
    })
    if (merged === null) return false
    const { leadsImport, written, deliveries } = merged
    if (deliveries > 0) await wakeDelivery(context)
    if (growth(leadsImport.created) > growth(leadsImport.created - written)) await store.leadsMerge.learnSizes()
    return true
  } catch (error) {
    // A database that is down comes back; anything else would fail for ever.
    if (taken === null || toAppError(error).id === 'service_unavailable') throw error
    log.error({ err: error }, 'A lead import failed.')
    await store.leadsImports.end(taken, { status: 'failed', problem: 'Something went wrong.', now: clock.now() })
    return true
  }
}

const completed = ({ config }: Pick<Needs, 'config'>, { id, total, failed }: LeadsImport): PublishedEvent => ({
  type: 'import.completed',
  data: {
    id,
    kind: 'leads',
    rows: total,
    failed_rows: failed,
    url: `${config.origin}/v2/leads/imports/${id}`,
  },
})
