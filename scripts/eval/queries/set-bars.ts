import type { Bar } from '../../support/report.ts'

interface SetBars {
  recall: number
  precision: number
  exact: number
  topic: number
  silent: number
  firstRow: number
  /** The share of questions without a name that may be read as one. */
  named: number
}

/** The bars for questions that nobody has looked at. */
const UNSEEN: SetBars = {
  recall: 0.92,
  precision: 0.92,
  exact: 0.85,
  topic: 0.88,
  silent: 0.05,
  firstRow: 0.8,
  named: 0.01,
}
/** Bars for the sets that existed while the parser was written, which are higher. */
const BARS = new Map<string, SetBars>([
  ['company-queries', { recall: 0.97, precision: 0.97, exact: 0.97, topic: 0.97, silent: 0, firstRow: 0.85, named: 0 }],
  [
    'sales-queries',
    { recall: 0.92, precision: 0.95, exact: 0.9, topic: 0.95, silent: 0.03, firstRow: 1, named: 1 / 128 },
  ],
])

/** Returns the bars of a set, for those figures that it has; `others` of its questions name no company. */
export function barsOf(name: string, figures: Readonly<Record<string, number>>, others: number): Bar[] {
  const { recall, precision, exact, topic, silent, firstRow, named } = BARS.get(name) ?? UNSEEN
  const slots = Object.keys(figures).flatMap((figure): Bar[] => {
    if (figure.endsWith('.recall')) return [{ figure, min: recall }]
    return figure.endsWith('.precision') ? [{ figure, min: precision }] : []
  })
  return [
    ...slots,
    { figure: 'exact', min: exact },
    { figure: 'topic', min: topic },
    { figure: 'counts', min: 0.9 },
    { figure: 'wrong_and_silent', max: silent },
    { figure: 'demands_too_much', max: 0 },
    ...(figures['first_row'] === undefined ? [] : [{ figure: 'first_row', min: firstRow }]),
    { figure: 'read_as_a_name', max: Math.floor(named * others) },
    { figure: 'mean_ms', max: 2 },
  ]
}
