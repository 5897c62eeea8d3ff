import { asksFirst } from '../../components/confirm.ts'
import { plainInput } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface RenamedLine {
  /** The record's path below `/app`, which receives its new name; `/delete` asks before deleting. */
  path: string
  head: Html
  id: number
  /** The input for the name of a new record. That of a line is called `new_…`, so that no other form has one of its name. */
  field: string
  name: string
  maxLength: number
}

/** A line for something with little more than a name: opened, it can be renamed or deleted. */
export function renamedLine(view: View, { path, head, id, field: made, name, maxLength }: RenamedLine): Html {
  const field = `new_${made}`
  const { lists, general } = view.words
  if (!view.can('write')) return html`<p>${head}</p>`
  // Of the lines, only the one that was refused shows it.
  const isRefused = view.params['id'] === String(id) && view.problems.of(field) !== null
  const label = `${lists.rename}: ${name}`
  const input = isRefused
    ? plainInput(view, { name: field, label, maxLength })
    : html`<input name="${field}" required maxlength="${maxLength}" value="${name}" aria-label="${label}" />`
  return html`<details${isRefused ? html` open` : NOTHING}>
    <summary>${head}</summary>
    <form method="post" action="${to(path)}" class="row">
      ${input}
      <button class="outline small">${lists.rename}</button>
      <a class="button outline small" data-variant="danger"${asksFirst(to(`${path}/delete`))}>${icon('delete')}${general.delete}</a>
    </form>
  </details>`
}

/** The name that a line was given; pages that were open during an update send it under the name of a new record. */
export const renamedTo = (fields: Fields, field: string): string =>
  fieldText(fields, `new_${field}`) || fieldText(fields, field)
