import { html, NOTHING } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import { icon } from './icon.ts'
import type { IconName } from './icon.ts'

/** Shown where there is nothing yet: what this is for, the first step, one example. */
export const empty = (name: IconName, sentence: Content, step: Content = NOTHING, example: Content = NOTHING): Html =>
  html`<div class="empty">${icon(name, 'large')}
    <p>${sentence}</p>
    ${step}${example ? html`<p class="muted">${example}</p>` : NOTHING}
  </div>`
