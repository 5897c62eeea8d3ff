import { GetProfile, UpdateProfile } from '../../../core/logins/profile.ts'
import { choice, inputField, problemList, tickBox } from '../../components/field.ts'
import { timeZones } from '../../components/time-zones.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, shownField } from '../../page/shown.ts'
import { LANGUAGES } from '../../words/words.ts'

/** The language and appearance of the pages for one person. */
export const ProfileScreen = screen({
  scope: 'read',
  title: ({ words }) => words.accounts.tabs.profile,
  asks: () => ({ profile: askFor(GetProfile) }),
  page: ({ profile: { data } }, view) => {
    const { accounts, general } = view.words
    const beside = 'first_name'
    return html`<h1>${general.settings}</h1>
      ${settingsTabs(view)}
      <section class="narrow">
        ${problemList(view)}
        <form method="post" action="${to('/settings/profile')}" class="stack">
          ${shownField(view, { ...data, time_zone: data.time_zone ?? 'UTC', compact: tick(data.compact), shortcuts: tick(data.shortcuts), told_by_mail: tick(data.told_by_mail) })}
          <p class="muted">${accounts.signsInBy} <bdi>${data.email}</bdi></p>
          ${inputField(view, { name: 'first_name', label: accounts.firstName, value: data.first_name, autocomplete: 'given-name', maxLength: 100 })}
          ${inputField(view, { name: 'last_name', label: accounts.lastName, value: data.last_name, autocomplete: 'family-name', maxLength: 100 })}
          ${choice(view, { name: 'language', label: accounts.language, value: data.language, choices: [['', accounts.asBrowser], ...Object.entries(LANGUAGES)] })}
          ${timeZones(view, { name: 'time_zone', label: accounts.timeZone, value: data.time_zone ?? 'UTC' })}
          ${choice(view, {
            name: 'theme',
            label: accounts.theme,
            value: data.theme,
            choices: [
              ['', accounts.asSystem],
              ['light', accounts.light],
              ['dark', accounts.dark],
            ],
          })}
          <div>${tickBox(view, { name: 'compact', label: accounts.compact, ticked: data.compact, beside })}</div>
          <div>${tickBox(view, { name: 'shortcuts', label: accounts.shortcutsOn, ticked: data.shortcuts, beside })}</div>
          <div>${tickBox(view, { name: 'told_by_mail', label: accounts.toldByMail, ticked: data.told_by_mail, beside })}</div>
          <div><button>${general.save}</button></div>
        </form>
      </section>`
  },
})

const tick = (ticked: boolean): string => (ticked ? 'true' : '')

const TEXTS = ['first_name', 'last_name', 'language', 'time_zone', 'theme'] as const

export const SaveProfileForm = form({
  uses: [UpdateProfile],
  on: { path: '/settings/profile', screen: ProfileScreen },
  act: async ({ perform, fields }) => {
    const texts = TEXTS.map((name) => [name, fieldText(fields, name)] as const)
    const input = {
      ...Object.fromEntries(texts),
      compact: isTicked(fields, 'compact'),
      shortcuts: isTicked(fields, 'shortcuts'),
      told_by_mail: isTicked(fields, 'told_by_mail'),
    }
    await perform(UpdateProfile, changedOnly(fields, input))
    return see(to('/settings/profile'), notice('general.saved'))
  },
})
