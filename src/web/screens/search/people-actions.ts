import type { EmailEntry } from '../../../core/search/domain-search-output.ts'
import { hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** Actions for the ticked people. The buttons send the same form to different addresses. */
export function peopleActions(
  view: View,
  { company, people, ticked }: { company: string; people: readonly EmailEntry[]; ticked: ReadonlySet<string> },
): Html {
  const { words, query } = view
  const { general, search } = words
  const { people: _, ...place } = query
  const count = people.filter(({ value }) => ticked.has(value)).length
  const whole = to(view.path, { ...query, people: people.map(({ value }) => value) })
  return html`<div class="bulk">
    ${hidden({ ...place, back: to(view.path, place), company })}
    <button type="button" class="outline small scripted" data-tick-page>${general.tickPage}</button>
    <a class="button outline small unscripted" href="${whole}">${general.tickPage}</a>
    <span class="muted" data-ticked="${general.ticked(0)}" role="status">${count > 0 ? general.ticked(count) : search.tickPeople}</span>
    <button name="once" value="${view.once}">${icon('verify')}${search.checkTicked}</button>
    ${
      view.can('write')
        ? html`<button class="outline" formmethod="get" formaction="${to('/save')}">${icon('lists')}${search.saveTo}</button>
            <button class="outline" formmethod="get" formaction="${to('/write')}">${icon('campaigns')}${search.writeTo}</button>`
        : NOTHING
    }
    <button class="outline" formmethod="get" formaction="${to(`${view.path}/people.csv`)}">${icon('download')}${general.download}</button>
  </div>`
}
