import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { LeadFilter } from '../../db/leads/lead-conditions.ts'
import type { ErrorItem } from '../../errors.ts'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { invalidField, nameTextField } from '../fields/name-field.ts'
import { checkExpected, MATCHING } from './chosen-leads.ts'
import { attributesIn, attributesOf } from './lead-changes.ts'
import { custom_attributes } from './lead-input.ts'
import { carryOutChange, FEW, queueChange } from './leads-change-job.ts'
import type { BulkChange } from './leads-change-job.ts'
import { leadIdsField, listIdField, mustExist } from './leads-bulk.ts'
import { leadFilter, LeadsFilterInput } from './leads-filter.ts'
import { missingParameter } from '../../lib/input/input-fields.ts'

const ACTIONS = ['move', 'copy', 'tag', 'remove_from_list', 'delete', 'merge_duplicates'] as const

/** The most that one call changes. */
const MAX_CHANGED = 10_000
const MAX_EXAMPLES = 10

const ChangeLeadsInput = z.object({
  action: choiceField(ACTIONS, 'wrong_params', `action must be one of ${ACTIONS.join(', ')}.`, 'What to do.'),
  ids: leadIdsField,
  leads_list_id: listIdField('All leads in this list; for move and remove_from_list, the list they leave.'),
  query: LeadsFilterInput.shape.query,
  verification_status: LeadsFilterInput.shape.verification_status,
  target_list_name: nameTextField(
    'target_list_name',
    'Instead of ids: the newest list with this name, created if needed.',
  ),
  custom_attributes,
  expected_count: MATCHING.expected_count,
})
type ChangeLeadsInput = z.output<typeof ChangeLeadsInput>

const writing = { group: 'leads', scope: 'write', input: ChangeLeadsInput } as const

/**
 * Changes many leads in the same way, if there are as many as expected: a few before it answers, more soon after. Counts the
 * leads that change; for duplicates, those that are deleted.
 */
export const ChangeManyLeads = capability({
  ...writing,
  name: 'change_leads',
  output: z.object({
    data: z.object({
      action: z.enum(ACTIONS),
      leads_count: z.int(),
      status: z.enum(['done', 'queued']),
      target_list_id: z.int().nullable(),
      /** For what a worker does: `job.completed` reports when it is done. */
      job_id: z.int().nullable(),
    }),
    meta: z.object({}),
  }),
  check: (given, broken) => [
    ...wrongChoice(given, broken),
    ...(given.expected_count === undefined && !broken.has('expected_count')
      ? [wrong('The expected_count parameter is missing: send the leads_count of a preview.', 'expected_count')]
      : []),
  ],
  run: async (call, input) => {
    const { store, principal, clock } = call
    const { accountId } = principal
    const action = input.action ?? 'copy'
    const plan = await planOf(call, input)
    checkExpected(plan.ids.length, input.expected_count)
    const name = input.target_list_name ?? ''
    const targetId = needsTarget(action) ? (await store.leadsLists.named(accountId, name, clock.now())).list.id : null
    const leads_count = plan.ids.length
    const status = leads_count <= FEW ? ('done' as const) : ('queued' as const)
    const change = await changeOf(call, input, { ...plan, targetId })
    if (status === 'done') await carryOutChange(call, change)
    const job_id = status === 'done' ? null : await queueChange(call, change, action)
    const answer = { data: { action, leads_count, status, target_list_id: targetId, job_id }, meta: {} }
    return status === 'done' ? answer : { ...answer, status: 202 as const, retryAfterSeconds: 1 }
  },
})

/** What the change would do. */
export const PreviewChangeLeads = capability({
  ...writing,
  name: 'preview_change_leads',
  output: z.object({
    data: z.object({ effect: z.record(z.string(), z.unknown()), question: z.string(), outdated: z.boolean() }),
    meta: z.object({}),
  }),
  check: wrongChoice,
  run: async (call, input) => {
    const { action = 'copy', expected_count: expected } = input
    if (action === 'tag') attributesIn(input.custom_attributes)
    const { ids, emails, pairs } = await planOf(call, input)
    const isLoss = action === 'delete' || action === 'merge_duplicates'
    const touched = isLoss
      ? await call.store.leadsDuplicates.touched(call.principal.accountId, ids)
      : { lists: ids.length === 0 ? 0 : LISTS_TOUCHED[action], messages: 0 }
    const effect = {
      action,
      leads_count: ids.length,
      ...(pairs.length > 0
        ? { pairs: pairs.slice(0, MAX_EXAMPLES).map(({ keepEmail, goneEmail }) => `${goneEmail} into ${keepEmail}`) }
        : { examples: emails.slice(0, MAX_EXAMPLES) }),
      lists_touched: touched.lists,
      cancels_messages: touched.messages,
      can_be_undone: !isLoss,
    }
    const messages = isLoss ? ` Scheduled messages that will be cancelled: ${touched.messages}.` : ''
    const question = `${SAID[action]} ${ids.length} ${ids.length === 1 ? 'lead' : 'leads'}?${messages}`
    return { data: { effect, question, outdated: expected !== ids.length }, meta: {} }
  },
})

