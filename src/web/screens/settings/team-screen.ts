import { ListInvitations, RevokeInvitation } from '../../../core/accounts/invitations.ts'
import { ListMembers } from '../../../core/accounts/members.ts'
import { RenameAccount } from '../../../core/accounts/rename-account.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { dataTable } from '../../components/data-table.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { memberName } from './member-name.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { tooltip } from '../../components/tooltip.ts'

const asks = () => ({ members: askFor(ListMembers), invitations: askFor(ListInvitations) })
type Team = Found<ReturnType<typeof asks>>

/** Who is in the account, who is invited, and the account's name. */
export const TeamScreen = screen({
  scope: 'team',
  title: ({ words }) => words.team.title,
  asks,
  page: (found, view) => {
    const { words } = view
    return html`<header class="row apart">
        <h1>${words.team.title}</h1>
        <a class="button" href="${to('/settings/team/invite')}">${icon('add')}${words.team.invite}</a>
      </header>
      ${settingsTabs(view)}
      <p>${words.team.intro}</p>
      ${memberTable(found, view)}
      <h2>${words.team.invitations}</h2>
      ${invitationTable(found, view)} ${view.me?.role === 'owner' ? accountForm(view) : NOTHING}`
  },
})

function memberTable({ members }: Team, view: View): Html {
  const { words, format } = view
  const { team } = words
  const alone = members.data.filter(({ can_sign_in }) => can_sign_in).length < 2
  return html`${dataTable({
    label: team.members,
    people: true,
    heads: [team.name, team.role, words.team.keys.title, words.general.campaigns, team.lastSeen, ''],
    rows: members.data.map(
      (member) =>
        html`<tr>
          <td>
            ${memberName(member, words)}${member.is_you ? html` <small class="muted">(${team.you})</small>` : NOTHING}${
              member.can_sign_in ? NOTHING : html`<br /><small class="muted">${team.keysOnly}</small>`
            }
          </td>
          <td data-label="${team.role}"><span${tooltip(team.roles[member.role].sentence)}>${team.roles[member.role].word}</span></td>
          <td data-label="${words.team.keys.title}">${format.number(member.keys)}</td>
          <td data-label="${words.general.campaigns}">${format.number(member.campaigns)}</td>
          <td data-label="${team.lastSeen}">${time(member.last_seen_at, format)}</td>
          <td><a href="${to(`/settings/team/${member.id}`)}" aria-label="${team.change}: ${member.email ?? member.id}">${team.change}</a></td>
        </tr>`,
    ),
  })}${alone ? html`<p class="muted">${team.alone}</p>` : NOTHING}`
}

function invitationTable({ invitations }: Team, { words, format, once }: View): Html {
  const { team } = words
  if (invitations.data.length === 0) return html`<p class="muted">${team.noInvitations}</p>`
  return dataTable({
    label: team.invitations,
    people: true,
    heads: [team.email, team.role, team.invitedBy, team.expires, ''],
    rows: invitations.data.map(
      (invitation) =>
        html`<tr>
          <td><bdi>${invitation.email}</bdi></td>
          <td data-label="${team.role}">${team.roles[invitation.role].word}</td>
          <td data-label="${team.invitedBy}"><bdi>${invitation.invited_by ?? team.operatorShell}</bdi></td>
          <td data-label="${team.expires}">${format.day(invitation.expires_at)}</td>
          <td>
            <form method="post" action="${to('/settings/team/invitations/revoke')}">
              ${hidden({ id: invitation.id, once })}
              <button class="outline small" aria-label="${team.revokeInvitation}: ${invitation.email}">${team.revokeInvitation}</button>
            </form>
          </td>
        </tr>`,
    ),
  })
}

const accountForm = (view: View): Html =>
  html`<section class="narrow">
    <h2>${view.words.team.account}</h2>
    ${problemList(view)}
    <form method="post" action="${to('/settings/team/name')}">
      ${inputField(view, { name: 'name', label: view.words.team.accountName, value: view.me?.account.name, required: true, maxLength: 100 })}
      <button class="outline">${view.words.team.rename}</button>
    </form>
    <p><a href="${to('/accounts/delete')}">${view.words.accounts.deletion.link}</a></p>
  </section>`

const on = { path: '/settings/team', screen: TeamScreen }

export const RenameAccountForm = form({
  uses: [RenameAccount],
  on,
  act: async ({ perform, fields, me }) => {
    const { data } = await perform(RenameAccount, { name: fieldText(fields, 'name') })
    const before = me?.account.name ?? null
    const undo = before === null ? undefined : { action: to('/settings/team/name'), fields: { name: before } }
    return see(to('/settings/team'), notice('team.renamed', { name: data.name }, undo))
  },
})

export const RevokeInvitationForm = form({
  uses: [RevokeInvitation],
  confirmed: true,
  on,
  act: async ({ perform, fields }) => {
    const { data } = await perform(RevokeInvitation, { id: fieldText(fields, 'id') })
    return see(to('/settings/team'), notice('team.invitationRevoked', { email: data.email }))
  },
})
