import type { z } from 'zod'
import { planOf } from '../../../core/billing/plans.ts'
import { companiesAreKnown } from '../../../core/discover/discover.ts'
import { DiscoverPeople } from '../../../core/discover/discover-people.ts'
import { AppError } from '../../../errors.ts'
import { HEADCOUNTS } from '../../../lib/companies/company-facts.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { empty } from '../../components/empty.ts'
import { choice, hidden, inputField } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { jsonBox, jsonLink } from '../../components/json-box.ts'
import { pager } from '../../components/pager.ts'
import { known, readFrom, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { apartFromTopics, areaName, discoverInput, filterParts, filtersOf, labelWith } from './discover-query.ts'
import { tooltip } from '../../components/tooltip.ts'
import { askForNamed, ownNamed } from '../search/own-named.ts'

type Answer = z.output<typeof DiscoverPeople.output>

/** Companies on one page, if the plan allows paging. */
const COMPANIES_PER_PAGE = 25

function asked(view: View): Record<string, unknown> | null {
  const input = discoverInput(view.query)
  const isPremium = planOf(view.me?.principal.plan ?? '').premium
  return input === null || !isPremium ? input : { limit: COMPANIES_PER_PAGE, ...input }
}

/** Companies by a description or by filters, with what was understood. */
export const DiscoverScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.discover,
  asks: (view) => {
    const input = asked(view)
    return {
      companies: input === null ? null : tryAskFor(DiscoverPeople, input),
      ...askForNamed(view.query['query']),
      isFilled: readFrom(companiesAreKnown),
    }
  },
  page: ({ companies, lists, campaigns, isFilled }, view) => {
    const { discover } = view.words
    const { query } = view
    const input = asked(view)
    const answer = known(companies)
    return html`<h1>${discover.title}</h1>
      <form method="get" action="${to('/discover')}" class="filters">
        <div class="wide">${inputField(view, { name: 'query', label: discover.inWords, value: query['query'], placeholder: discover.wordsHint, type: 'search', maxLength: 1_000 })}</div>
        <button>${icon('search')}${discover.find}</button>
      </form>
      ${filterForm(view, answer)}
      ${companies instanceof AppError ? html`<p role="alert" class="warning">${companies.errors.map((error) => sentenceOf(error, view.words)).join(' ')}</p>` : NOTHING}
      ${ownNamed({ lists, campaigns }, view)} ${answer === null ? NOTHING : understood(view, answer)} ${companiesOrWhyNot(view, answer, isFilled)}
      ${answer === null || input === null ? NOTHING : jsonBox(view, { method: 'POST', path: '/discover/people', parameters: input, answer })}`
  },
})

function filterForm(view: View, answer: Answer | null): Html {
  const { discover } = view.words
  const filters = answer?.meta.filters ?? filtersOf(view.query)
  return html`<details>
    <summary>${discover.addFilter}</summary>
    <form method="get" action="${to('/discover')}" class="filters">
      ${hidden({ filters: Object.keys(filters).length > 0 ? JSON.stringify(filters) : null })}
      ${inputField(view, { name: 'industry', label: discover.industry, hint: discover.industryHint, maxLength: 255 })}
      ${choice(view, { name: 'headcount', label: discover.size, choices: [['', discover.anySize], ...HEADCOUNTS.map((size) => [size, size] as const)] })}
      ${inputField(view, { name: 'country', label: discover.country, hint: discover.countryHint, maxLength: 2 })}
      ${inputField(view, { name: 'city', label: discover.city, maxLength: 255 })}
      ${inputField(view, { name: 'technology', label: discover.technology, hint: discover.technologyHint, maxLength: 255 })}
      <button class="outline">${discover.addFilter}</button>
    </form>
  </details>`
}

