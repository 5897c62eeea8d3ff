import { hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { enhance } from '../../components/enhance.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { backText, filtersText, viewAgain } from './leads-query.ts'

/** Highest price of one check. */
const CREDITS_A_CHECK = 0.5

export interface Shown {
  /** Null if more match than were counted. */
  count: number | null
  /** Rows of this page. */
  shown: number
  isAll: boolean
  lists: readonly { name: string }[]
}

/** Actions for the ticked people, or for all that match; inside the form around the table. */
export function bulkBar(view: View, { count, shown, isAll, lists }: Shown): Html {
  const { words, query } = view
  const { leads } = words
  if (isAll && count === null) return beingCounted(view)
  const all = count === null ? null : view.format.number(count)
  const chosen = isAll ? { filters: filtersText(query), expected_count: count ?? 0 } : {}
  const list = query['leads_list_id']
  const back = backText(query)
  return html`<div class="bulk" id="bulk">
    ${hidden({ ...chosen, back, once: view.onceInTabs, ...(list !== undefined && { leads_list_id: list }) })}
    ${isAll ? allChosen(view, all ?? '') : ticks(view, { all, hasMore: count === null || count > shown })}
    <div class="row">
      <input name="list_name" list="list-names" aria-label="${leads.listName}" placeholder="${leads.listName}" maxlength="255" />
      <datalist id="list-names">
        ${lists.map(({ name }) => html`<option value="${name}"></option>`)}
      </datalist>
      <button class="outline small" formaction="${to('/leads/add')}">${leads.addToList}</button>
      ${list === undefined ? NOTHING : html`<button class="outline small" formaction="${to('/leads/move')}">${leads.move}</button><button class="outline small" formaction="${to('/leads/remove')}">${leads.removeFromList}</button>`}
    </div>
    <div class="row">
      <button class="outline small" formmethod="get" formaction="${to('/leads/write')}">${icon('campaigns')}${leads.write}</button>
      <button class="outline small" formaction="${to('/leads/check')}">${icon('verify')}${isAll && count !== null ? leads.checkAll(count * CREDITS_A_CHECK) : leads.check}</button>
      <button class="outline small" formaction="${to('/leads/enrich')}">${leads.fillIn}</button>
      <button class="outline small" formaction="${to('/leads/export')}">${icon('download')}${words.general.download}</button>
      <button class="outline small" formmethod="get" formaction="${to('/leads/delete')}" data-variant="danger">${icon('delete')}${leads.deleteMany}</button>
    </div>
  </div>`
}

/** If many match, their number is requested separately from the page, or by a link if there is no script. */
const beingCounted = (view: View): Html =>
  html`<div class="bulk" id="bulk"${enhance({ get: to(view.path, view.query), target: 'bulk', trigger: { afterMs: 0 } })} aria-live="polite">
    <span class="scripted" aria-busy="true">${view.words.leads.beingCounted}</span>
    <a class="button outline small unscripted" href="${viewAgain(view.query, { all: 'exact' })}">${view.words.leads.countAll}</a>
    <a href="${viewAgain(view.query)}">${view.words.leads.untickAll}</a>
  </div>`

const allChosen = ({ words, query }: View, count: string): Html =>
  html`<span>${words.leads.tickedAll(count)}</span> <a href="${viewAgain(query)}">${words.leads.untickAll}</a>`

const ticks = (view: View, { all, hasMore }: { all: string | null; hasMore: boolean }): Html => {
  const { leads, general } = view.words
  return html`<button type="button" class="outline small scripted" data-tick-page>${general.tickPage}</button>
    <span class="muted scripted" data-ticked="${general.ticked(0)}">${general.ticked(0)}</span>
    <span class="muted unscripted">${leads.forTicked}</span>
    ${hasMore ? html`<a href="${viewAgain(view.query, { all: '1' })}">${all === null ? leads.tickAllMany : leads.tickAll(all)}</a>` : NOTHING}`
}
