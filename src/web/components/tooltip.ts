import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/**
 * The attributes of an element that opens a sentence on hover, focus or tap; readers hear it after the element's own words.
 * Written here, where Oat would make them of `title` by its script: a long table would be styled again as a whole.
 */
export const tooltip = (sentence: string | undefined): Html =>
  html` data-tip="${sentence}" aria-description="${sentence}"`

/** The same for an icon alone, whose label it is, or to whose label it would add nothing. */
export const iconTooltip = (label: string): Html => html` data-tip="${label}"`
