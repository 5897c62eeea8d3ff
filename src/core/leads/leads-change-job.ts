import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { LeadsOfList, Moved } from '../../db/leads/leads-members-store.ts'
import { job } from '../capability/job.ts'
import { tellOfJob } from '../webhooks/job-completed.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'

type Needs = Part<'clock', 'leadPeople' | 'leadsDuplicates' | 'leadsMembers'>
type JobNeeds = Needs & EventNeeds & Part<'config' | 'database', 'leadsChangeJobs'>

/** Which part of which change this is; parts queued by older versions have none. */
const partOf = { of: z.object({ job: z.int(), part: z.int() }).optional() }

const chosenLeads = {
  accountId: z.int(),
  leadsListId: z.int(),
  leadIds: z.array(z.int()).readonly().nullable(),
  upTo: z.int(),
} satisfies Record<keyof LeadsOfList, z.ZodType>

const namedLeads = { accountId: z.int(), leadIds: z.array(z.int()).readonly(), ...partOf }

export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), targetId: z.int(), ...chosenLeads, ...partOf }),
  z.object({ action: z.literal('delete'), ...chosenLeads, ...partOf }),
  z.object({ action: z.literal('add'), targetId: z.int(), ...namedLeads }),
  z.object({ action: z.literal('remove'), leadsListId: z.int(), ...namedLeads }),
  z.object({ action: z.literal('enrich'), ...namedLeads }),
  z.object({
    action: z.literal('tag'),
    set: z.record(z.string(), z.string()),
    clear: z.array(z.string()).readonly(),
    ...namedLeads,
  }),
  // `keepIds` are the leads to keep, each at the position of the one to delete.
  z.object({ action: z.literal('merge'), keepIds: z.array(z.int()).readonly(), ...namedLeads }),
])

export type BulkChange = z.output<typeof BulkChange>

/** Moves, adds, removes, enriches and deletes many leads at a time. */
export const ChangeLeads = job({
  name: 'change-leads',
  payload: BulkChange,
  // For several accounts at once; changes of one account wait for each other in the database.
  concurrency: 2,
  run: async (context: JobNeeds, change) => {
    await carryOutChange(context, change)
    await endPart(context, change)
  },
})

/** Counts the part, and notifies subscribers if it was the last. */
async function endPart(context: JobNeeds, { accountId, leadIds, of }: BulkChange): Promise<void> {
  if (of === undefined) return
  const { database, store, config } = context
  await database.pool.inOne(async () => {
    const part = { id: of.job, part: of.part, leads: leadIds?.length ?? 0 }
    const job = await store.leadsChangeJobs.endPart(accountId, part)
    if (job?.status !== 'done') return
    const { id, action: name, status, total, done } = job
    await tellOfJob(
      context,
      { accountId, origin: config.origin },
      { kind: 'leads_change', id, name, status, total, done, path: null },
    )
  })
}

/** Leads that one transaction changes, so that nobody waits long for its locks. */
const SLICE = 500

/** Leads in the payload of one job. */
const NAMED_IN_JOB = 5_000

/**
 * Has a worker make the change, in several parts if many leads are named.
 * @param name the name of the change in reports.
 * @returns the id of the change; null if it is unknown how many leads it affects.
 */
export async function queueChange(
  { queue, store, clock }: Part<'clock' | 'queue', 'leadsChangeJobs'>,
  change: BulkChange,
  name: string = change.action,
): Promise<number | null> {
  const { accountId, leadIds } = change
  if (leadIds === null) {
    await queue.send(ChangeLeads, change)
    return null
  }
  const parts = Math.ceil(leadIds.length / NAMED_IN_JOB)
  const total = leadIds.length
  const job = await store.leadsChangeJobs.add(accountId, { action: name, total, parts, now: clock.now() })
  for (let start = 0; start < leadIds.length; start += NAMED_IN_JOB) {
    const part = { leadIds: leadIds.slice(start, start + NAMED_IN_JOB) }
    const keeps = change.action === 'merge' ? { keepIds: change.keepIds.slice(start, start + NAMED_IN_JOB) } : {}
    await queue.send(ChangeLeads, { ...change, ...part, ...keeps, of: { job, part: start / NAMED_IN_JOB } })
  }
  return job
}

