import type { FindLease } from '../../db/search/find-queues-store.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { drainLeases } from '../capability/drain-leases.ts'
import { job } from '../capability/job.ts'
import { workOffLease } from './find-lease.ts'
import type { FindNeeds } from './find-lease.ts'

/** Companies that one process works on at once: speed comes from many companies, not from many people at one. */
const QUEUES_AT_ONCE = 40
/** People of one account at a time, so that its lists leave room for others. */
const ROWS_OF_AN_ACCOUNT = 30
/** People of one company leased together, then looked up one after another. */
const ROWS_OF_A_QUEUE = 8
const LEASE_MS = 15 * SECOND_MS

/** Continues lists of people: those just sent, those of a process that stopped, and those that are due again. */
export const FindPeople = job({
  name: 'find-people',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  atStart: true,
  run: async (needs: FindNeeds, _, signal) => {
    if ((await drainFinds(needs, signal)) === 'more' && !signal.aborted) await needs.queue.send(FindPeople, {})
  },
})

/** Works through lists of people. @returns whether there is more to do */
function drainFinds(needs: FindNeeds, stop: AbortSignal): Promise<'done' | 'more'> {
  const { clock, log, store } = needs
  const busy = new Set<string>()
  return drainLeases(
    needs,
    {
      queues: store.findQueues,
      atOnce: QUEUES_AT_ONCE,
      leaseMs: LEASE_MS,
      begin: async (share, signal) => {
        const most = { busy: [...busy], perAccount: ROWS_OF_AN_ACCOUNT, perQueue: ROWS_OF_A_QUEUE }
        const leases = await store.findQueues.lease(clock.now(), { ...share, ...most })
        return Array.from(
          Map.groupBy(leases, ({ queue }) => queue),
          ([queue, ofQueue]) => {
            busy.add(queue)
            return inOrder(needs, ofQueue, signal).finally(() => busy.delete(queue))
          },
        )
      },
      failed: (err) => log.error({ err }, 'Looking up people failed.'),
    },
    stop,
  )
}

/** People of one company, one after another: what is learned about its mail servers helps with the next. */
async function inOrder(needs: FindNeeds, leases: readonly FindLease[], signal: AbortSignal): Promise<void> {
  for (const lease of leases.toSorted((a, b) => a.jobId - b.jobId || a.place - b.place)) {
    if (signal.aborted) return
    await workOffLease(needs, lease, signal)
  }
}
