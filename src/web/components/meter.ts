import { html } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { tooltip } from './tooltip.ts'

/** A link to the evidence. */
export interface Grounds {
  href: string
  /** What a script needs to show it on the same page. */
  more?: Content
}

/** Quarry's confidence, 0 to 100, as a bar with its number, which links to the evidence. */
export const meter = (
  confidence: number,
  { words, format }: Pick<View, 'words' | 'format'>,
  { href, more }: Grounds,
): Html =>
  html`<span class="confidence"
    ><meter min="0" max="100" value="${confidence}" aria-label="${words.general.confidence}">${confidence}</meter
    ><a href="${href}"${more}${tooltip(words.general.howDoWeKnow)}>${format.percent(confidence / 100)}</a></span
  >`

/** The progress of longer work. @param total null while unknown. */
export const progressBar = (done: number, total: number | null, label: string): Html =>
  total === null
    ? html`<progress aria-label="${label}"></progress>`
    : html`<progress aria-label="${label}" max="${Math.max(total, 1)}" value="${Math.min(done, total)}"></progress>`
