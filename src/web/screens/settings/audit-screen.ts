import { ownValue } from '../../../lib/text/own-value.ts'
import { ListAuditEvents } from '../../../core/accounts/audit-events.ts'
import { AUDIT_ACTIONS } from '../../../core/accounts/audit.ts'
import { choice } from '../../components/field.ts'
import { empty } from '../../components/empty.ts'
import { pager } from '../../components/pager.ts'
import { dataTable } from '../../components/data-table.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { retold } from '../../page/problems.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { offsetPages } from './offset-pages.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

const actionOf = ({ query }: View) => AUDIT_ACTIONS.find((action) => action === query['action'])

const asks = (view: View) => ({
  log: askFor(ListAuditEvents, { action: actionOf(view), limit: 50, offset: view.query['offset'] }),
})
type Event = Found<ReturnType<typeof asks>>['log']['data'][number]

/** Who did what. */
export const AuditScreen = screen({
  scope: 'team',
  title: ({ words }) => words.settings.audit.title,
  asks,
  page: ({ log }, view) => {
    const { audit } = view.words.settings
    const filtered = actionOf(view) !== undefined
    return html`<h1>${audit.title}</h1>
      ${settingsTabs(view)}
      <p>${audit.intro}</p>
      <form action="${to('/settings/audit')}" class="filters">
        ${choice(view, {
          name: 'action',
          label: audit.kind,
          value: actionOf(view) ?? '',
          choices: [['', audit.everything], ...AUDIT_ACTIONS.map((action) => [action, audit.actions[action]] as const)],
        })}
        <button class="outline">${view.words.general.apply}</button>
      </form>
      ${
        log.data.length === 0
          ? empty('info', filtered ? audit.noneOfKind : audit.none)
          : dataTable({
              label: audit.title,
              people: true,
              heads: [audit.when, audit.who, audit.what, audit.subject],
              rows: log.data.map((event) => row(event, view)),
            })
      }
      ${pager(offsetPages(view, log.meta), view)}`
  },
})

function row(event: Event, view: View): Html {
  const { words, format } = view
  const { audit } = words.settings
  const at = new Date(event.at)
  const actions: Readonly<Record<string, string>> = audit.actions
  const vias: Readonly<Record<string, string>> = audit.via
  return html`<tr>
    <td><time datetime="${event.at}">${format.moment(at)}</time></td>
    <td><bdi>${retold(event.actor, words)}</bdi> <small class="muted">${ownValue(vias, event.via) ?? event.via}</small></td>
    <td>${ownValue(actions, event.action) ?? event.action}${event.installation ? html` <small class="muted">(${audit.installation})</small>` : NOTHING}</td>
    <td>${event.subject === null ? NOTHING : html`<bdi>${event.subject}</bdi>`}${details(event, words)}</td>
  </tr>`
}

/** The details: the roles before and after, a plan, a reason. */
function details({ details: known }: Event, { team, settings: { audit } }: View['words']): Html {
  const roles: ReadonlyMap<string, { word: string }> = new Map(Object.entries(team.roles))
  const { from, to: next, ...rest } = known
  const said = (name: string, value: unknown): string[] => {
    if (typeof value !== 'string') return []
    if (name === 'way' || name === 'by') return [ownValue<string>(audit.ways, value) ?? value]
    return [roles.get(value)?.word ?? value]
  }
  const [[before], [after]] = [said('from', from), said('to', next)]
  const change =
    before !== undefined && after === undefined
      ? audit.before(before)
      : [before, after].flatMap((word) => word ?? []).join(' → ')
  const texts = [change, ...Object.entries(rest).flatMap(([name, value]) => said(name, value))].filter(
    (text) => text !== '',
  )
  return texts.length === 0 ? NOTHING : html` <small class="muted"><bdi>${texts.join(' · ')}</bdi></small>`
}
