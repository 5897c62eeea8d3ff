import { asksFirst } from '../../components/confirm.ts'
import { icon } from '../../components/icon.ts'
import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface RenamedLine {
  /** The record's path below `/app`, which receives its new name; `/delete` asks before deleting. */
  path: string
  head: Html
  /** The input for the name. */
  field: string
  name: string
  maxLength: number
}

/** A line for something with little more than a name: opened, it can be renamed or deleted. */
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
