import { oidcOf } from '../../../core/logins/oidc-sign-in.ts'
import { passkeyPlace } from '../../../core/logins/passkey-place.ts'
import { signInOptions, signInWithPasskey } from '../../../core/logins/passkeys.ts'
import { signIn, signOut } from '../../../core/logins/sign-in.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { readFrom } from '../../page/ask.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { HomeScreen } from '../home/home-screen.ts'
import { passkeyForm, passkeyScripts } from './passkey-form.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, enteredAt, oidcLink, saidInForm, zoneField } from './way-in.ts'

/** Where people sign in. */
export const LoginScreen = screen({
  scope: 'anyone',
  bare: true,
  title: ({ words }) => words.general.signIn,
  head: passkeyScripts,
  asks: (view) => ({
    options: readFrom(async (context) => {
      const place = passkeyPlace(context.config, view.place.origin)
      return place === null ? null : signInOptions(context, place)
    }),
    oidc: readFrom((context) => oidcOf(context, null)),
  }),
  page: ({ options, oidc }, view) => {
    const { accounts, general } = view.words
    const next = nextPath(view.typed['next'] ?? view.query['next'])
    return html`<section class="narrow stack">
      <h1>${general.signIn}</h1>
      ${view.query['after'] === 'deletion' ? html`<p role="status">${accounts.deletion.done}</p>` : NOTHING} ${problemList(view)}
      <form method="post" action="${to('/login')}" class="stack">
        ${hidden({ next })}${zoneField()}
        ${inputField(view, { name: 'email', label: accounts.mailAddress, type: 'email', required: true, autocomplete: 'username webauthn', maxLength: 254, first: true })}
        ${passwordField(view, { isNew: false })}
        <button>${general.signIn}</button>
      </form>
      ${
        options === null
          ? NOTHING
          : passkeyForm(view, {
              action: to('/login/passkey'),
              options,
              kind: 'get',
              button: accounts.withPasskey,
              fields: [hidden({ next }), zoneField()],
            })
      }
      ${oidc === null ? NOTHING : oidcLink(view.words, oidc.name, { next })}
      <p class="muted">${accounts.forgotten} <code>quarry users reset</code></p>
    </section>`
  },
})

export const LogInForm = form({
  scope: 'anyone',
  on: { path: '/login', screen: LoginScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    const given = { email: fieldText(fields, 'email'), password: fieldAsTyped(fields, 'password') }
    const entered = await saidInForm(view.words, () => signIn(context, given, comingFrom(visitor, fields), me))
    return enteredAt(context, entered, nextPath(fields['next']))
  },
})

export const LogInWithPasskeyForm = form({
  scope: 'anyone',
  on: { path: '/login', screen: LoginScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    const place = passkeyPlace(context.config, view.place.origin)
    if (place === null) return see(to('/login'))
    const answer = fieldText(fields, 'answer')
    const entered = await saidInForm(view.words, () =>
      signInWithPasskey(context, place, answer, comingFrom(visitor, fields), me),
    )
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