const SAID: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  move: 'Move',
  copy: 'Add to another list',
  tag: 'Tag',
  remove_from_list: 'Remove from the list',
  delete: 'Permanently delete',
  merge_duplicates: 'Merge into older ones and delete',
}

/** Lists whose leads become more or fewer; leads that are deleted leave all of theirs. */
const LISTS_TOUCHED = { move: 2, copy: 1, tag: 0, remove_from_list: 1 } as const

const wrong = (details: string, field: string): ErrorItem => ({ id: 'wrong_params', details, field })

const needsTarget = (action: string): boolean => action === 'move' || action === 'copy'
const leavesList = (action: string): boolean => action === 'move' || action === 'remove_from_list'

/** Checks that leads are chosen in exactly one way, and that the action has what it needs. */
function wrongChoice(given: ChangeLeadsInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const { action, ids, leads_list_id: list, query, verification_status: status, target_list_name: target } = given
  if (broken.has('action')) return []
  if (action === undefined) return [missingParameter('action')]
  if (['ids', 'leads_list_id', 'query', 'verification_status'].some((name) => broken.has(name))) return []
  const isFiltered = query !== undefined || status !== undefined
  if (ids === undefined && list === undefined && !isFiltered)
    return [wrong('Say which leads: ids, leads_list_id or query.', 'ids')]
  if (ids !== undefined && (isFiltered || (list !== undefined && !leavesList(action))))
    return [wrong('Say which leads in one way only: ids, leads_list_id or query.', 'ids')]
  if (leavesList(action) && list === undefined)
    return [wrong(`${action} needs leads_list_id, the list they leave.`, 'leads_list_id')]
  if (needsTarget(action) && (target ?? '') === '' && !broken.has('target_list_name'))
    return [wrong(`${action} needs target_list_name.`, 'target_list_name')]
  if (action === 'tag' && given.custom_attributes === undefined)
    return [wrong('tag needs custom_attributes.', 'custom_attributes')]
  return []
}

interface Plan {
  ids: number[]
  emails: string[]
  pairs: { keep: number; gone: number; keepEmail: string; goneEmail: string }[]
}

/** The chosen leads, by id. @throws AppError validation_failed for a list that does not exist, and for too many leads. */
async function planOf(
  call: Part<'principal', 'leadsDuplicates' | 'leadsLists' | 'leadsMembers'>,
  { action, ids, leads_list_id: list, ...filters }: ChangeLeadsInput,
): Promise<Plan> {
  const { store, principal } = call
  if (list !== undefined) await mustExist(call, 'leads_list_id', list)
  const { query, verification_status } = filters
  const filter: LeadFilter = {
    ...leadFilter({ query, verification_status }),
    ...(list !== undefined && { leadsListId: list }),
    ...(ids !== undefined && { ids }),
  }
  const chosen = await store.leadsMembers.matching(principal.accountId, filter, MAX_CHANGED + 1)
  if (chosen.length > MAX_CHANGED)
    throw invalidField('query', `must not match more than ${MAX_CHANGED} leads. Narrow it.`)
  const named = chosen.map(({ id }) => id)
  if (action !== 'merge_duplicates') return { ids: named, emails: chosen.map(({ email }) => email), pairs: [] }
  const pairs = await store.leadsDuplicates.pairs(principal.accountId, named)
  return { ids: pairs.map(({ gone }) => gone), emails: pairs.map(({ goneEmail }) => goneEmail), pairs }
}

async function changeOf(
  call: Part<'principal', 'customAttributes'>,
  { action, leads_list_id: list = 0, custom_attributes: attributes }: ChangeLeadsInput,
  { ids, pairs, targetId }: Plan & { targetId: number | null },
): Promise<BulkChange> {
  const named = { accountId: call.principal.accountId, leadIds: ids }
  const target = { targetId: targetId ?? 0 }
  const everybody = { leadsListId: list, upTo: Number.MAX_SAFE_INTEGER }
  if (action === 'move') return { action, ...named, ...everybody, ...target }
  if (action === 'tag') return { action, ...named, ...(await attributesOf(call, attributes)) }
  if (action === 'remove_from_list') return { action: 'remove', ...named, leadsListId: list }
  if (action === 'delete') return { action, ...named, ...everybody }
  if (action === 'merge_duplicates') return { action: 'merge', ...named, keepIds: pairs.map(({ keep }) => keep) }
  return { action: 'add', ...named, ...target }
}
