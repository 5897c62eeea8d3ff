import { readInvitation } from '../../../core/accounts/accept-invitation.ts'
import { joinAsNew, joinSignedIn, lookAtInvitation } from '../../../core/logins/join.ts'
import type { OpenInvitation } from '../../../core/accounts/accept-invitation.ts'
import { oidcOf } from '../../../core/logins/oidc-sign-in.ts'
import { AppError } from '../../../errors.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { problemsOf } from '../../page/problems.ts'
import { form, screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, enteredAt, oidcLink, saidInForm, zoneField } from './way-in.ts'

/** Takes the code of an invitation; what it offers is shown before anyone joins. */
export const JoinScreen = screen({
  scope: 'anyone',
  bare: true,
  secret: true,
  title: ({ words }) => words.accounts.joinTitle,
  page: (_, view) => {
    const { accounts } = view.words
    return html`<section class="narrow">
      <h1>${accounts.joinTitle}</h1>
      <p class="muted">${accounts.joinLead}</p>
      ${problemList(view)}
      <form method="post" action="${to('/join')}" class="stack">
        ${inputField(view, { name: 'code', label: accounts.joinCode, hint: accounts.joinCodeHint, required: true, autocomplete: 'off', fromHash: true })}
        <button>${accounts.joinLook}</button>
      </form>
    </section>`
  },
})

export const LookAtInvitationForm = form({
  scope: 'anyone',
  on: { path: '/join', screen: JoinScreen },
  act: async ({ context, fields, visitor, view }) => {
    const code = fieldText(fields, 'code')
    const invitation = await saidInForm(view.words, () => lookAtInvitation(context, code, comingFrom(visitor)))
    const body = invitationPage(invitation, code, { ...view, oidc: (await oidcOf(context, null))?.name ?? null })
    // For joining through the provider: the code waits in a cookie, not in a URL.
    return { kind: 'page', title: view.words.accounts.joinTitle, body, cookies: [{ name: 'flow', value: code }] }
  },
})

function invitationPage(
  { accountName, role, email, invitedBy }: OpenInvitation,
  code: string,
  view: View & { oidc: string | null },
): Html {
  const { accounts } = view.words
  const { me } = view
  return html`<section class="narrow">
    <h1>${accounts.joinTitle}</h1>
    <p>${accounts.joinInvited(accountName ?? accounts.noAccountName, accounts.roles[role])} ${invitedBy === null ? NOTHING : accounts.joinInvitedBy(invitedBy)}</p>
    ${problemList(view)}
    <form method="post" action="${to('/join/accept')}" class="stack">
      ${hidden({ code })}${zoneField()}
      <p>${accounts.joinAs} <bdi>${me?.login.email ?? email}</bdi></p>
      ${
        me === null
          ? html`${inputField(view, { name: 'name', label: accounts.yourName, required: true, autocomplete: 'name', maxLength: 100 })}
              <input type="email" name="email" value="${email}" autocomplete="username" hidden />
              ${passwordField(view, { isNew: true, label: accounts.password })}`
          : NOTHING
      }
      <button>${accounts.joinButton}</button>
    </form>
    ${me === null && view.oidc !== null ? oidcLink(view.words, view.oidc, { for: 'join' }) : NOTHING}
    ${me === null ? html`<p class="muted"><a href="${to('/login', { next: to('/join') })}">${accounts.joinHave}</a></p>` : NOTHING}
  </section>`
}

export const AcceptInvitationForm = form({
  scope: 'anyone',
  on: { path: '/join', screen: JoinScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    const code = fieldText(fields, 'code')
    const from = comingFrom(visitor, fields)
    const person = { code, name: fieldText(fields, 'name'), password: fieldAsTyped(fields, 'password') }
    try {
      const entered = await saidInForm(view.words, () =>
        me === null ? joinAsNew(context, person, from) : joinSignedIn(context, code, { signedIn: me, visitor: from }),
      )
      return await enteredAt(context, entered, to('/'), notice('accounts.joined'))
    } catch (error) {
      // As long as the code is valid, the invitation stays on the page and need not be pasted again.
      const invitation = error instanceof AppError ? await readInvitation(context, code) : null
      if (!(error instanceof AppError) || invitation === null) throw error
      const again = { ...view, oidc: null, problems: problemsOf(error, view.words), typed: { name: person.name } }
      return { kind: 'page', title: view.words.accounts.joinTitle, body: invitationPage(invitation, code, again) }
    }
  },
})
