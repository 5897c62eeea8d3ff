// @ts-check
/** Draws the data in `data-chart` in the page's colours, and redraws it when its width or the theme changes. */

/**
 * @typedef {{ days: string[], series: { label: string, values: number[] }[], day: string, language: string }} Figures
 * @typedef {{ setSize: (size: { width: number, height: number }) => void, destroy: () => void }} Plot
 */

const HEIGHT = 220
/** Custom properties of the style sheet, one per series. */
const COLOURS = ['--primary', '--webmail', '--accept-all', '--disposable']

/** Steps of an axis that counts whole things. */
const WHOLE_STEPS = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()

/** Reads custom properties as colours: `light-dark()` is resolved only for real properties. @param {Element} place */
function palette(place) {
  const probe = document.createElement('i')
  place.append(probe)
  const style = getComputedStyle(probe)
  return {
    /** @param {string} name */
    colour: (name) => {
      probe.style.color = `var(${name})`
      return style.color
    },
    done: () => probe.remove(),
  }
}

/** @param {HTMLElement} place @returns {Plot | null} */
function draw(place) {
  /** @type {any} */
  const uPlot = /** @type {any} */ (window).uPlot
  if (uPlot === undefined) return null
  /** @type {Figures} */
  const { days, series, day: heading, language } = JSON.parse(place.dataset['chart'] ?? '{}')
  const { colour, done } = palette(place)
  const [text, line] = [colour('--muted-foreground'), colour('--border')]
  const strokes = series.map((_, index) => colour(COLOURS[index] ?? '--primary'))
  done()
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const isWhole = series.every(({ values }) => values.every(Number.isInteger))
  const number = new Intl.NumberFormat(language)
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '12px system-ui' }
  const options = {
    width: place.clientWidth,
    height: HEIGHT,
    cursor: { drag: { x: false, y: false } },
    legend: { show: true, live: true },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: {
        range: (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ most) => [0, Math.max(1, most)],
      },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (/** @type {any} */ _, /** @type {number[]} */ at) =>
          at.map((index) => (days[index] === undefined ? '' : day.format(new Date(days[index])))),
      },
      {
        ...axis,
        ...(isWhole && { incrs: WHOLE_STEPS }),
        size: 48,
        values: (/** @type {any} */ _, /** @type {number[]} */ at) => at.map((value) => number.format(value)),
      },
    ],
    series: [
      {
        label: heading,
        value: (/** @type {any} */ _, /** @type {number | null} */ index) =>
          index === null || days[index] === undefined ? '–' : day.format(new Date(days[index])),
      },
      ...series.map(({ label }, index) => ({
        label,
        stroke: strokes[index],
        width: 2,
        points: { size: 5 },
        value: (/** @type {any} */ _, /** @type {number | null} */ value) =>
          value === null ? '–' : number.format(value),
      })),
    ],
  }
  place.replaceChildren()
  return new uPlot(options, [days.map((_, index) => index), ...series.map(({ values }) => values)], place)
}

/** @param {HTMLElement} place */
function keepDrawn(place) {
  let plot = draw(place)
  let width = place.clientWidth
  new ResizeObserver(() => {
    if (place.clientWidth === width) return
    width = place.clientWidth
    plot?.setSize({ width, height: HEIGHT })
  }).observe(place)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    plot?.destroy()
    plot = draw(place)
  })
}

// Waits until the script itself has been parsed, so that scrolling and typing are not delayed by both at once.
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-chart]')))
  setTimeout(() => keepDrawn(place))
