import { isDayAlone } from '../page/format.ts'
import type { Format } from '../page/format.ts'
import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { tooltip } from './tooltip.ts'

/**
 * A moment: relative up to a week, exact on hover. Text is read as ISO 8601, a date without a time stays a date; a dash if
 * there is none.
 */
export function time(at: Date | string | null | undefined, format: Format): Html {
  const moment = typeof at === 'string' ? new Date(at) : at
  if (moment === null || moment === undefined || Number.isNaN(moment.getTime()))
    return html`<span class="muted">–</span>`
  if (isDayAlone(at)) return html`<time datetime="${at}"${tooltip(format.day(at))}>${format.dayAge(at)}</time>`
  return html`<time datetime="${moment.toISOString()}"${tooltip(format.moment(moment))}>${format.age(moment)}</time>`
}
