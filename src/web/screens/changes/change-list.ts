import type { z } from 'zod'
import type { ListChanges } from '../../../core/changes/list-changes.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { link } from '../../components/link.ts'
import { time } from '../../components/time.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export type ListedChange = z.output<typeof ListChanges.output>['data'][number]

/** What changed, one sentence each, with what says so. @param of the company that all are about, which is then not named. */
export const changeList = (view: View, changes: readonly ListedChange[], of: string | null = null): Html =>
  html`<ul class="plain">
    ${changes.map((change) => html`<li>${changeLine(view, change, of)}</li>`)}
  </ul>`

function changeLine(view: View, change: ListedChange, of: string | null): Html {
  const { words, format } = view
  const { changes } = words
  const { person, domain, before, after, type, undone_at: undoneAt } = change
  const said = ownValue(changes.said, type)?.({ who: person?.full_name ?? domain, before, after }) ?? type
  const company = html`<a href="${to(`/companies/${domain}`)}"><bdi>${domain}</bdi></a>, `
  return html`${who(change, html`<bdi>${said}</bdi>`)}
    <small class="muted">${of === domain ? NOTHING : company}${time(change.happened_between[1], format)}</small>
    ${undoneAt === null ? NOTHING : html`<p class="muted">${changes.undone}</p>`}
    ${evidence(view, change)}`
}

/** The sentence leads to the person, where there is an address of theirs. */
const who = ({ person, type }: ListedChange, sentence: Html): Html =>
  person?.email === null || person?.email === undefined || type === 'left'
    ? html`<span>${sentence}</span>`
    : html`<a href="${to(`/people/${encodeURIComponent(person.email)}`)}">${sentence}</a>`

const evidence = ({ words, format }: View, { evidence: shown }: ListedChange): Html =>
  html`<details class="sources">
    <summary>${words.general.howDoWeKnow}</summary>
    <ul>
      ${shown.map(
        ({ uri, seen_on, says }) =>
          html`<li>${link(uri, html`<bdi>${uri.replace(/^https?:\/\//, '').slice(0, MOST_SHOWN)}</bdi>`)}, <bdi>${words.changes.shown(format.day(new Date(seen_on)), says)}</bdi></li>`,
      )}
    </ul>
  </details>`

const MOST_SHOWN = 80
