import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { icon } from './icon.ts'

/** Where a list continues; null at its ends. */
export interface Pager {
  previous: string | null
  next: string | null
  /** "Page 3", if known. */
  here?: string
  /** Replaces "Previous" and "Next". */
  words?: { previous: string; next: string }
}

/** Links to the previous and next page; nothing for a list with one page. */
export const pager = ({ previous, next, here, words: own }: Pager, { words }: Pick<View, 'words'>): Html =>
  previous === null && next === null
    ? NOTHING
    : html`<nav class="pager" aria-label="${words.general.turnPages}">
        ${previous === null ? NOTHING : html`<a class="button outline small" rel="prev" href="${previous}">${icon('previous')}${own?.previous ?? words.general.previous}</a>`}
        ${here === undefined ? NOTHING : html`<span class="muted">${here}</span>`}
        ${next === null ? NOTHING : html`<a class="button outline small" rel="next" href="${next}">${own?.next ?? words.general.next}${icon('forward')}</a>`}
      </nav>`
