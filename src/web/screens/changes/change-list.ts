import type { z } from 'zod'
import type { ListChanges } from '../../../core/changes/list-changes.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { link } from '../../components/link.ts'
import { stateChip } from '../../components/state-chip.ts'
import { time } from '../../components/time.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export type ListedChange = z.output<typeof ListChanges.output>['data'][number]

/** What changed, one sentence each, with the evidence. @param of the company all of them concern, which is then not named */
export const changeList = (view: View, changes: readonly ListedChange[], of: string | null = null): Html =>
  html`<ul class="plain">
    ${changes.map((change) => html`<li>${changeLine(view, change, of)}</li>`)}
  </ul>`

function changeLine(view: View, change: ListedChange, of: string | null): Html {
  const { words, format } = view
  const { changes } = words
  const { person, domain, undone_at: undoneAt } = change
  const company = html`<a href="${to(`/companies/${domain}`)}"><bdi>${domain}</bdi></a>`
  return html`${sentence(change, changes)}
    <div class="row under">
      ${of === domain || person === null ? NOTHING : company}${time(change.happened_between[1], format)}
      ${undoneAt === null ? NOTHING : stateChip('warning', changes.undoneWord, changes.undone)}
      ${evidence(view, change)}
    </div>`
}

/** A person links to their page if one of their addresses is known; a company links to its own. */
function sentence({ person, domain, before, after, type }: ListedChange, changes: View['words']['changes']): Html {
  const who = person?.full_name ?? domain
  const said = ownValue(changes.said, type)?.({ who, before, after }) ?? type
  const at = said.indexOf(who)
  const path =
    person === null
      ? `/companies/${domain}`
      : person.email === null
        ? null
        : `/people/${encodeURIComponent(person.email)}`
  if (path === null || at === -1) return html`<bdi>${said}</bdi>`
  return html`<bdi>${said.slice(0, at)}<a href="${to(path)}">${who}</a>${said.slice(at + who.length)}</bdi>`
}

const evidence = (view: View, { evidence: shown }: ListedChange): Html =>
  html`<details class="sources">
    <summary>${view.words.general.howDoWeKnow}</summary>
    <ul>
      ${shown.map(
        ({ uri, seen_on, says }) =>
          html`<li>${link(uri, uri.replace(/^https?:\/\//, '').slice(0, MOST_SHOWN))}, <bdi>${view.words.changes.shown(view.format.day(seen_on), saidHere(says, view))}</bdi></li>`,
      )}
    </ul>
  </details>`

const MOST_SHOWN = 80

/** What Quarry noticed is in the reader's language; what a page says is quoted. */
function saidHere(says: string, { words, format }: View): string {
  const { noticed, leftOn } = words.changes
  const [, day] = /^left on (\d{4}-\d\d-\d\d)$/.exec(says) ?? []
  return day === undefined ? (ownValue(noticed, says) ?? says) : leftOn(format.day(day))
}
