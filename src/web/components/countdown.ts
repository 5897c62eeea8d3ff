import type { Format } from '../page/format.ts'
import { html } from '../page/html.ts'
import type { Html } from '../page/html.ts'

/** Longer waits are shown in minutes, hours or days, without counting down. */
const WATCHED_SECONDS = 90
const WHEN = '{when}'

/** A sentence with `{when}` replaced by the remaining time, which counts down if there is a script. */
export const countdown = (sentence: string, seconds: number, format: Format): Html => {
  const told = sentence.replace(WHEN, format.ahead(seconds))
  if (seconds > WATCHED_SECONDS || told === sentence) return html`${told}`
  return html`<span data-countdown="${seconds}" data-words="${sentence}">${told}</span>`
}
