import { CreateOwnKey } from '../../../core/accounts/api-keys.ts'
import { connectCard } from '../../components/connect-card.ts'
import { copyBox } from '../../components/copy-box.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

const RIGHTS = ['read', 'write', 'send'] as const

/** What a new key is for, and what it may do. */
export const NewKeyScreen = screen({
  scope: 'write',
  confirmed: true,
  title: ({ words }) => words.team.keys.make,
  page: (_, view) => {
    const { keys } = view.words.team
    const rights = RIGHTS.filter((right) => view.can(right))
    return html`<h1>${keys.make}</h1>
      ${settingsTabs(view)}
      <section class="narrow">
        <p>${keys.intro}</p>
        ${problemList(view)}
        <form method="post" action="${to('/settings/keys/new')}">
          ${hidden({ once: view.onceInTabs })}
          ${inputField(view, { name: 'name', label: keys.name, hint: keys.nameHint, value: view.query['name'], required: true, maxLength: 255, first: true })}
          ${choice(view, { name: 'right', label: keys.right, value: rights.at(-1) ?? 'read', choices: rights.map((right) => [right, keys.rights[right]] as const) })}
          ${dailyField(view)}
          <div class="row">
            <button>${keys.make}</button>
            <a class="button outline" href="${to('/settings/keys')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const MakeKeyForm = form({
  uses: [CreateOwnKey],
  confirmed: true,
  on: { path: '/settings/keys/new', screen: NewKeyScreen },
  act: async ({ perform, fields, view }) => {
    const right = fieldText(fields, 'right')
    const daily = fieldText(fields, 'daily_credits')
    const rights = { read_only: right === 'read', no_send: right !== 'send' }
    const wanted = { name: fieldText(fields, 'name'), ...rights, daily_credits: daily === '' ? 0 : daily }
    const { data } = await perform(CreateOwnKey, wanted)
    return { kind: 'page', title: view.words.team.keys.shownTitle, body: shownOnce(view, data.token, wanted.name) }
  },
})

/** How much a key may spend per day. */
export const dailyField = (view: View, value?: number): Html =>
  inputField(view, {
    name: 'daily_credits',
    label: view.words.apps.dailyCredits,
    hint: view.words.apps.dailyCreditsHint,
    type: 'number',
    min: 1,
    max: 1_000_000,
    value: value ?? view.query['daily_credits'],
  })

const shownOnce = (view: View, key: string, client: string): Html =>
  html`<h1>${view.words.team.keys.shownTitle}</h1>
      ${settingsTabs(view)}
      <section class="narrow stack">
      <p>${view.words.team.keys.shownIntro}</p>
      ${copyBox(key, { words: view.words, label: view.words.team.keys.label })} ${connectCard(view, { key, client })}
      <a class="button outline" href="${to('/settings/keys')}">${view.words.team.keys.backToKeys}</a>
    </section>`
