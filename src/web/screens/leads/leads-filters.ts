import { ownValue } from '../../../lib/text/own-value.ts'
import { hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import type { Attribute, ShownColumn } from './leads-columns.ts'
import { leadFiltersOf, OTHER_FILTERS, PAGE_SIZES, sizeOf, viewAgain } from './leads-query.ts'
import { tooltip } from '../../components/tooltip.ts'

export interface ListChoice {
  id: number
  name: string
}

type Choices = readonly (readonly [value: string, label: string])[]

const STATUSES = ['valid', 'accept_all', 'invalid', 'webmail', 'disposable', 'unknown'] as const
const SENDING = ['~', 'pending', 'sent', 'opened', 'clicked', 'replied', 'bounced', 'unsubscribed', 'error'] as const

/** The choices of the usual filters. */
export function usualChoices({ words }: View): { statuses: Choices; sending: Choices; stillThere: Choices } {
  const { leads, general } = words
  const { anybody, current, former, unknown } = words.changes.stillThere
  return {
    statuses: [
      ['', leads.anyStatus],
      ...STATUSES.map((status) => [status, general.status[status].word] as const),
      ['pending', leads.pendingCheck],
    ],
    stillThere: [
      ['', anybody],
      ['current,likely', current],
      ['former', former],
      ['unknown', unknown],
    ],
    sending: [['', leads.anyMail], ...SENDING.map((status) => [status, leads.sending[status]] as const)],
  }
}

/** The form of filters above the table: it leads to the same screen with another query. */
export function filterBar(view: View, lists: readonly ListChoice[]): Html {
  const { words, query } = view
  const { leads, general } = words
  const { statuses, sending, stillThere } = usualChoices(view)
  const others = Object.fromEntries(
    Object.entries(leadFiltersOf(query)).filter(
      ([name]) => OTHER_FILTERS.includes(name as never) || name === 'custom_attributes',
    ),
  )
  const kept = { ...others, sort: query['sort'], columns: query['columns'], limit: query['limit'] }
  const isFiltered = Object.keys(leadFiltersOf(query)).length > 0
  return html`<details class="fold"${isFiltered ? html` open` : NOTHING}>
    <summary>${general.filter}</summary>
    <form class="filters" action="${to('/leads')}" role="search" aria-label="${general.filter}">
    ${menu('leads_list_id', leads.list, query['leads_list_id'], [['', leads.anyList], ...lists.map(({ id, name }) => [String(id), name] as const)])}
    <div data-field>
      <label for="query">${leads.searchPeople}</label>
      <input type="search" id="query" name="query" value="${query['query'] ?? ''}" maxlength="255" />
    </div>
    ${menu('verification_status', leads.status, query['verification_status'], statuses)}
    ${menu('sending_status', leads.mail, query['sending_status'], sending)}
    ${menu('affiliation', words.changes.stillThere.name, query['affiliation'], stillThere)} ${hidden(kept)}
    <button class="outline">${icon('filter')}${general.apply}</button>
    </form>
  </details>`
}

const menu = (name: string, label: string, chosen: string | undefined, choices: Choices): Html =>
  html`<div data-field>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${choices.map(([value, word]) => html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : NOTHING}>${word}</option>`)}
    </select>
  </div>`

/** Adds a filter by any other field, one at a time. */
export function addFilterForm(view: View, attributes: readonly Attribute[]): Html {
  const { leads, general } = view.words
  const names: Choices = [
    ...OTHER_FILTERS.map((name) => [name, leads.fields[name]] as const),
    ...attributes.map(({ label, slug }) => [`own.${slug}`, label] as const),
  ]
  const { add: _, text: __, after: ___, before: ____, all: _____, ...query } = view.query
  return html`<details>
    <summary class="button outline small">${icon('add')}${leads.addFilter}</summary>
    <form class="filters" action="${to('/leads/filter')}">
      ${hidden(query)} ${menu('add', leads.filterField, 'company', names)}
      <div data-field>
        <label for="text">${leads.filterText}</label>
        <input id="text" name="text" required aria-describedby="text-hint" />
        <div data-hint id="text-hint">${leads.filterHint}</div>
      </div>
      <button class="outline">${general.apply}</button>
    </form>
  </details>`
}

/** Where the form above leads: to the view with one more filter. */
export function filterAdded({ query }: View): string {
  const { add = '', text = '', ...rest } = query
  const slug = /^own\.(.+)$/.exec(add)?.[1]
  if (slug !== undefined) {
    const own = { ...attributeFilters(query['custom_attributes']), [slug]: text }
    return to('/leads', { ...rest, custom_attributes: JSON.stringify(own) })
  }
  return to('/leads', OTHER_FILTERS.includes(add as never) ? { ...rest, [add]: text } : rest)
}

/** Filters by custom attributes, as in the URL. */
function attributeFilters(text: string | undefined): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    if (typeof parsed !== 'object' || parsed === null) return {}
    return Object.fromEntries(Object.entries(parsed).map(([slug, value]) => [slug, String(value)]))
  } catch {
    return {}
  }
}

/** The active filters, each with a link to remove it. */
export function activeFilters(
  view: View,
  { lists, attributes }: { lists: readonly ListChoice[]; attributes: readonly Attribute[] },
): Html[] {
  const { words, query } = view
  const { leads } = words
  const { statuses, sending, stillThere } = usualChoices(view)
  const wordOf = (name: string, value: string): string => {
    if (name === 'leads_list_id') return lists.find(({ id }) => String(id) === value)?.name ?? value
    const offered: Readonly<Record<string, Choices>> = {
      verification_status: statuses,
      sending_status: sending,
      affiliation: stillThere,
    }
    const choices = ownValue(offered, name) ?? []
    const known = choices.find(([word]) => word === value)?.[1]
    return known ?? (value === '*' ? leads.anyValue : value === '~' ? leads.noValue : value)
  }
  const dropLink = (label: string, value: string, href: string): Html =>
    html`<a class="button outline small" href="${href}"${tooltip(leads.dropFilter(label))}><bdi>${leads.contains(label, value)}</bdi>${icon('close')}</a>`
  return Object.entries(leadFiltersOf(query)).flatMap(([name, value]) => {
    if (name !== 'custom_attributes') {
      const label = ownValue(leads.fields as Readonly<Record<string, string>>, name) ?? name
      return [dropLink(label, wordOf(name, value), viewAgain(query, { [name]: null }))]
    }
    const own = attributeFilters(value)
    return Object.entries(own).map(([slug, text]) => {
      const { [slug]: _, ...others } = own
      const left = Object.keys(others).length === 0 ? null : JSON.stringify(others)
      const label = attributes.find((attribute) => attribute.slug === slug)?.label ?? slug
      return dropLink(label, wordOf('', text), viewAgain(query, { custom_attributes: left }))
    })
  })
}

/** Which columns the table shows, and how many rows. */
export function columnsForm(view: View, all: readonly ShownColumn[], shown: readonly ShownColumn[]): Html {
  const { leads, general } = view.words
  const { columns: _, limit: __, after: ___, before: ____, ...query } = view.query
  return html`<details>
    <summary class="button outline small">${leads.columns}</summary>
    <form class="card" action="${to('/leads')}">
      ${hidden(query)}
      <fieldset>
        <legend>${leads.columnsHint}</legend>
        <div class="row">
          ${all.map(
            ({ name, label }) =>
              html`<label class="tick"><input type="checkbox" name="columns" value="${name}"${shown.some((column) => column.name === name) ? html` checked` : NOTHING} /> ${label}</label>`,
          )}
        </div>
      </fieldset>
      <div class="row">
        <select name="limit" aria-label="${leads.rows(0)}">
          ${PAGE_SIZES.map((size) => html`<option value="${size}"${size === sizeOf(view.query) ? html` selected` : NOTHING}>${leads.rows(size)}</option>`)}
        </select>
        <button class="outline">${general.apply}</button>
      </div>
    </form>
  </details>`
}
