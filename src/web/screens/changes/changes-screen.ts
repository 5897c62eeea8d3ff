import type { z } from 'zod'
import { ListChanges } from '../../../core/changes/list-changes.ts'
import { ListWatches } from '../../../core/changes/watches.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { empty } from '../../components/empty.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { askFor } from '../../page/ask.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { changeList } from './change-list.ts'
import { iconTooltip } from '../../components/tooltip.ts'

const PAGE = 30
const MOST_WATCHES = 100

/** Changes of one company, of those in a list, or of all that are watched. */
function whichOf({ query }: View): Record<string, unknown> {
  const { domain, leads_list_id: list } = query
  if (domain !== undefined) return { domain }
  return list === undefined ? { watched: true } : { leads_list_id: list }
}

/** What changed, newest first, and which companies are watched. */
export const ChangesScreen = screen({
  scope: 'read',
  title: ({ words }) => words.changes.title,
  asks: (view) => {
    const { type, cursor, watches_from: offset } = view.query
    return {
      changes: askFor(ListChanges, { ...whichOf(view), type, cursor, sort: 'newest', limit: PAGE }),
      watches: askFor(ListWatches, { limit: MOST_WATCHES, offset }),
    }
  },
  page: ({ changes: found, watches }, view) => {
    const { changes } = view.words
    const { domain } = view.query
    return html`<h1>${changes.title}</h1>
      ${problemList(view)}
      <div class="columns wide-first">
        <div class="stack">
          <p class="muted"><bdi>${whatIsShown(view)}</bdi></p>
          ${found.data.length === 0 ? nothing(view, watches.meta.total) : html`${kindFilter(view)}${changeList(view, found.data, domain ?? null)}`}
          ${pages(view, found.meta.next_cursor)}
        </div>
        <div>${watchedCompanies(view, watches)}</div>
      </div>`
  },
})

function whatIsShown({ query, words: { changes } }: View): string {
  if (query['domain'] !== undefined) return changes.ofCompany(query['domain'])
  return query['leads_list_id'] === undefined ? changes.intro : changes.ofList
}

/** There is nothing of a kind, or nothing at all, and what to do about it. */
function nothing(view: View, watchedCount: number): Html {
  const { changes } = view.words
  if (view.query['type'] !== undefined && view.query['type'] !== '')
    return html`${kindFilter(view)}
      <p>${changes.noneOfKind} <a href="${to('/changes', changed(view.query, { type: null, cursor: null }))}">${changes.anyKind}</a></p>`
  const isAboutWatched = view.query['domain'] === undefined && view.query['leads_list_id'] === undefined
  const sentence = isAboutWatched && watchedCount === 0 ? changes.noneWatched : changes.noneYet
  return empty('watch', sentence)
}

function kindFilter(view: View): Html {
  const { words, query } = view
  const { changes } = words
  const { domain, leads_list_id: list, type } = query
  return html`<form method="get" action="${to('/changes')}" class="filters">
    ${hidden({ domain: domain ?? '', leads_list_id: list ?? '' })}
    ${choice(view, {
      name: 'type',
      label: changes.kind,
      value: type,
      choices: [
        ['', changes.anyKind],
        ...Object.keys(changes.kinds).map((name) => [name, ownValue(changes.kinds, name) ?? name] as const),
      ],
    })}
    <button class="outline">${words.general.apply}</button>
  </form>`
}

const pages = (view: View, next: number | null): Html => {
  const at = (cursor: number | null): string => to('/changes', changed(view.query, { cursor }))
  const { changes } = view.words
  return pager(
    {
      previous: view.query['cursor'] === undefined ? null : at(null),
      next: next === null ? null : at(next),
      words: { previous: changes.newest, next: changes.older },
    },
    view,
  )
}

type Watches = z.output<typeof ListWatches.output>

function watchedCompanies(view: View, { data, meta }: Watches): Html {
  const { changes } = view.words
  return html`<section class="card">
    <h2>${changes.watched}</h2>
    <p class="muted">${data.length === 0 ? changes.nobodyWatched : changes.room(meta.total, meta.most)}</p>
    <ul class="plain">
      ${data.map(({ domain, every_days: days }) => html`<li class="row apart still"><span><a href="${to(`/companies/${domain}`)}"><bdi>${domain}</bdi></a> <small class="muted">${changes.every(days)}</small></span>${view.can('write') ? unwatchButton(view, domain) : NOTHING}</li>`)}
    </ul>
    ${watchPages(view, meta)}
    ${view.can('write') ? watchMore(view) : NOTHING}
  </section>`
}

function watchPages(view: View, { total, limit, offset }: Watches['meta']): Html {
  const at = (from: number): string => to('/changes', changed(view.query, { watches_from: from > 0 ? from : null }))
  return pager(
    {
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      next: offset + limit < total ? at(offset + limit) : null,
      here: view.words.general.page(Math.floor(offset / limit) + 1),
    },
    view,
  )
}

const unwatchButton = ({ words: { changes }, once }: View, domain: string): Html =>
  html`<form method="post" action="${to('/changes/watch')}">
    ${hidden({ domains: domain, remove: 'true', once })}
    <button class="ghost small" aria-label="${changes.unwatchOne(domain)}"${iconTooltip(changes.unwatch)}>${icon('close')}</button>
  </form>`

const watchMore = (view: View): Html => {
  const { changes } = view.words
  return html`<form method="post" action="${to('/changes/watch')}">
    ${hidden({ once: view.once })}
    ${inputField(view, { name: 'domains', label: changes.domains, required: true, placeholder: changes.domainsHint })}
    <button>${changes.watch}</button>
  </form>`
}
