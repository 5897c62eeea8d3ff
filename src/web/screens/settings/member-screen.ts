import { GetMember, ListMembers, RemoveMember, UpdateMember } from '../../../core/accounts/members.ts'
import { MakeResetLink } from '../../../core/logins/make-reset-link.ts'
import { ROLE_NAMES } from '../../../core/accounts/roles.ts'
import { asksFirst } from '../../components/confirm.ts'
import { choice, hidden, problemList } from '../../components/field.ts'
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
import { plainName } from './member-name.ts'
import { linkOnce } from './invite-screen.ts'
import { roleChoice } from './role-choice.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

const asks = ({ params }: View) => ({
  member: askFor(GetMember, { id: params['id'] }),
  members: askFor(ListMembers),
})
type Known = Found<ReturnType<typeof asks>>

/** One member: to change their role, or to remove them. */
export const MemberScreen = screen({
  scope: 'team',
  confirmed: true,
  title: ({ words }, { member }) => plainName(member.data, words),
  asks,
  page: (found, view) => {
    const { words, format, me } = view
    const { data: member } = found.member
    const mayChange = member.role !== 'owner' || me?.role === 'owner'
    return html`<h1><bdi>${plainName(member, words)}</bdi></h1>
      ${settingsTabs(view)}
      <section class="narrow stack">
        <dl class="facts">
          <dt>${words.team.email}</dt>
          <dd><bdi>${member.email ?? '–'}</bdi></dd>
          <dt>${words.team.role}</dt>
          <dd>${words.team.roles[member.role].word}</dd>
          <dt>${words.team.joined}</dt>
          <dd>${time(member.joined_at, format)}</dd>
          <dt>${words.team.lastSeen}</dt>
          <dd>${time(member.last_seen_at, format)}</dd>
        </dl>
        ${problemList(view)} ${mayChange ? html`${roleForm(found, view)} ${resetForm(found, view)} ${member.is_you ? leaveLink(view) : removeForm(found, view)}` : html`<p>${words.team.ownersOnly}</p>`}
      </section>`
  },
})

function roleForm({ member }: Known, view: View): Html {
  const { team } = view.words
  const { id, role } = member.data
  return html`<h2>${team.changeRole}</h2>
    <form method="post" action="${to(`/settings/team/${id}/role`)}">
      ${roleChoice(view, { roles: ROLE_NAMES.filter((each) => each !== 'owner' || view.me?.role === 'owner'), chosen: role })}
      <p class="muted">${team.changeRoleHint}</p>
      <button>${team.changeRole}</button>
    </form>`
}

/** One's own password is changed under Security. */
function resetForm({ member: { data } }: Known, view: View): Html {
  const { team } = view.words
  if (!data.can_sign_in || data.is_you) return NOTHING
  return html`<h2>${team.reset}</h2>
    <p>${team.resetWhat}</p>
    <form method="post" action="${to(`/settings/team/${data.id}/reset`)}">
      ${hidden({ once: view.once })}<button class="outline">${team.resetButton}</button>
    </form>`
}

/** Leaving has its own page, which says what happens to one's campaigns. */
const leaveLink = ({ words }: View): Html =>
  html`<h2>${words.accounts.leaveButton}</h2>
    <p><a class="button outline"${asksFirst(to('/accounts/leave'))}>${words.accounts.leave}</a></p>`

function removeForm({ member, members }: Known, view: View): Html {
  const { team } = view.words
  const { id, keys, campaigns } = member.data
  const sentences = [
    team.removeWhat.sessions,
    keys > 0 ? team.removeWhat.keys(keys) : '',
    campaigns > 0 ? team.removeWhat.campaigns(campaigns) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const others = members.data.filter((other) => other.id !== id && other.role !== 'reader')
  return html`<h2>${team.remove}</h2>
    <p>${sentences}</p>
    <form method="post" action="${to(`/settings/team/${id}/remove`)}">
      ${hidden({ once: view.once })}${
        campaigns > 0
          ? choice(view, {
              name: 'campaigns_to',
              label: team.successor,
              choices: others.map((other) => [String(other.id), plainName(other, view.words)] as const),
            })
          : NOTHING
      }
      <button data-variant="danger">${team.removeButton(plainName(member.data, view.words))}</button>
    </form>`
}

const on = { path: '/settings/team/:id', screen: MemberScreen }

export const ChangeRoleForm = form({
  uses: [UpdateMember],
  confirmed: true,
  on,
  act: async ({ perform, fields, view }) => {
    const { data } = await perform(UpdateMember, { id: view.params['id'], role: fieldText(fields, 'role') })
    const role = view.words.team.roles[data.role].word
    return see(to('/settings/team'), notice('team.roleChanged', { name: plainName(data, view.words), role }))
  },
})

export const ResetMemberForm = form({
  uses: [MakeResetLink],
  confirmed: true,
  on,
  act: async ({ perform, view }) => {
    const { data } = await perform(MakeResetLink, { id: view.params['id'] })
    const { team } = view.words
    const said = { title: team.resetTitle, intro: team.resetIntro(data.email), label: team.resetLabel, link: data.link }
    return { kind: 'page', title: team.resetTitle, body: linkOnce(view, said) }
  },
})

export const RemoveMemberForm = form({
  uses: [RemoveMember],
  confirmed: true,
  on,
  act: async ({ perform, fields, view }) => {
    const given = { id: view.params['id'], campaigns_to: fieldText(fields, 'campaigns_to') }
    const { data } = await perform(RemoveMember, given)
    return see(to('/settings/team'), notice('team.removed', { name: plainName(data, view.words) }))
  },
})