/** What was understood, each part with a link to remove it, and what was not. */
function understood({ words, format }: View, { meta }: Answer): Html {
  const { discover } = words
  const parts = filterParts(apartFromTopics(meta.filters), format.country)
  const { not_understood: lost = [], dropped_filters: dropped = [], widened = [], corrected = [] } = meta
  const { relaxed = [], ambiguous = [], people } = meta
  const placeNamed = (place: object) => labelWith(place, format.country)
  const named = (name: string) => ownValue(discover.names, name) ?? name
  return html`${
    parts.length === 0
      ? NOTHING
      : html`<p class="row">
          ${discover.understood}
          ${parts.map(({ name, label, isExcluded, without }) => {
            const said = `${named(name)}: ${isExcluded ? discover.excluded(label) : label}`
            return html`<a class="chip" href="${to('/discover', { filters: Object.keys(without).length > 0 ? JSON.stringify(without) : null })}"${tooltip(discover.without(said))}><bdi>${said}</bdi>${icon('close')}</a>`
          })}
        </p>`
  }
  ${corrected.map(({ said, read_as: meant }) => html`<p class="muted">${discover.corrected(said, meant)}</p>`)}
  ${widened.map(({ said, to: area }) => html`<p class="muted">${discover.widened(said, areaName(area, format.country))}</p>`)}
  ${ambiguous.map(({ said, taken, others }) => html`<p class="muted">${discover.ambiguous(said, placeNamed(taken), others.map(placeNamed).join('; '))}</p>`)}
  ${relaxed.length === 0 ? NOTHING : html`<p class="warning">${icon('info')}<span>${discover.relaxed(relaxed.map(({ said }) => said).join(', '))}</span></p>`}
  ${people === undefined ? NOTHING : html`<p class="muted"><bdi>${discover.askedPeople(people.said)}</bdi></p>`}
  ${lost.length === 0 ? NOTHING : html`<p class="muted">${discover.notUnderstood} <bdi>${lost.map(discover.quoted).join(', ')}</bdi></p>`}
  ${dropped.length === 0 ? NOTHING : html`<p class="muted">${discover.beyondPlan} ${dropped.map(named).join(', ')}</p>`}`
}

function companiesOrWhyNot(view: View, answer: Answer | null, isFilled: boolean): Html {
  const { discover } = view.words
  const byDomain = html`<a class="button" href="${to('/')}">${discover.searchDomain}</a>`
  if (!isFilled)
    return empty(
      'discover',
      discover.emptyIndex,
      byDomain,
      html`${discover.importMany} <code>quarry import companies</code>`,
    )
  if (answer === null)
    return empty(
      'discover',
      discover.start,
      html`<a class="button outline" href="${to('/discover', { query: discover.exampleQuery })}">${discover.example}</a>`,
    )
  if (answer.data.length === 0) {
    const name = answer.meta.empty_because
    if (Object.keys(answer.meta.filters).length === 0) return empty('filter', discover.nothingUnderstood)
    return empty(
      'filter',
      name === undefined ? discover.nobodyFits : discover.nobodyFitsFor(ownValue(discover.names, name) ?? name),
    )
  }
  return companiesTable(view, answer)
}

function companiesTable(view: View, { data, meta }: Answer): Html {
  const { words, format, query } = view
  const { discover } = words
  const { results, results_capped: isCapped, limit, offset, total_emails: addresses } = meta
  const at = (place: number) => to(view.path, { ...query, json: null, offset: place })
  const isPremium = planOf(view.me?.principal.plan ?? '').premium
  return html`<form method="post" action="${to('/discover/look')}">
    ${hidden({ back: to(view.path, query) })}
    <div class="table" tabindex="0" role="region" aria-label="${discover.title}">
      <table class="people">
        <thead>
          <tr>
            <td class="tick-cell"></td>
            <th scope="col">${discover.company}</th>
            <th scope="col">${discover.domain}</th>
            <th scope="col" class="number">${discover.people}</th>
            <th scope="col" class="number">${discover.shared}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            ({ domain, organization, emails_count: { personal, generic, total } }) =>
              html`<tr>
                <td class="tick-cell"><input type="checkbox" name="domains" value="${domain}" aria-label="${words.search.tick(domain)}" /></td>
                <td><a href="${to(`/companies/${domain}`)}"><bdi>${organization ?? domain}</bdi></a></td>
                <td class="mono"><bdi>${domain}</bdi></td>
                <td class="number" data-label="${discover.people}">${format.number(personal)}</td>
                <td class="number" data-label="${discover.shared}">${format.number(generic)}</td>
                <td><a class="button outline small" href="${to(`/companies/${domain}`)}" aria-label="${total > 0 ? discover.open : discover.readSite} ${domain}">${total > 0 ? discover.open : discover.readSite}</a></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div class="bulk"><button class="outline">${icon('search')}${discover.lookInto}</button></div>
    </form>
    <div class="row apart muted">
      <span>${isCapped === true ? discover.more(results) : discover.found(results, addresses.total)} · ${words.search.boxPrice}</span> ${jsonLink(view)}
    </div>
    ${pager(
      {
        previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
        next: isPremium && offset + limit < results ? at(offset + limit) : null,
      },
      view,
    )}`
}
