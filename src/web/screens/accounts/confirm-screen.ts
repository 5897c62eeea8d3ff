import { oidcOf } from '../../../core/logins/oidc-sign-in.ts'
import { passkeyPlace } from '../../../core/logins/passkey-place.ts'
import { confirmOptions, stepUpWithPasskey } from '../../../core/logins/passkeys.ts'
import { hasPassword, stepUp } from '../../../core/logins/sign-in.ts'
import { hidden, problemList } from '../../components/field.ts'
import { readFrom } from '../../page/ask.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { passkeyForm, passkeyScripts } from './passkey-form.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, saidAtPassword, saidInForm } from './way-in.ts'

/** Before something important: is it still the same person at this browser? */
export const ConfirmScreen = screen({
  scope: 'read',
  bare: true,
  title: ({ words }) => words.accounts.isItYou,
  head: passkeyScripts,
  asks: (view) => ({
    ways: readFrom(async (context, me) => {
      if (me === null) return { password: false, options: null, oidc: null }
      const place = passkeyPlace(context.config, view.place.origin)
      const [password, options, oidc] = await Promise.all([
        hasPassword(context, me),
        place === null ? null : confirmOptions(context, place, me),
        oidcOf(context, me),
      ])
      return { password, options, oidc }
    }),
  }),
  page: ({ ways }, view) => {
    const { accounts, general } = view.words
    const next = nextPath(view.typed['next'] ?? view.query['next'])
    return html`<section class="narrow stack">
      <h1>${accounts.isItYou}</h1>
      <p>${accounts.confirmLead} <bdi>${view.me?.login.email}</bdi></p>
      ${problemList(view)}
      ${
        ways.options === null
          ? NOTHING
          : passkeyForm(view, {
              action: to('/confirm/passkey'),
              options: ways.options,
              kind: 'get',
              button: accounts.confirmWithPasskey,
              fields: hidden({ next }),
              isMain: true,
            })
      }
      ${ways.options !== null && !ways.password && ways.oidc?.isLinked !== true ? html`<noscript><p>${accounts.passkeysNeedScript}</p></noscript>` : NOTHING}
      ${ways.oidc?.isLinked === true ? html`<a class="button outline" href="${to('/login/oidc', { for: 'confirm', next })}">${accounts.confirmWith(ways.oidc.name)}</a>` : NOTHING}
      ${
        ways.password
          ? html`<form method="post" action="${to('/confirm')}" class="stack">
              ${hidden({ next })}
              <input type="email" name="email" value="${view.me?.login.email}" autocomplete="username" hidden />
              ${passwordField(view, { isNew: false, first: true })}
              <div class="row"><button>${accounts.goOn}</button><a class="button outline" href="${to('/')}">${general.cancel}</a></div>
            </form>`
          : html`${ways.options === null && ways.oidc?.isLinked !== true ? html`<p>${accounts.noWayToConfirm}</p>` : NOTHING}
              <p><a class="button outline" href="${to('/')}">${general.cancel}</a></p>`
      }
    </section>`
  },
})

export const ConfirmForm = form({
  scope: 'read',
  on: { path: '/confirm', screen: ConfirmScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    if (me === null) return { kind: 'see', path: to('/login') }
    const password = fieldAsTyped(fields, 'password')
    const token = await saidAtPassword(view.words, 'password', () => stepUp(context, me, password, comingFrom(visitor)))
    return { kind: 'see', path: nextPath(fields['next']), cookies: [{ name: 'session', value: token }] }
  },
})

export const ConfirmWithPasskeyForm = form({
  scope: 'read',
  on: { path: '/confirm', screen: ConfirmScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    const place = passkeyPlace(context.config, view.place.origin)
    if (me === null || place === null) return see(to('/confirm'))
    const who = { visitor: comingFrom(visitor), signedIn: me }
    const token = await saidInForm(view.words, () =>
      stepUpWithPasskey(context, place, fieldText(fields, 'answer'), who),
    )
    return { kind: 'see', path: nextPath(fields['next']), cookies: [{ name: 'session', value: token }] }
  },
})
