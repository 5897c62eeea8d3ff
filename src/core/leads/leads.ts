/** The people an account has saved: leads, lists and custom attributes. */

import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { FoundLead, LeadRefusal, SavedLead } from '../../db/leads/leads-store.ts'
import { AppError } from '../../errors.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import {
  LEAD_ALIASES,
  leadEmailMissing,
  LeadExistsInput,
  LeadIdInput,
  SaveLeadInput,
  UpdateLeadInput,
} from './lead-input.ts'
import { leadAnswer, LeadOutput } from './lead-output.ts'
import { invalidLead, leadAddress, leadChanges } from './lead-changes.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { refusedByOwner } from '../optouts/opted-out.ts'

const writing = { group: 'leads', scope: 'write' } as const
const reading = { group: 'leads', scope: 'read' } as const

export const GetLead = capability({
  ...reading,
  name: 'get_lead',
  input: LeadIdInput,
  output: LeadOutput,
  run: async (call, { id = 0 }) => leadAnswer(await findLead(call, id)),
})

/** Whether an address is already a lead; nulls if it is not. */
export const LeadExists = capability({
  ...reading,
  name: 'lead_exists',
  input: LeadExistsInput,
  output: z.object({
    data: z.object({
      id: z.int().nullable(),
      leads_list_id: z.int().nullable(),
      leads_list_name: z.string().nullable(),
    }),
    meta: z.object({}),
  }),
  check: leadEmailMissing,
  run: async ({ store, principal }, { email }) => {
    const lead = await store.leads.exist(principal.accountId, email?.full ?? '')
    const { id = null, listId = null, listName = null } = lead ?? {}
    return { data: { id, leads_list_id: listId, leads_list_name: listName }, meta: {} }
  },
})

export const CreateLead = capability({
  ...writing,
  name: 'create_lead',
  findMade: ({ store, principal }, id) => store.leads.find(principal.accountId, id),
  parameterAliases: LEAD_ALIASES,
  input: SaveLeadInput,
  output: LeadOutput,
  check: leadEmailMissing,
  run: async (call, sent) => {
    const wanted = { ...leadAddress(call, sent.email), ...(await leadChanges(call, sent)) }
    const saved = await call.store.leads.create(call.principal.accountId, wanted, call.clock.now())
    return { ...(await told(call, accepted(saved))), status: 201 as const }
  },
})

/** A new lead, or changes to the one with this address. */
export const SaveLead = capability({
  ...writing,
  name: 'save_lead',
  parameterAliases: LEAD_ALIASES,
  input: SaveLeadInput,
  output: LeadOutput,
  check: leadEmailMissing,
  run: async (call, sent) => {
    const wanted = { ...leadAddress(call, sent.email), ...(await leadChanges(call, sent)) }
    const saved = accepted(await call.store.leads.upsert(call.principal.accountId, wanted, call.clock.now()))
    const { data, meta } = await told(call, saved)
    return { data, meta: { ...meta, created: saved.created }, ...(saved.created && { status: 201 as const }) }
  },
})

export const UpdateLead = capability({
  ...writing,
  name: 'update_lead',
  parameterAliases: LEAD_ALIASES,
  input: UpdateLeadInput,
  output: LeadOutput,
  run: async (call, { id = 0, ...sent }) => {
    const { accountId } = call.principal
    const wanted = await changesOf(call, id, sent)
    const saved = accepted(await call.store.leads.update(accountId, id, wanted, call.clock.now()), id)
    return { ...leadAnswer(saved), status: 204 as const }
  },
})

/** Also cancels what is scheduled for the lead. */
export const DeleteLead = capability({
  ...writing,
  name: 'delete_lead',
  input: LeadIdInput,
  output: LeadOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const removed = await store.leads.remove(principal.accountId, id)
    if (removed === null) throw noSuchLead(id)
    return { ...leadAnswer(removed), status: 204 as const }
  },
})

/** What deleting a lead would do, for callers who ask before they act. */
export const PreviewDeleteLead = capability({
  ...writing,
  name: 'preview_delete_lead',
  input: LeadIdInput,
  output: z.object({
    data: z.object({ effect: z.record(z.string(), z.unknown()), question: z.string() }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const { lead, listIds } = await findLead(call, id)
    const messages = await call.store.leads.scheduledMessages(call.principal.accountId, id)
    const effect = {
      deletes_lead: id,
      email: lead.email,
      leaves_lists: listIds.length,
      cancels_messages: messages,
      can_be_undone: false,
    }
    const question = `Permanently delete the lead ${lead.email}? Scheduled messages that will be cancelled: ${messages}.`
    return { data: { effect, question }, meta: {} }
  },
})

/** @throws AppError not_found, also for leads of other accounts. */
export async function findLead({ store, principal }: Part<'principal', 'leads'>, id: number): Promise<FoundLead> {
  const found = await store.leads.find(principal.accountId, id)
  if (found === null) throw noSuchLead(id)
  return found
}

const noSuchLead = (id: number) => new AppError('not_found', `There is no lead with id ${id}.`)

/** For a lead that does not exist, invalid values are no separate error: the missing lead is reported instead. */
async function changesOf(
  call: Part<'optoutKey' | 'principal', 'customAttributes' | 'leads'>,
  id: number,
  sent: z.output<typeof SaveLeadInput>,
) {
  try {
    return { ...(sent.email !== undefined && leadAddress(call, sent.email)), ...(await leadChanges(call, sent)) }
  } catch (error) {
    await findLead(call, id)
    throw error
  }
}

/** @throws AppError for a refusal. */
function accepted(saved: SavedLead | LeadRefusal, id = 0): SavedLead {
  if (!('refused' in saved)) return saved
  if (saved.refused === 'unknown_lists')
    throw invalidLead(`leads_list_id ${quoted(saved.ids.join(', '))} does not exist.`, 'leads_list_id')
  if (saved.refused === 'taken') throw invalidLead('email is already taken.', 'email')
  if (saved.refused === 'absent') throw noSuchLead(id)
  throw refusedByOwner('address')
}

/** Notifies webhooks of a new lead, which is then pending delivery. */
async function told(call: EventNeeds & Part<'principal', 'leads'>, saved: SavedLead): Promise<LeadOutput> {
  const answer = leadAnswer(saved)
  if (!saved.created || !saved.heard) return answer
  const { accountId } = call.principal
  const { id } = saved.lead
  await publishEvent(call, accountId, {
    type: 'lead.created',
    data: { lead: answer.data },
    leadId: id,
    leadsListIds: saved.listIds,
  })
  const after = await call.store.leads.find(accountId, id)
  return after === null ? answer : leadAnswer(after)
}
