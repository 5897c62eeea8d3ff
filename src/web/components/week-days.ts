import type { Content, Html } from '../page/html.ts'
import { html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { tickBox } from './field.ts'

/** A Sunday from which weekdays are counted. */
const SUNDAY = Date.UTC(2026, 0, 4, 12)
const DAY = 86_400_000
/** Weeks begin on Monday where our languages are spoken. */
const ORDER = [1, 2, 3, 4, 5, 6, 0] as const

const nameOf = (day: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(SUNDAY + day * DAY)

/** "Mon, Tue, Wed" from numbers; 0 is Sunday. */
export const dayNames = (days: readonly number[], { format }: Pick<View, 'format'>): string =>
  ORDER.filter((day) => days.includes(day))
    .map((day) => nameOf(day, format.language))
    .join(', ')

/** Tick boxes for the days of a week. @param beside as for a tick box. */
export const weekDays = (
  view: Pick<View, 'format' | 'typed'>,
  { name, label, ticked, beside }: { name: string; label: Content; ticked: readonly number[]; beside: string },
): Html =>
  html`<fieldset class="days">
    <legend>${label}</legend>
    <div class="row">
      ${ORDER.map((day) => tickBox(view, { name, value: String(day), label: nameOf(day, view.format.language), ticked: ticked.includes(day), beside }))}
    </div>
  </fieldset>`
