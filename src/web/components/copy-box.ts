import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import type { Words } from '../words/words.ts'
import { icon } from './icon.ts'
import { iconTooltip } from './tooltip.ts'

/** Text to copy: selectable as it is; with a script, a button copies it. */
export const copyBox = (
  text: string,
  { words, label, lines = false }: { words: Words; label: string; lines?: boolean },
): Html =>
  html`<div class="copy-box">
    ${lines ? html`<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>` : html`<code tabindex="0" aria-label="${label}">${text}</code>`}
    <button type="button" class="outline small scripted" data-copy="${text}" data-copied="${words.general.copied}">${icon('copy')}${words.general.copy}</button>
  </div>`

/** Only the button; nothing for an empty text. */
export const copyButton = (text: string, words: Words): Html =>
  text === ''
    ? NOTHING
    : html`<button type="button" class="ghost small scripted" data-copy="${text}" data-copied="${words.general.copied}" aria-label="${words.general.copy}"${iconTooltip(words.general.copy)}>${icon('copy')}</button>`
