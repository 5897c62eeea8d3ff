import { resetPassword } from '../../../core/logins/reset-password.ts'
import { inputField, problemList } from '../../components/field.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, enteredAt, saidInForm, zoneField } from './way-in.ts'

/** A new password, for a user with a reset link. */
export const ResetScreen = screen({
  scope: 'anyone',
  bare: true,
  secret: true,
  title: ({ words }) => words.accounts.resetTitle,
  page: (_, view) => {
    const { accounts } = view.words
    return html`<section class="narrow">
      <h1>${accounts.resetTitle}</h1>
      <p>${accounts.resetLead}</p>
      ${problemList(view)}
      <form method="post" action="${to('/reset')}" class="stack">
        ${zoneField()}
        ${inputField(view, { name: 'code', label: accounts.resetCode, hint: accounts.resetCodeHint, required: true, autocomplete: 'off', fromHash: true })}
        ${passwordField(view, { isNew: true })}
        <button>${accounts.resetButton}</button>
      </form>
    </section>`
  },
})

export const ResetForm = form({
  scope: 'anyone',
  on: { path: '/reset', screen: ResetScreen },
  act: async ({ context, fields, visitor, view }) => {
    const given = { code: fieldText(fields, 'code'), password: fieldAsTyped(fields, 'password') }
    const entered = await saidInForm(view.words, () => resetPassword(context, given, comingFrom(visitor, fields)))
    return enteredAt(context, entered, to('/'), notice('accounts.password_changed'))
  },
})
