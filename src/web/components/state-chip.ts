import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import { icon } from './icon.ts'
import { tooltip } from './tooltip.ts'

/** The condition of something in familiar steps, never shown by colour alone. */
export type Condition = 'good' | 'warning' | 'bad' | 'waiting'

const LOOKS = {
  good: { status: 'valid', drawing: 'valid' },
  warning: { status: 'accept_all', drawing: 'warning' },
  bad: { status: 'invalid', drawing: 'invalid' },
  waiting: { status: 'running', drawing: 'running' },
} as const

/** A word for the condition, with a sentence on hover, focus or tap. */
export const stateChip = (condition: Condition, word: string, sentence: string = word): Html => {
  const { status, drawing } = LOOKS[condition]
  return html`<span class="chip" data-status="${status}" tabindex="0"${tooltip(sentence)}>${icon(drawing)}${word}</span>`
}
