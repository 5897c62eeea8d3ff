import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { to } from '../page/page-query.ts'
import type { View } from '../page/view.ts'
import { hidden } from './field.ts'
import { icon } from './icon.ts'
import { pager } from './pager.ts'

interface Named {
  /** The screen it leads back to. */
  path: string
  /** What else is asked for there. */
  kept?: Readonly<Record<string, string | undefined>>
  /** Where the page continues; null on the last one. */
  next: string | null
}

const isLong = ({ query }: View, next: string | null): boolean =>
  next !== null || query['query'] !== undefined || query['after'] !== undefined

/** The field that finds rows by name, for a list longer than a page. */
export const nameSearch = (view: View, { path, kept = {}, next }: Named): Html => {
  if (!isLong(view, next)) return NOTHING
  const { general } = view.words
  return html`<form class="filters" action="${to(path)}" role="search" aria-label="${general.findByName}">
    <div data-field>
      <label for="query">${general.findByName}</label>
      <input type="search" id="query" name="query" value="${view.query['query'] ?? ''}" maxlength="255" />
    </div>
    ${hidden(kept)}
    <button class="outline">${icon('filter')}${general.apply}</button>
  </form>`
}

/** What to do if no name contains the text. */
export const noneNamed = (view: View, { path, kept = {} }: Omit<Named, 'next'>): Html =>
  html`<p class="muted">${view.words.general.noneNamed}</p>
    <p><a class="button outline" href="${to(path, kept)}">${view.words.general.all}</a></p>`

/** Leads on to older rows, and back to the newest. */
export const newestPager = (view: View, { path, kept = {}, next }: Named): Html => {
  const at = (after: string | null): string => to(path, { ...kept, query: view.query['query'], after })
  const { newest, older } = view.words.general
  const links = {
    previous: view.query['after'] === undefined ? null : at(null),
    next: next === null ? null : at(next),
    words: { previous: newest, next: older },
  }
  return pager(links, view)
}
