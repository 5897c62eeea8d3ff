import { inputField } from '../../components/field.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

export interface PasswordField {
  name?: string
  label?: string
  /** Whether a new password is to be chosen, rather than the existing one entered. */
  isNew: boolean
  first?: boolean
}

/** A password, with a button to show it if there is a script. */
export function passwordField(view: View, { name = 'password', label, isNew, first = false }: PasswordField): Html {
  const { accounts } = view.words
  return html`<div class="secret-field">
    ${inputField(view, {
      name,
      label: label ?? (isNew ? accounts.newPassword : accounts.password),
      type: 'password',
      required: true,
      autocomplete: isNew ? 'new-password' : 'current-password',
      ...(isNew && { hint: accounts.passwordHint }),
      first,
    })}
    <button type="button" class="ghost small scripted" data-show="${name}" data-other="${accounts.hide}">${accounts.show}</button>
  </div>`
}
