import { signIn, signOut } from '../../../core/accounts/sign-in.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { HomeScreen } from '../home/home-screen.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, enteredAt, saidInForm } from './way-in.ts'

/** Where people show who they are. */
export const LoginScreen = screen({
  scope: 'anyone',
  bare: true,
  title: ({ words }) => words.general.signIn,
  page: (_, view) => {
    const { accounts, general } = view.words
    return html`<section class="narrow">
      <h1>${general.signIn}</h1>
      ${problemList(view)}
      <form method="post" action="${to('/login')}" class="stack">
        ${hidden({ next: nextPath(view.typed['next'] ?? view.query['next']) })}
        ${inputField(view, { name: 'email', label: accounts.mailAddress, type: 'email', required: true, autocomplete: 'username webauthn', maxLength: 254, first: true })}
        ${passwordField(view, { isNew: false })}
        <button>${general.signIn}</button>
      </form>
      <p class="muted">${accounts.forgotten} <code>quarry users reset</code></p>
    </section>`
  },
})

export const LogInForm = form({
  scope: 'anyone',
  on: { path: '/login', screen: LoginScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    const given = { email: fieldText(fields, 'email'), password: fieldAsTyped(fields, 'password') }
    const entered = await saidInForm(view.words, () => signIn(context, given, comingFrom(visitor), me))
    return enteredAt(context, entered, nextPath(fields['next']))
  },
})

export const LogOutForm = form({
  scope: 'anyone',
  on: { path: '/', screen: HomeScreen },
  act: async ({ context, me, visitor }) => {
    if (me !== null) await signOut(context, me, visitor.requestId)
    return { kind: 'see', path: to('/login'), cookies: [{ name: 'session', value: null }], clearCache: true }
  },
})
