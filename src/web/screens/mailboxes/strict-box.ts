import { tickBox } from '../../components/field.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** Whether campaigns of the account start while a sending domain has a problem. */
export const strictBox = (guard: 'warn' | 'strict', view: View): Html => {
  const { words } = view
  const { strict } = words.guard
  return html`<section class="narrow">
    <h2>${strict.title}</h2>
    <form method="post" action="${to('/mailboxes/guard')}" class="stack">
      <p>${tickBox(view, { name: 'strict', label: strict.label, ticked: guard === 'strict' })}<br /><small class="muted">${strict.hint}</small></p>
      <p><button class="outline small">${words.general.save}</button></p>
    </form>
  </section>`
}
