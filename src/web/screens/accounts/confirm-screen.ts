import { stepUp } from '../../../core/accounts/sign-in.ts'
import { hidden, problemList } from '../../components/field.ts'
import { fieldAsTyped } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { nextPath } from '../../page/next-path.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, saidInForm } from './way-in.ts'

/** On the way to what matters: is it still the same person at this browser? */
export const ConfirmScreen = screen({
  scope: 'read',
  bare: true,
  title: ({ words }) => words.accounts.isItYou,
  page: (_, view) => {
    const { accounts, general } = view.words
    const next = nextPath(view.typed['next'] ?? view.query['next'])
    return html`<section class="narrow">
      <h1>${accounts.isItYou}</h1>
      <p>${accounts.confirmLead} <bdi>${view.me?.login.email}</bdi></p>
      ${problemList(view)}
      <form method="post" action="${to('/confirm')}" class="stack">
        ${hidden({ next })}
        <input type="email" name="email" value="${view.me?.login.email}" autocomplete="username" hidden />
        ${passwordField(view, { isNew: false, first: true })}
        <div class="row"><button>${accounts.goOn}</button><a class="button outline" href="${to('/')}">${general.cancel}</a></div>
      </form>
    </section>`
  },
})

export const ConfirmForm = form({
  scope: 'read',
  on: { path: '/confirm', screen: ConfirmScreen },
  act: async ({ context, fields, visitor, view, me }) => {
    if (me === null) return { kind: 'see', path: to('/login') }
    const password = fieldAsTyped(fields, 'password')
    const token = await saidInForm(view.words, () => stepUp(context, me, password, comingFrom(visitor)))
    return { kind: 'see', path: nextPath(fields['next']), cookies: [{ name: 'session', value: token }] }
  },
})
