import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'

const [WIDTH, HEIGHT] = [100, 20]

/** The daily history of a figure as a line without words, for those who can see it. Empty for fewer than two days. */
export function sparkline(values: readonly number[]): Html {
  const most = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length - 1, 1)
  const round = (place: number): number => Math.round(place * 10) / 10
  const points = values.map((value, at) => `${round(at * step)},${round(HEIGHT - (value / most) * HEIGHT)}`)
  return values.length < 2
    ? NOTHING
    : html`<svg class="sparkline" viewBox="0 -1 ${WIDTH} ${HEIGHT + 2}" preserveAspectRatio="none" aria-hidden="true"><polyline points="${points.join(' ')}" /></svg>`
}
