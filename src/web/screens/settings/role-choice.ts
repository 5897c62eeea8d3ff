import type { Role } from '../../../core/accounts/roles.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

/** The roles as radio buttons, each with its sentence. */
export function roleChoice(
  { words, typed, problems }: View,
  { roles, chosen }: { roles: readonly Role[]; chosen: Role },
): Html {
  const { team } = words
  const here = fieldText(typed, 'role') || chosen
  const problem = problems.of('role')
  return html`<fieldset id="role" class="choices">
    <legend>${team.role}</legend>
    ${roles.map(
      (role) =>
        html`<label>
          <input type="radio" name="role" value="${role}"${role === here ? html` checked` : NOTHING} />
          <span><strong>${team.roles[role].word}</strong><br /><small class="muted">${team.roles[role].sentence}</small></span>
        </label>`,
    )}
    ${problem === null ? NOTHING : html`<div class="error">${problem}</div>`}
  </fieldset>`
}
