import { assetPath } from '../page/assets.ts'
import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { dataTable } from './data-table.ts'

export interface Series {
  label: string
  /** One per day. */
  values: readonly number[]
}

export interface ChartOptions {
  /** What the chart shows, worded like a heading. */
  label: string
  /** `YYYY-MM-DD`, oldest first. */
  days: readonly string[]
  /** At most four, because each has its own colour. */
  series: readonly Series[]
  /** The heading over the table's days, and the label that opens the table. */
  words: { day: string; asTable: string }
}

/** Belongs in the `head` of screens with a chart. */
export const chartHead = (): Html =>
  html`<link rel="stylesheet" href="${assetPath('chart.css')}" />
    <script src="${assetPath('chart.js')}" defer></script>`

/** Daily figures: drawn if there is a script, and as a table for everyone. */
export function chart({ format }: Pick<View, 'format'>, { label, days, series, words }: ChartOptions): Html {
  const data = { days, series, day: words.day, language: format.language === 'en' ? 'en-GB' : format.language }
  return html`<div class="chart scripted" aria-hidden="true" data-chart="${JSON.stringify(data)}"></div>
    <details>
      <summary>${words.asTable}</summary>
      ${dataTable({
        label,
        heads: [words.day, ...series.map((one) => one.label)],
        rows: days
          .map(
            (day, index) =>
              html`<tr>
                <td>${format.day(day)}</td>
                ${series.map(({ values }) => html`<td>${format.number(values[index] ?? 0)}</td>`)}
              </tr>`,
          )
          .toReversed(),
      })}
    </details>`
}
