import { CreateInvitation } from '../../../core/accounts/invitations.ts'
import { ROLE_NAMES } from '../../../core/accounts/roles.ts'
import { copyBox } from '../../components/copy-box.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { roleChoice } from './role-choice.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

/** The person to invite, and their role. */
export const InviteScreen = screen({
  scope: 'team',
  confirmed: true,
  title: ({ words }) => words.team.invite,
  page: (_, view) => {
    const { team, general } = view.words
    return html`<h1>${team.invite}</h1>
      ${settingsTabs(view)}
      <section class="narrow">
        <p>${team.inviteIntro}</p>
        ${problemList(view)}
        <form method="post" action="${to('/settings/team/invite')}">
          ${hidden({ once: view.onceInTabs })} ${inputField(view, { name: 'email', label: team.email, type: 'email', required: true, first: true })}
          ${roleChoice(view, { roles: ROLE_NAMES.filter((role) => role !== 'owner' || view.me?.role === 'owner'), chosen: 'member' })}
          <div class="row">
            <button>${team.makeLink}</button>
            <a class="button outline" href="${to('/settings/team')}">${general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const InviteForm = form({
  uses: [CreateInvitation],
  confirmed: true,
  on: { path: '/settings/team/invite', screen: InviteScreen },
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(CreateInvitation, {
      email: fieldText(fields, 'email'),
      role: fieldText(fields, 'role'),
    })
    const { team } = view.words
    const said = { title: team.linkTitle, intro: team.linkIntro(data.email), label: team.linkLabel, link: data.link }
    return { kind: 'page', title: team.linkTitle, body: linkOnce(view, said) }
  },
})

/** A link to pass on, shown only once. */
export const linkOnce = (
  view: View,
  { title, intro, label, link }: { title: string; intro: string; label: string; link: string },
): Html =>
  html`<h1>${title}</h1>
    ${settingsTabs(view)}
    <section class="narrow stack">
      <p>${intro}</p>
      ${copyBox(link, { words: view.words, label })}
      <a class="button outline" href="${to('/settings/team')}">${view.words.team.backToTeam}</a>
    </section>`
