import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { LeadsOfList } from '../../db/leads/leads-members-store.ts'
import { job } from '../capability/job.ts'

type Needs = Part<never, 'leadsMembers'>

const chosenLeads = {
  accountId: z.int(),
  leadsListId: z.int(),
  leadIds: z.array(z.int()).readonly().nullable(),
  upTo: z.int(),
} satisfies Record<keyof LeadsOfList, z.ZodType>

export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), targetId: z.int(), ...chosenLeads }),
  z.object({ action: z.literal('delete'), ...chosenLeads }),
])

export type BulkChange = z.output<typeof BulkChange>

/** Moves and deletes many leads at a time. */
export const ChangeLeads = job({
  name: 'change-leads',
  payload: BulkChange,
  // Several accounts at once; those of one account wait for each other in the database.
  concurrency: 2,
  run: (context: Needs, change) => changeLeads(context, change),
})

/** As many as one transaction deletes, so that nobody waits long for its locks. */
const SLICE = 500

/** Has a worker do it. */
export const queueChange = async ({ queue }: Call, change: BulkChange): Promise<void> =>
  void (await queue.send(ChangeLeads, change))

/** Does what was asked for; doing it again does no harm. */
export async function changeLeads({ store }: Needs, change: BulkChange): Promise<void> {
  const { accountId, leadIds } = change
  if (change.action === 'move') return store.leadsMembers.move(change, change.targetId)
  const ids = leadIds?.toSorted((a, b) => a - b) ?? null
  for (let start = 0; ; start += SLICE) {
    const slice = ids?.slice(start, start + SLICE) ?? (await store.leadsMembers.leadsOf(change, SLICE))
    if (slice.length === 0) return
    await store.leadsMembers.removeLeads(accountId, slice)
  }
}
