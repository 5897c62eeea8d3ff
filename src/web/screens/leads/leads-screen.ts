import { ListCustomAttributes } from '../../../core/leads/custom-attributes.ts'
import type { Lead } from '../../../core/leads/lead-output.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { ListLeads } from '../../../core/leads/list-leads.ts'
import { AppError } from '../../../errors.ts'
import { askFor, tryAskFor } from '../../page/ask.ts'
import { empty } from '../../components/empty.ts'
import { hidden, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { sentenceOf } from '../../page/problems.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { bulkBar } from './leads-bulk-bar.ts'
import { allColumns, chosenColumns, leadName } from './leads-columns.ts'
import type { ShownColumn } from './leads-columns.ts'
import { activeFilters, addFilterForm, columnsForm, filterBar } from './leads-filters.ts'
import type { ListChoice } from './leads-filters.ts'
import { leadFiltersOf, filtersText, listInput, sortOf, viewAgain } from './leads-query.ts'
import { tooltip } from '../../components/tooltip.ts'

interface Answer {
  data: { leads: Lead[] }
  meta: { count: number | null; total: number; next?: string | null | undefined; previous?: string | null | undefined }
}

/** All that match are chosen, and no individual ones are ticked. */
const isAll = ({ query }: View): boolean => query['all'] !== undefined

/** An exact count takes a while for large numbers: it is requested separately from the page, or on demand. */
const isExact = (view: View): boolean => isAll(view) && (view.part === BULK || view.query['all'] === 'exact')

/** The part below the table. */
const BULK = 'bulk'

/** The people of an account, with filters, and actions for many of them. */
export const LeadsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.leads,
  asks: (view) => ({
    leads: tryAskFor(ListLeads, listInput(view.query, { isExact: isExact(view) })),
    lists: askFor(ListListChoices),
    attributes: askFor(ListCustomAttributes),
  }),
  page: ({ leads: answer, lists: found, attributes: own }, view) => {
    const { words, query } = view
    const lists = found.data.leads_lists
    const attributes = own.data.leads_custom_attributes
    const list = lists.find(({ id }) => String(id) === query['leads_list_id'])
    const columns = allColumns(view, attributes)
    const shown = chosenColumns(query, columns)
    const active = activeFilters(view, { lists, attributes })
    return html`<div class="row apart">
        <h1>${list === undefined ? words.general.leads : html`<bdi>${words.leads.inList(list.name)}</bdi>`}</h1>
        ${view.can('write') ? html`<a class="button" href="${to('/leads/new', { leads_list_id: query['leads_list_id'] })}">${icon('add')}${words.leads.new}</a>` : NOTHING}
      </div>
      ${problemList(view)}
      ${
        isNobodySaved(answer)
          ? NOTHING
          : html`${filterBar(view, lists)}
              <div class="row apart">
                <div class="row">${active}${addFilterForm(view, attributes)}</div>
                <div class="row">${columnsForm(view, columns, shown)}${links(view)}</div>
              </div>`
      }
      ${
        answer instanceof AppError
          ? html`<div role="alert" data-variant="danger">${answer.errors.map((error) => sentenceOf(error, words))}</div>`
          : table(answer, view, { columns: shown, active, lists })
      }`
  },
  parts: {
    [BULK]: ({ leads: answer, lists }, view) =>
      answer instanceof AppError
        ? html`<div role="alert" data-variant="danger">${answer.errors.map((error) => sentenceOf(error, view.words))}</div>`
        : bar(answer, view, lists.data.leads_lists),
  },
})

/** Nothing to filter, to show in columns or to export. */
const isNobodySaved = (answer: Answer | AppError): boolean => !(answer instanceof AppError) && answer.meta.total === 0

const bar = ({ data, meta }: Answer, view: View, lists: readonly ListChoice[]): Html =>
  bulkBar(view, { count: meta.count, shown: data.leads.length, isAll: isAll(view), lists })

function links(view: View): Html {
  const { leads, general } = view.words
  if (!view.can('write')) return NOTHING
  return html`<a class="button outline small" href="${to('/imports')}">${icon('import')}${leads.import}</a>
    <form method="post" action="${to('/leads/export')}" class="row">
      ${hidden({ filters: filtersText(view.query), once: view.onceInTabs })}
      <select name="format" aria-label="${leads.format}" class="small">
        ${['csv', 'xlsx', 'jsonl'].map((format) => html`<option value="${format}">${format.toUpperCase()}</option>`)}
      </select>
      <button class="outline small">${icon('download')}${general.download}</button>
    </form>`
}

