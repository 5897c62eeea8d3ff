import { html } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'

export interface TableOptions {
  /** The name of the region, which scrolls by itself, for screen readers. */
  label: string
  /** Empty for a column of buttons. */
  heads: readonly Content[]
  rows: readonly Html[]
  /** Rows become cards on narrow screens: cells are labelled by `data-label`, and a tick box is in a `tick-cell`. */
  people?: boolean
}

/** Rows with their headings; wide tables scroll inside their own region. */
export const dataTable = ({ label, heads, rows, people = false }: TableOptions): Html =>
  html`<div class="table" tabindex="0" role="region" aria-label="${label}">
    <table class="${people ? 'people' : 'plain'}">
      <thead>
        <tr>
          ${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
