import type { Format } from '../page/format.ts'
import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/** How sure Quarry is, 0 to 100, as a bar with its number. */
export const meter = (confidence: number, label: string, format: Format): Html =>
  html`<span class="confidence"
    ><meter min="0" max="100" value="${confidence}" aria-label="${label}">${confidence}</meter
    ><span>${format.percent(confidence / 100)}</span></span
  >`

/** How far long work is. @param total null while nobody knows. */
export const progressBar = (done: number, total: number | null, label: string): Html =>
  total === null
    ? html`<progress aria-label="${label}"></progress>`
    : html`<progress aria-label="${label}" max="${Math.max(total, 1)}" value="${Math.min(done, total)}"></progress>`
