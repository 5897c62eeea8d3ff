import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/**
 * The attributes of an element that shows a sentence on hover, focus or tap; screen readers read it after the element's own
 * words. Written here because Oat's script would derive them from `title`, which would restyle a long table as a whole.
 */
export const tooltip = (sentence: string | undefined): Html =>
  html` data-tip="${sentence}" aria-description="${sentence}"`

/** The same for an icon on its own, if the sentence is its label or would add nothing to it. */
export const iconTooltip = (label: string): Html => html` data-tip="${label}"`
