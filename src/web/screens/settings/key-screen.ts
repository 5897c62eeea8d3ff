import { GetAccountKey, RevokeAccountKey } from '../../../core/accounts/account-keys.ts'
import { ChangeOwnKey, ListOwnKeys, RevokeOwnKey } from '../../../core/accounts/api-keys.ts'
import { AppError } from '../../../errors.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { time } from '../../components/time.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { dailyField } from './new-key-screen.ts'

/** The most keys one user may have. */
const OWN = 100

const asks = (view: View) => ({
  own: askFor(ListOwnKeys, { limit: OWN }),
  ofAccount: view.can('team') ? tryAskFor(GetAccountKey, { id: view.params['id'] }) : null,
})

interface ShownKey {
  id: number
  name: string
  token: string
  created_at: string
  isOwn: boolean
  user: string | null
  daily_credits?: number | null | undefined
}

/** A key of the reader or, for managers of the team, of anyone. @throws AppError not_found */
function keyOf({ own, ofAccount }: Found<ReturnType<typeof asks>>, { params }: View): ShownKey {
  const mine = own.data.find(({ id }) => String(id) === params['id'])
  const theirs = known(ofAccount)?.data
  if (mine !== undefined) return { ...mine, isOwn: true, user: null }
  if (theirs === undefined) throw new AppError('not_found', 'There is no such key.')
  return { ...theirs, isOwn: false }
}

/** One key: to rename or delete it. */
export const KeyScreen = screen({
  scope: 'read',
  confirmed: true,
  title: (view, found) => keyOf(found, view).name,
  asks,
  page: (found, view) => {
    const key = keyOf(found, view)
    const { words, format } = view
    const { keys } = words.team
    return html`<h1><bdi>${key.name}</bdi></h1>
      ${settingsTabs(view)}
      <section class="narrow">
        <dl class="facts">
          <dt>${keys.token}</dt>
          <dd><code>${key.token.replace(/^\*+/, '…')}</code></dd>
          ${key.user === null ? NOTHING : html`<dt>${keys.user}</dt><dd><bdi>${key.user}</bdi></dd>`}
          <dt>${keys.created}</dt>
          <dd>${time(key.created_at, format)}</dd>
        </dl>
        ${problemList(view)} ${key.isOwn && view.can('write') ? renameForm(key, view) : NOTHING}
        ${view.can(key.isOwn ? 'write' : 'team') ? revokeForm(key, view) : NOTHING}
      </section>`
  },
})

const renameForm = (key: ShownKey, view: View): Html =>
  html`<form method="post" action="${to(`/settings/keys/${key.id}/name`)}">
    ${inputField(view, { name: 'name', label: view.words.team.keys.name, value: key.name, required: true, maxLength: 255 })}
    ${dailyField(view, key.daily_credits ?? undefined)}
    <button class="outline">${view.words.general.save}</button>
  </form>`

const revokeForm = (key: ShownKey, { words, once }: View): Html =>
  html`<h2>${words.team.keys.revokeQuestion}</h2>
    <p>${words.team.keys.revokeWhat(key.name)}</p>
    <form method="post" action="${to(`/settings/keys/${key.id}/${key.isOwn ? 'revoke' : 'revoke-of-other'}`)}">
      ${hidden({ once })}
      <button data-variant="danger">${words.team.keys.revokeButton}</button>
    </form>`

const on = { path: '/settings/keys/:id', screen: KeyScreen }

export const RenameKeyForm = form({
  uses: [ListOwnKeys, ChangeOwnKey],
  confirmed: true,
  on,
  act: async ({ perform, fields, view }) => {
    const id = view.params['id'] ?? ''
    const before = (await perform(ListOwnKeys, { limit: OWN })).data.find((key) => String(key.id) === id)
    const daily = fieldText(fields, 'daily_credits')
    const { data } = await perform(ChangeOwnKey, {
      id,
      name: fieldText(fields, 'name'),
      daily_credits: daily === '' ? 0 : daily,
    })
    const undo = before && {
      action: to(`/settings/keys/${id}/name`),
      fields: { name: before.name, daily_credits: before.daily_credits ?? '' },
    }
    return see(to('/settings/keys'), notice('team.keyChanged', { name: data.name }, undo))
  },
})

export const RevokeKeyForm = form({
  uses: [RevokeOwnKey],
  confirmed: true,
  on,
  act: async ({ perform, view }) => {
    const { data } = await perform(RevokeOwnKey, { id: view.params['id'] })
    return see(to('/settings/keys'), notice('team.keyRevoked', { name: data.name }))
  },
})

export const RevokeOthersKeyForm = form({
  uses: [RevokeAccountKey],
  confirmed: true,
  on,
  act: async ({ perform, view }) => {
    const { data } = await perform(RevokeAccountKey, { id: view.params['id'] })
    return see(to('/settings/keys'), notice('team.keyRevoked', { name: data.name }))
  },
})
