import type { z } from 'zod'
import type { ListChanges } from '../../../core/changes/list-changes.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { changeList } from './change-list.ts'
import { watchButton } from './watch-forms.ts'

/** On the page of one company. */
export const SHOWN_CHANGES = 5

/** What changed at one company, and whether it is watched. */
export function companyChanges(view: View, domain: string, found: z.output<typeof ListChanges.output> | null): Html {
  if (found === null) return NOTHING
  const { changes } = view.words
  const { data, meta } = found
  return html`<section class="card">
    <div class="row apart">
      <h2>${changes.title}</h2>
      ${view.can('write') ? watchButton(view, { domain, isWatched: meta.watched === true, back: domain, profile: view.query['profile'] === 'true' }) : NOTHING}
    </div>
    ${data.length === 0 ? html`<p class="muted">${changes.none}</p>` : changeList(view, data, domain)}
    ${meta.next_cursor === null ? NOTHING : html`<a href="${to('/changes', { domain })}">${changes.all}</a>`}
  </section>`
}
