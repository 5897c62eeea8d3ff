import { ListAccountKeys } from '../../../core/accounts/account-keys.ts'
import { ListOwnKeys } from '../../../core/accounts/api-keys.ts'
import { connectCard } from '../../components/connect-card.ts'
import { empty } from '../../components/empty.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { dataTable } from '../../components/data-table.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { offsetPages } from './offset-pages.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

/** The most keys one user may have. */
const OWN = 100
const OTHERS = 25

const asks = (view: View) => ({
  own: askFor(ListOwnKeys, { limit: OWN }),
  others: view.can('team') ? askFor(ListAccountKeys, { limit: OTHERS, offset: view.query['offset'] }) : null,
})
type Known = Found<ReturnType<typeof asks>>

/** The reader's keys, for managers of the team also those of the account, and how to use them. */
export const KeysScreen = screen({
  scope: 'read',
  title: ({ words }) => words.team.keys.title,
  asks,
  page: (found, view) => {
    const { keys } = view.words.team
    const make = view.can('write')
      ? html`<a class="button" href="${to('/settings/keys/new')}">${icon('add')}${keys.make}</a>`
      : NOTHING
    const isEmpty = found.own.data.length === 0
    return html`<header class="row apart">
        <h1>${keys.title}</h1>
        ${isEmpty ? NOTHING : make}
      </header>
      ${settingsTabs(view)}
      <p>${keys.intro}</p>
      ${isEmpty ? empty('key', keys.none, make) : ownKeys(found, view)} ${othersKeys(found, view)}
      ${connectCard(view)}`
  },
})

function ownKeys({ own }: Known, view: View): Html {
  const { words, format } = view
  const { keys } = words.team
  return dataTable({
    label: keys.own,
    people: true,
    heads: [keys.name, keys.token, keys.created, ''],
    rows: own.data.map(
      (key) =>
        html`<tr>
          <td><bdi>${key.name}</bdi></td>
          <td data-label="${keys.token}"><code>${key.token.replace(/^\*+/, '…')}</code></td>
          <td data-label="${keys.created}">${time(key.created_at, format)}</td>
          <td>${view.can('write') ? html`<a href="${to(`/settings/keys/${key.id}`)}" aria-label="${words.team.change}: ${key.name}">${words.team.change}</a>` : NOTHING}</td>
        </tr>`,
    ),
  })
}

function othersKeys({ others }: Known, view: View): Html {
  if (others === null) return NOTHING
  const { words, format } = view
  const { keys } = words.team
  return html`<h2>${keys.others}</h2>
    <p class="muted">${keys.othersIntro}</p>
    ${dataTable({
      label: keys.others,
      people: true,
      heads: [keys.name, keys.user, keys.may, keys.token, keys.lastUsed, ''],
      rows: others.data.map(
        (key) =>
          html`<tr>
            <td><bdi>${key.name}</bdi></td>
            <td data-label="${keys.user}"><bdi>${key.user ?? '–'}</bdi></td>
            <td data-label="${keys.may}">${mayOf(key.scopes, view)}</td>
            <td data-label="${keys.token}"><code>${key.token.replace(/^\*+/, '…')}</code></td>
            <td data-label="${keys.lastUsed}">${time(key.last_used_at, format)}</td>
            <td><a href="${to(`/settings/keys/${key.id}`)}" aria-label="${keys.revoke}: ${key.name}">${keys.revoke}</a></td>
          </tr>`,
      ),
    })}
    ${pager(offsetPages(view, others.meta), view)}`
}

const mayOf = (scopes: readonly string[], { words }: View): string =>
  Object.entries(words.team.keys.scopes)
    .filter(([scope]) => scopes.includes(scope))
    .map(([, word]) => word)
    .join(', ')
