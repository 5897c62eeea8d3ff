import { StartExport } from '../../../core/data/export-leads.ts'
import { AddLeadsToList } from '../../../core/leads/add-leads-to-list.ts'
import { EnrichLeads } from '../../../core/leads/enrich-leads.ts'
import { SaveLeadsList } from '../../../core/leads/leads-lists.ts'
import { MoveLeads } from '../../../core/leads/move-leads.ts'
import { RemoveLeadsFromList } from '../../../core/leads/remove-leads-from-list.ts'
import { StartBulk } from '../../../core/verify/bulk-verifications.ts'
import { fieldIds, fieldText, idsText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { notice, problemNotice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { FormWork, Next } from '../../page/screen.ts'
import { backFrom, byFilters, byIdsOrFilters, chosenFrom } from './leads-query.ts'
import type { BulkChoice } from './leads-query.ts'
import { MANY_ROWS } from './export-screen.ts'
import { LeadsScreen } from './leads-screen.ts'

/** Actions on many people: the ticked ones, or all that match. */

const on = { path: '/leads', screen: LeadsScreen }

/** Where a choice came from; if it is empty, nothing is called. */
async function withChosen(
  { fields }: FormWork,
  act: (chosen: BulkChoice, back: string) => Promise<Next>,
): Promise<Next> {
  const chosen = chosenFrom(fields)
  const back = backFrom(chosen.back)
  if (chosen.filters === null && chosen.ids.length === 0) return see(back, problemNotice('leads.nobodyTicked'))
  return act(chosen, back)
}

/** The list meant by a form: by its id, or by a name, for which one may be created. */
async function listOf({ fields, perform }: FormWork): Promise<{ id: number; name: string } | null> {
  const id = Number(fieldText(fields, 'target_list_id'))
  if (Number.isSafeInteger(id) && id > 0) return { id, name: fieldText(fields, 'list_name') }
  const name = fieldText(fields, 'list_name')
  return name === '' ? null : (await perform(SaveLeadsList, { name })).data
}

const sourceOf = (fields: Fields): number => Number(fieldText(fields, 'leads_list_id'))

export const AddToListForm = form({
  uses: [AddLeadsToList, SaveLeadsList],
  on,
  act: (work) =>
    withChosen(work, async (chosen, back) => {
      const list = await listOf(work)
      if (list === null) return see(back, problemNotice('leads.noListNamed'))
      const { data } = await work.perform(AddLeadsToList, { leads_list_id: list.id, ...byIdsOrFilters(chosen) })
      const { changed_lead_ids: ids, leads_count: count, status } = data
      const undo = {
        action: to('/leads/remove'),
        fields: { ids: idsText(ids), leads_list_id: list.id, list_name: list.name, back: chosen.back },
      }
      const word = status === 'done' ? 'leads.added' : 'leads.beingAdded'
      return see(back, notice(word, { count, list: list.name }, ids.length > 0 ? undo : undefined))
    }),
})

export const RemoveFromListForm = form({
  uses: [RemoveLeadsFromList],
  on,
  act: (work) =>
    withChosen(work, async (chosen, back) => {
      const list = sourceOf(work.fields)
      const { data } = await work.perform(RemoveLeadsFromList, { leads_list_id: list, ...byIdsOrFilters(chosen) })
      const { changed_lead_ids: ids, leads_count: count, status } = data
      const undo = { action: to('/leads/add'), fields: { ids: idsText(ids), target_list_id: list, back: chosen.back } }
      const word = status === 'done' ? 'leads.removed' : 'leads.beingRemoved'
      return see(back, notice(word, { count }, ids.length > 0 ? undo : undefined))
    }),
})

/** `also`: leads that were already in the target, and return to the source without leaving the target. */
export const MoveLeadsForm = form({
  uses: [MoveLeads, SaveLeadsList, AddLeadsToList],
  on,
  act: (work) =>
    withChosen(work, async (chosen, back) => {
      const source = sourceOf(work.fields)
      const target = await listOf(work)
      if (target === null) return see(back, problemNotice('leads.noListNamed'))
      const also = fieldIds(work.fields, 'also')
      if (also.length > 0) await work.perform(AddLeadsToList, { leads_list_id: target.id, lead_ids: also })
      const { data } = await work.perform(MoveLeads, {
        leads_list_id: source,
        target_leads_list_id: target.id,
        ...byIdsOrFilters(chosen),
      })
      const { leads_count: count, status, changed_lead_ids: moved = [], stayed_lead_ids: stayed = [] } = data
      const values = { count, list: target.name }
      if (status === 'queued') return see(back, notice('leads.beingMoved', values))
      const ids = { ids: idsText(moved), also: idsText(stayed) }
      const fields = { ...ids, leads_list_id: target.id, target_list_id: source, back: chosen.back }
      const undo = { action: to('/leads/move'), fields }
      return see(back, notice('leads.moved', values, moved.length > 0 ? undo : undefined))
    }),
})

export const EnrichLeadsForm = form({
  uses: [EnrichLeads],
  on,
  act: (work) =>
    withChosen(work, async (chosen, back) => {
      const { data } = await work.perform(EnrichLeads, byIdsOrFilters(chosen))
      const { changed_lead_ids: changed, leads_count: count, status } = data
      if (status === 'queued') return see(back, notice('leads.beingEnriched', { count }))
      return see(back, notice('leads.enriched', { count: changed.length, of: count }))
    }),
})

export const CheckLeadsForm = form({
  uses: [StartBulk],
  on,
  act: (work) =>
    withChosen(work, async (chosen) => {
      const { data } = await work.perform(StartBulk, byFilters(chosen))
      return see(to(`/verify/${data.id}`))
    }),
})

/** A format can be chosen when the whole view is exported; ticked people come as CSV. */
export const ExportLeadsForm = form({
  uses: [StartExport],
  on,
  act: (work) =>
    withChosen(work, async (chosen) => {
      const { filters } = byFilters(chosen)
      const { data } = await work.perform(StartExport, { format: fieldText(work.fields, 'format'), filters })
      return see(to(`/exports/${data.id}${data.total > MANY_ROWS ? '' : '/file'}`))
    }),
})
