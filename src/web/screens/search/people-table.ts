import type { EmailEntry } from '../../../core/search/domain-search-output.ts'
import { chip } from '../../components/chip.ts'
import { enhance } from '../../components/enhance.ts'
import { meter } from '../../components/meter.ts'
import { sourceList } from '../../components/source-list.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'
import { leftCompanyChip } from '../changes/left-company-chip.ts'
import { fullNameOf, seenAt } from './person-words.ts'

export interface PeopleTable {
  domain: string
  people: readonly EmailEntry[]
  ticked: ReadonlySet<string>
  /** A check is in progress: ticked people without an answer wait for one. */
  isChecking: boolean
}

/** The people of a domain, one row each, with boxes to tick. */
export function peopleTable(view: View, { domain, people, ticked, isChecking }: PeopleTable): Html {
  const { search, general } = view.words
  const heads = [search.name, search.title, search.address, search.status]
  const inDrawer = [general.confidence, search.seenOn]
  return html`<div class="table" tabindex="0" role="region" aria-label="${search.peopleOf(domain)}">
    <table class="people">
      <thead>
        <tr>
          <td class="tick-cell"></td>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          ${inDrawer.map((head) => html`<th scope="col" class="in-drawer">${head}</th>`)}
        </tr>
      </thead>
      <tbody id="ticks">
        ${people.map((person) => personRow(view, person, { isTicked: ticked.has(person.value), isChecking }))}
      </tbody>
    </table>
  </div>`
}

function personRow(
  view: View,
  person: EmailEntry,
  { isTicked, isChecking }: { isTicked: boolean; isChecking: boolean },
): Html {
  const { words, format, query } = view
  const { value, verification, position_raw, position, confidence, sources } = person
  const href = to(view.path, { ...query, people: null, json: null, person: value })
  const opens = enhance({ get: href, target: 'drawer', pushUrl: true })
  const status = isChecking && isTicked && verification.status === null ? 'running' : verification.status
  return html`<tr${query['person'] === value ? html` class="here"` : NOTHING}>
    <td class="tick-cell">
      <input type="checkbox" name="people" value="${value}" aria-label="${words.search.tick(value)}"${isTicked ? html` checked` : NOTHING} />
    </td>
    <td>
      <a href="${href}" id="row-${value}"${opens}><bdi>${fullNameOf(person) ?? words.search.sharedAddress}</bdi></a>
    </td>
    <td><bdi>${position_raw ?? position}</bdi> ${leftCompanyChip(view, person.affiliation)}</td>
    <td class="mono"><bdi>${value}</bdi></td>
    <td><span id="status-${value}">${chip(status, view, verification.date)}</span></td>
    <td class="in-drawer">${meter(confidence, view, { href, more: html` id="confidence-${value}"${opens}` })}</td>
    <td class="in-drawer">${sourceList(sources.map(seenAt), { words, format, home: view.params['domain'] ?? '' })}</td>
  </tr>`
}