interface Around {
  columns: readonly ShownColumn[]
  active: readonly Html[]
  lists: readonly ListChoice[]
}

function table(answer: Answer, view: View, { columns, active, lists }: Around): Html {
  const { words, query } = view
  const { leads } = answer.data
  const { count, total, next, previous } = answer.meta
  if (isNobodySaved(answer))
    return empty(
      'leads',
      words.leads.empty,
      html`<div class="row">
        <a class="button" href="${to('/')}">${icon('search')}${words.leads.searchCompany}</a>
        ${view.can('write') ? html`<a class="button outline" href="${to('/imports')}">${icon('import')}${words.leads.importFile}</a>` : NOTHING}
      </div>`,
      words.leads.emptyExample,
    )
  // Whoever deletes or moves the last people of a page still has those of the others.
  if (leads.length === 0 && count !== 0) {
    const first = to('/leads', changed(query, { before: null, after: null }))
    return empty('leads', words.leads.pageEmpty, html`<a class="button" href="${first}">${words.leads.firstPage}</a>`)
  }
  if (leads.length === 0) return empty('filter', words.leads.noneMatch, html`<div class="row">${active}</div>`)
  const ofAll = Object.keys(leadFiltersOf(query)).length > 0
  const size = count === null ? words.general.moreThan(1_000) : view.format.number(count)
  return html`<p class="muted">
      ${ofAll ? words.leads.countOf(size, words.leads.count(total)) : words.leads.count(total)}
    </p>
    ${
      view.can('write')
        ? html`<form method="post" action="${to('/leads/add')}">
            ${rows(leads, view, columns)} ${bar(answer, view, lists)}
          </form>`
        : rows(leads, view, columns)
    }
    ${pager(
      {
        previous: place(view, 'before', previous),
        next: place(view, 'after', next),
        ...(sortOf(query) === 'newest' && { words: { previous: words.general.newer, next: words.general.older } }),
      },
      view,
    )}`
}

const rows = (leads: readonly Lead[], view: View, columns: readonly ShownColumn[]): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="${view.words.general.leads}">
    <table class="people">
      <thead>
        <tr>
          ${view.can('write') ? html`<td class="tick-cell"></td>` : NOTHING}
          <th>${view.words.leads.fields.name}</th>
          ${columns.map((column) => heading(column, view))}
        </tr>
      </thead>
      <tbody>
        ${leads.map((lead) => row(lead, view, columns))}
      </tbody>
    </table>
  </div>`

const place = ({ query }: View, name: 'after' | 'before', key: string | null | undefined): string | null =>
  key === null || key === undefined ? null : to('/leads', changed(query, { before: null, [name]: key }))

function heading({ label, sort }: ShownColumn, view: View): Html {
  if (sort === null) return html`<th>${label}</th>`
  const isSorted = sortOf(view.query) === sort
  const direction = sort === 'newest' ? 'descending' : 'ascending'
  return html`<th${isSorted ? html` aria-sort="${direction}"` : NOTHING}>
    ${isSorted ? html`<span${tooltip(view.words.leads.sortedBy(label))}>${label} ${sort === 'newest' ? '↓' : '↑'}</span>` : html`<a href="${viewAgain(view.query, { sort })}"${tooltip(view.words.leads.sortBy(label))}>${label}</a>`}
  </th>`
}

function row(lead: Lead, view: View, columns: readonly ShownColumn[]): Html {
  const name = leadName(lead)
  const ticked = isAll(view)
  const box = html`<td class="tick-cell">
    <input type="checkbox" name="ids" value="${lead.id}" aria-label="${view.words.leads.tick(name)}"${ticked ? html` checked disabled` : NOTHING} />
  </td>`
  return html`<tr>
    ${view.can('write') ? box : NOTHING}
    <td><a href="${to(`/leads/${lead.id}`)}"><bdi>${name}</bdi></a></td>
    ${columns.map(({ label, isTime, cell }) => html`<td${isTime ? html` data-label="${label}"` : NOTHING}>${cell(lead, view)}</td>`)}
  </tr>`
}
