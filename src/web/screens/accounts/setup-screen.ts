import { isSetUp, setUpOwner } from '../../../core/logins/setup.ts'
import { AppError } from '../../../errors.ts'
import { choice, inputField, problemList } from '../../components/field.ts'
import { readFrom } from '../../page/ask.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen } from '../../page/screen.ts'
import { LANGUAGES } from '../../words/words.ts'
import { passwordField } from './password-field.ts'
import { comingFrom, enteredAt, saidInForm, zoneField } from './way-in.ts'

/** The first page of an installation: the person with the code from its server becomes its owner. */
export const SetupScreen = screen({
  scope: 'anyone',
  bare: true,
  secret: true,
  title: ({ words }) => words.accounts.setUp,
  asks: () => ({
    open: readFrom(async (context) => {
      if (await isSetUp(context)) throw new AppError('not_found', 'This Quarry has an owner.')
      return true
    }),
  }),
  page: (_, view) => {
    const { accounts } = view.words
    return html`<section class="narrow">
      <h1>${accounts.setUp}</h1>
      <p class="muted">${accounts.setUpLead}</p>
      ${problemList(view)}
      <form method="post" action="${to('/setup')}" class="stack">
        ${zoneField()}
        ${inputField(view, { name: 'code', label: accounts.setUpCode, hint: html`${accounts.setUpCodeHint} <code>quarry users setup-link</code>`, required: true, autocomplete: 'off', fromHash: true })}
        ${inputField(view, { name: 'name', label: accounts.yourName, required: true, autocomplete: 'name', maxLength: 100, first: true })}
        ${inputField(view, { name: 'email', label: accounts.mailAddress, type: 'email', required: true, autocomplete: 'username', maxLength: 254 })}
        ${passwordField(view, { isNew: true, label: accounts.password })}
        ${choice(view, { name: 'language', label: accounts.language, value: view.words.language, choices: Object.entries(LANGUAGES) })}
        <button>${accounts.createOwner}</button>
      </form>
    </section>`
  },
})

export const SetUpForm = form({
  scope: 'anyone',
  on: { path: '/setup', screen: SetupScreen },
  act: async ({ context, fields, visitor, view }) => {
    const given = {
      code: fieldText(fields, 'code'),
      name: fieldText(fields, 'name'),
      email: fieldText(fields, 'email'),
      password: fieldAsTyped(fields, 'password'),
      language: fieldText(fields, 'language'),
    }
    const entered = await saidInForm(view.words, () => setUpOwner(context, given, comingFrom(visitor, fields)))
    const link = { path: to('/settings/security'), label: view.words.accounts.addPasskey }
    return enteredAt(context, entered, to('/'), { ...notice('accounts.set_up'), link })
  },
})
