import { z } from 'zod'
import type { Part } from '../../context.ts'
import { choicesField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { job } from '../capability/job.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { BulkIdInput } from './bulk-input.ts'
import { findBulk } from './bulk-verifications.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { invalidLead, leadAddress, wantedLists } from '../leads/lead-changes.ts'
import { LISTS } from '../leads/lead-input.ts'
import { mustExist } from '../leads/leads-bulk.ts'
import { tellOfSaved } from '../leads/save-leads.ts'

/** Verdicts on addresses that somebody may want to write to. */
const SAVED_KINDS = ['valid', 'accept_all', 'webmail', 'unknown'] as const

/** Addresses saved in one transaction, and before the answer. */
const SLICE = 1_000

/** The source recorded for new leads. */
const SOURCE = 'Verification'

const Saving = z.object({
  accountId: z.int(),
  jobId: z.int(),
  kinds: z.array(z.string()).readonly(),
  leadsListId: z.int(),
  /** Everything up to this place in the list is saved. */
  after: z.int(),
})
type Saving = z.output<typeof Saving>

type Needs = EventNeeds & Part<'optoutKey', 'bulkKinds' | 'leadPeople' | 'leads'>

/** Saves the rest of a long list. */
export const SaveChecked = job({
  name: 'save-checked',
  payload: Saving,
  concurrency: 1,
  run: async (context: Needs, saving, signal) => {
    for (let after: number | null = saving.after; after !== null;) {
      signal.throwIfAborted()
      after = (await saveSlice(context, { ...saving, after })).after
    }
  },
})

/**
 * Saves the addresses of a verified list that have certain results, with what the index knows about them, to a leads list:
 * the first thousand before it answers, the rest soon after (202). Repeating it changes nothing.
 */
export const SaveBulkResults = capability({
  group: 'leads',
  scope: 'write',
  name: 'save_bulk_results',
  input: z.object({
    ...BulkIdInput.shape,
    kinds: choicesField('kinds', SAVED_KINDS, 'wrong_params', 'Only addresses with these results. Default: valid.'),
    leads_list_id: LISTS.leads_list_id,
    leads_list_name: LISTS.leads_list_name,
  }),
  output: z.object({
    data: z.object({ leads_list_id: z.int(), leads_count: z.int(), status: z.enum(['done', 'queued']) }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0, kinds = ['valid'], ...lists }) => {
    const { accountId } = call.principal
    await findBulk(call, id)
    const tally = await call.store.bulkKinds.tally(accountId, id)
    const leadsListId = await targetList(call, lists)
    const saving = { accountId, jobId: id, kinds, leadsListId, after: -1 }
    const { after } = await saveSlice(call, saving)
    if (after !== null) await call.queue.send(SaveChecked, { ...saving, after })
    const leads_count = kinds.reduce((sum, kind) => sum + (ownValue(tally, kind) ?? 0), 0)
    const status = after === null ? ('done' as const) : ('queued' as const)
    return {
      data: { leads_list_id: leadsListId, leads_count, status },
      meta: {},
      ...(after !== null && { status: 202 as const, retryAfterSeconds: 1 }),
    }
  },
})

/** @returns the place after which to continue; null if all are saved */
async function saveSlice(context: Needs, saving: Saving): Promise<{ after: number | null }> {
  const { accountId, jobId, kinds, leadsListId, after } = saving
  const rows = await context.store.bulkKinds.addresses({ accountId, jobId }, { kinds, after, limit: SLICE })
  const people = new Map(
    rows.map(({ email }) => [email, { ...leadAddress(context, email), values: { source: SOURCE } }]),
  )
  const lists = { ids: [leadsListId] }
  const saved = await context.store.leadPeople.save(accountId, [...people.values()], lists, context.clock.now())
  // The list has been deleted meanwhile.
  if ('refused' in saved) return { after: null }
  await tellOfSaved(context, accountId, saved)
  return { after: rows.length < SLICE ? null : (rows.at(-1)?.position ?? null) }
}

/** The list to save to; a name creates one if needed. */
async function targetList(
  call: Part<'clock' | 'principal', 'leadsLists'>,
  sent: { leads_list_id?: unknown; leads_list_name?: unknown },
): Promise<number> {
  const { accountId } = call.principal
  const lists = wantedLists(sent)
  if (lists !== undefined && 'name' in lists)
    return (await call.store.leadsLists.named(accountId, lists.name, call.clock.now())).list.id
  const [id] = lists?.ids ?? []
  if (id === undefined) throw invalidLead('Send leads_list_id or leads_list_name.', 'leads_list_id')
  await mustExist(call, 'leads_list_id', id)
  return id
}
