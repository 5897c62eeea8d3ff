import { html } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'

export interface TableOptions {
  /** What a screen reader calls the region, which scrolls on its own. */
  label: string
  /** Empty for a column of buttons. */
  heads: readonly Content[]
  rows: readonly Html[]
  /** Rows become cards on narrow screens: a cell says what it is by `data-label`, and a box to tick is a `tick-cell`. */
  people?: boolean
}

/** Rows under their heads; wide ones scroll inside their own region. */
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
