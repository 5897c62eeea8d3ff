import { asksFirst } from '../../components/confirm.ts'
import { listMemberships } from '../../../core/logins/own-sessions.ts'
import { switchAccount } from '../../../core/logins/sign-in.ts'
import { hidden, problemList } from '../../components/field.ts'
import { readFrom } from '../../page/ask.ts'
import { fieldIds } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { saidInForm } from './way-in.ts'

/** The accounts a user is a member of, to switch to another one. */
export const AccountsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.accounts.switchAccount,
  asks: () => ({
    memberships: readFrom(async (context, me) => (me === null ? [] : listMemberships(context, me))),
  }),
  page: ({ memberships }, view) => {
    const { words, me } = view
    return html`<h1>${words.accounts.switchAccount}</h1>
      ${problemList(view)}
      <div class="stack">
        ${memberships.map(({ accountId, name, role }) => {
          const about = html`<bdi>${name ?? words.accounts.accountNumber(accountId)}</bdi>
              <span class="muted">${words.accounts.roles[role]}</span>`
          if (accountId === me?.account.id)
            return html`<p class="row level card">
              ${about} <span class="muted">${words.accounts.youAreHere}</span>
              <a${asksFirst(to('/accounts/leave'))}>${words.accounts.leave}</a>
            </p>`
          return html`<form method="post" action="${to('/accounts')}" class="row level card">
              ${hidden({ account_id: accountId })}${about}
              <button class="small outline">${words.accounts.workHere}</button>
            </form>`
        })}
        ${memberships.length < 2 ? html`<p class="muted">${words.accounts.oneAccount}</p>` : NOTHING}
      </div>`
  },
})

export const SwitchAccountForm = form({
  scope: 'read',
  on: { path: '/accounts', screen: AccountsScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    if (me === null) return { kind: 'see', path: to('/login') }
    const [accountId = 0] = fieldIds(fields, 'account_id')
    const token = await saidInForm(view.words, () => switchAccount(context, me, accountId, visitor.requestId))
    return { kind: 'see', path: to('/'), cookies: [{ name: 'session', value: token }] }
  },
})
