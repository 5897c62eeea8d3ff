import { scanPage } from '../../src/engine/extract/page-scan.ts'
import type { LabelledPage } from './labelled-pages.ts'
import { processorMs } from '../support/processor-time.ts'
import type { Bar } from '../support/report.ts'

/** What a part of the extraction evaluation gives to the report. */
export interface Evaluation {
  rows: (string | number)[][]
  figures: Record<string, number>
  bars: Bar[]
  /** What was missed and what is wrong, one line each. */
  misses: string[]
}

const BARS: Bar[] = [
  { figure: 'address_recall', min: 0.98 },
  { figure: 'address_precision', min: 0.98 },
]
/** No page of a labelled set is on an intranet: only the public suffix list decides. */
const OPTIONS = { localSuffixes: new Set<string>() }

/** Compares addresses that must be found with those returned; `optional` ones never count, `reject` ones count as wrong. */
export function evaluateAddresses(pages: readonly LabelledPage[]): Evaluation {
  const started = processorMs()
  const returned = pages.map((page) => scanPage(page, OPTIONS).addresses)
  const seconds = (processorMs() - started) / 1000
  const count = { wanted: 0, found: 0, wrong: 0 }
  const misses: string[] = []
  pages.forEach((page, index) => {
    const wanted = new Map(page.addresses.map((one) => [one.address, one.channels]))
    const got = new Map((returned[index] ?? []).map((one) => [one.value, one.channels]))
    const optional = new Set(page.optional.map((one) => one.address))
    const missed = [...wanted].filter(([address]) => !got.has(address))
    const wrong = [...got].filter(([address]) => !wanted.has(address) && !optional.has(address))
    count.wanted += wanted.size
    count.found += wanted.size - missed.length
    count.wrong += wrong.length
    misses.push(...missed.map(([address, channels]) => `missed  ${page.id}  ${address}  (${channels.join(', ')})`))
    misses.push(...wrong.map(([address, channels]) => `wrong   ${page.id}  ${address}  (${channels.join(', ')})`))
  })
  return summarise(count, misses, pages, seconds)
}

function summarise(
  { wanted, found, wrong }: { wanted: number; found: number; wrong: number },
  misses: string[],
  pages: readonly LabelledPage[],
  seconds: number,
): Evaluation {
  const recall = share(found, wanted)
  const precision = share(found, found + wrong)
  const perSecond = Math.round(pages.length / seconds)
  const megabytes = pages.reduce((sum, page) => sum + page.bytes, 0) / 1e6 / seconds
  return {
    rows: [
      ['addresses', 'recall', recall, `${found} of ${wanted}`],
      ['addresses', 'precision', precision, `${found} of ${found + wrong}`],
      ['addresses', 'pages/s', perSecond, `${megabytes.toFixed(1)} MB/s, one cold pass`],
    ],
    figures: { address_recall: recall, address_precision: precision, address_pages_per_second: perSecond },
    bars: BARS,
    misses,
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000)