/** Makes the requested change; repeating it is harmless. @returns the leads that it changed, if known. */
export async function carryOutChange(context: Needs, change: BulkChange): Promise<number[]> {
  if (change.action === 'delete') return deleteAll(context, change)
  const { store, clock } = context
  const changed: number[] = []
  if (change.action === 'move') return (await moveAll(context, change)).moved
  if (change.action === 'merge') return mergeAll(context, change)
  for (const slice of slicesOf(change.leadIds)) {
    const { accountId } = change
    if (change.action === 'add') changed.push(...(await store.leadsMembers.add(accountId, change.targetId, slice)))
    else if (change.action === 'remove')
      changed.push(...(await store.leadsMembers.leave(accountId, change.leadsListId, slice)))
    else if (change.action === 'tag')
      changed.push(...(await store.leadPeople.tag(accountId, slice, change, clock.now())))
    else changed.push(...(await store.leadPeople.enrichMany(accountId, slice, clock.now())))
  }
  return changed
}

/** Moves leads. @returns those new to the target, and those that were already in it. */
export async function moveAll({ store }: Needs, change: BulkChange & { action: 'move' }): Promise<Moved> {
  const { leadIds, targetId } = change
  if (leadIds === null) return store.leadsMembers.move(change, targetId)
  const all: Moved = { moved: [], stayed: [] }
  for (const slice of slicesOf(leadIds)) {
    const { moved, stayed } = await store.leadsMembers.move({ ...change, leadIds: slice }, targetId)
    all.moved.push(...moved)
    all.stayed.push(...stayed)
  }
  return all
}

/** The lead to keep gets the other's values before that one is deleted. */
async function mergeAll(
  { store, clock }: Needs,
  { accountId, leadIds, keepIds }: BulkChange & { action: 'merge' },
): Promise<number[]> {
  const pairs = leadIds.map((gone, place) => ({ gone, keep: keepIds[place] ?? 0 }))
  // A pair has two leads.
  for (let start = 0; start < pairs.length; start += SLICE / 2) {
    const slice = pairs.slice(start, start + SLICE / 2)
    await store.leadsDuplicates.fill(accountId, slice, clock.now())
    await store.leadsMembers.removeLeads(
      accountId,
      slice.map(({ gone }) => gone),
    )
  }
  return [...leadIds]
}

async function deleteAll({ store }: Needs, chosen: LeadsOfList): Promise<number[]> {
  const { accountId, leadIds } = chosen
  const ids = leadIds?.toSorted((a, b) => a - b) ?? null
  for (let start = 0; ; start += SLICE) {
    const slice = ids?.slice(start, start + SLICE) ?? (await store.leadsMembers.leadsOf(chosen, SLICE))
    if (slice.length === 0) return []
    await store.leadsMembers.removeLeads(accountId, slice)
  }
}

const slicesOf = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / SLICE) }, (_, n) => ids.slice(n * SLICE, (n + 1) * SLICE))

/** At most this many are changed before the answer, if the caller said how many they expect. */
export const FEW = 100

/** The same for changes of lists only: enough that people can undo nearly everything they do. */
export const FEW_MEMBERS = 5_000

/** Changes a few leads before it returns, and has a worker change more. */
export async function changeSoon(
  call: Needs & Part<'clock' | 'queue', 'leadsChangeJobs'>,
  change: BulkChange & { leadIds: readonly number[] },
) {
  const few = change.action === 'add' || change.action === 'remove' ? FEW_MEMBERS : FEW
  if (change.leadIds.length <= few) return { status: 'done' as const, changed: await carryOutChange(call, change) }
  await queueChange(call, change)
  return { status: 'queued' as const, changed: [] }
}
