import { asksFirst } from '../../components/confirm.ts'
import { icon } from '../../components/icon.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface RenamedLine {
  /** Below `/app`, of the record: where its new name is sent, and `/delete` asks. */
  path: string
  head: Html
  /** The input of the name. */
  field: string
  name: string
  maxLength: number
}

/** A line of what has a name and little else: opened, it is renamed or deleted. */
export function renamedLine({ words, can }: View, { path, head, field, name, maxLength }: RenamedLine): Html {
  const { lists, general } = words
  if (!can('write')) return html`<p>${head}</p>`
  return html`<details>
    <summary>${head}</summary>
    <form method="post" action="${to(path)}" class="row">
      <input name="${field}" required maxlength="${maxLength}" value="${name}" aria-label="${lists.rename}: ${name}" />
      <button class="outline small">${lists.rename}</button>
      <a class="button outline small" data-variant="danger"${asksFirst(to(`${path}/delete`))}>${icon('delete')}${general.delete}</a>
    </form>
  </details>`
}
