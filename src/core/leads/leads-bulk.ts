import { z } from 'zod'
import type { Call, Context } from '../../context.ts'
import type { LeadsOfList } from '../../db/leads/leads-members-store.ts'
import type { ErrorItem } from '../../errors.ts'
import { integerOf, listOf } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { job } from '../capability/job.ts'
import { invalid } from '../fields/name-field.ts'

const chosenLeads = {
  accountId: z.int(),
  leadsListId: z.int(),
  leadIds: z.array(z.int()).readonly().nullable(),
  upTo: z.int(),
} satisfies Record<keyof LeadsOfList, z.ZodType>

const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('move'), targetId: z.int(), ...chosenLeads }),
  z.object({ action: z.literal('delete'), ...chosenLeads }),
])
type BulkChange = z.output<typeof BulkChange>

/** Moves and deletes many leads at a time. */
export const ChangeLeads = job({
  name: 'change-leads',
  payload: BulkChange,
  // Several accounts at once; those of one account wait for each other in the database.
  concurrency: 2,
  run: (context: Pick<Context, 'store'>, change) => changeLeads(context, change),
})

const MAX_IDS = 10_000
/** So few are deleted before the answer. */
const AT_ONCE = 10
/** As many as one transaction deletes, so that nobody waits long for its locks. */
const SLICE = 500
/** The list of leads that are chosen by their ids alone. */
const NO_LIST = 0

const listIdField = (description: string) =>
  field<number>({ type: 'integer', minimum: 1, description }, (raw) => read(Math.max(0, integerOf(raw) ?? 0)))

const leadIdsField = field<number[]>(
  { type: 'array', items: { type: 'integer' }, maxItems: MAX_IDS, description: `Ids of leads, up to ${MAX_IDS}.` },
  (raw) => {
    const ids = listOf(raw)?.map((item) => integerOf(item))
    if (ids === undefined || ids.includes(null)) return refuse('wrong_params', `${quoted(raw)} is no list of lead ids.`)
    if (ids.length > MAX_IDS) return refuse('wrong_params', `lead_ids accepts at most ${MAX_IDS} items.`)
    return read([...new Set(ids.filter((id) => id !== null))])
  },
)

const missing = (name: string, value: unknown): ErrorItem[] =>
  value === undefined ? [{ id: 'wrong_params', details: `The ${name} parameter is missing.`, field: name }] : []

/** Moves leads from one list to another; who is in the target already stays there. */
export const MoveLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'move_leads',
  input: z.object({
    leads_list_id: listIdField('The list that the leads leave.'),
    target_leads_list_id: listIdField('The list that they join.'),
    lead_ids: leadIdsField,
  }),
  output: z.object({
    data: z.object({
      source_leads_list_id: z.int(),
      target_leads_list_id: z.int(),
      leads_count: z.int(),
      status: z.literal('queued'),
    }),
    meta: z.object({}),
  }),
  check: ({ leads_list_id: source, target_leads_list_id: target }) => [
    ...missing('leads_list_id', source),
    ...missing('target_leads_list_id', target),
  ],
  run: async (call, { leads_list_id: source = 0, target_leads_list_id: target = 0, lead_ids: leadIds = null }) => {
    await mustExist(call, 'leads_list_id', source)
    await mustExist(call, 'target_leads_list_id', target)
    if (source === target) throw invalid('target_leads_list_id', 'must be another list.')
    const chosen = { accountId: call.principal.accountId, leadsListId: source, leadIds }
    const { count, upTo } = await call.store.leadsMembers.measure(chosen)
    await start(call, { ...chosen, upTo, action: 'move', targetId: target })
    const data = { source_leads_list_id: source, target_leads_list_id: target, leads_count: count }
    return { data: { ...data, status: 'queued' as const }, meta: {}, status: 202 as const }
  },
})

/** Deletes leads for good: those named, or all of a list. */
export const DeleteLeads = capability({
  group: 'leads',
  scope: 'write',
  name: 'delete_leads',
  input: z.object({ lead_ids: leadIdsField, leads_list_id: listIdField('The list whose leads are deleted.') }),
  output: z.object({
    data: z.object({ requested_count: z.int(), deleted_count: z.int(), status: z.enum(['done', 'queued']) }),
    meta: z.object({}),
  }),
  check: ({ lead_ids: ids, leads_list_id: list }, broken) =>
    (ids === undefined) === (list === undefined) && !broken.has('lead_ids')
      ? [{ id: 'wrong_params', details: 'Send either lead_ids or leads_list_id.', field: 'lead_ids' }]
      : [],
  run: async (call, { lead_ids: leadIds = null, leads_list_id: list = NO_LIST }) => {
    const { accountId } = call.principal
    if (leadIds === null) await mustExist(call, 'leads_list_id', list)
    const chosen = { accountId, leadsListId: list, leadIds }
    const { count, upTo } =
      leadIds === null
        ? await call.store.leadsMembers.measure(chosen)
        : { count: await call.store.leadsMembers.countLeads(accountId, leadIds), upTo: 0 }
    const change: BulkChange = { ...chosen, upTo, action: 'delete' }
    const requested = { requested_count: leadIds === null ? count : new Set(leadIds).size }
    if (count > AT_ONCE) {
      await start(call, change)
      const data = { ...requested, deleted_count: 0, status: 'queued' as const }
      return { data, meta: {}, status: 202 as const }
    }
    await changeLeads(call, change)
    return { data: { ...requested, deleted_count: count, status: 'done' as const }, meta: {} }
  },
})

async function mustExist({ store, principal }: Call, name: string, id: number): Promise<void> {
  if ((await store.leadsLists.find(principal.accountId, id)) === null) throw invalid(name, `${id} does not exist.`)
}

const start = async ({ queue }: Call, change: BulkChange): Promise<void> => void (await queue.send(ChangeLeads, change))

/** Does what was asked for; doing it again does no harm. */
export async function changeLeads({ store }: Pick<Context, 'store'>, change: BulkChange): Promise<void> {
  const { accountId, leadIds } = change
  if (change.action === 'move') return store.leadsMembers.move(change, change.targetId)
  const ids = leadIds?.toSorted((a, b) => a - b) ?? null
  for (let start = 0; ; start += SLICE) {
    const slice = ids?.slice(start, start + SLICE) ?? (await store.leadsMembers.leadsOf(change, SLICE))
    if (slice.length === 0) return
    await store.leadsMembers.removeLeads(accountId, slice)
  }
}
