/**
 * `npm run bench:extract -- [PATH]`: throughput of extraction compared with a bare htmlparser2 pass that looks for `@`
 * in texts and links, over the same pages in the same run. PATH is a labelled set; without it the pages are generated
 * here.
 */
import { extractPage } from '../../src/engine/extract/extract-page.ts'
import { scanPage } from '../../src/engine/extract/page-scan.ts'
import type { PageInput } from '../../src/engine/extract/page/page-facts.ts'
import { barePass } from './bare-pass.ts'
import { loadPages } from '../eval/labelled-pages.ts'
import { processorMs } from '../support/processor-time.ts'
import { report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'
import { syntheticPages } from './synthetic-pages.ts'
import { SHIPPED_LISTS } from '../../src/engine/classify/address-lists.ts'

/** An import reads for hours, so what the compiler does in the first seconds is left out. */
const WARM_ROUNDS = 12
const ROUNDS = 12
/** The passes alternate after this many pages, so that other load on the machine slows all of them alike. */
const PAGES_A_TURN = 16
const MIN_ADDRESSES_MBS = 90
const MIN_ADDRESSES_RATIO = 0.9
const MIN_ASSOCIATION_MBS = 40
/** 40 MB/s relative to the bare pass, on the machine the bars were set on. */
const MIN_ASSOCIATION_RATIO = 0.4
const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

let found = 0

/** What is measured, by name. */
const CONTENDERS: Record<string, (page: PageInput) => void> = {
  bare: (page) => void (found += barePass(page.html)),
  addresses: (page) => void (found += scanPage(page, OPTIONS).addresses.length),
  association: (page) => void (found += extractPage(page, OPTIONS).people.length),
}

const [path] = process.argv.slice(2)
const pages = path === undefined ? syntheticPages() : loadPages(path)
const megabytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0) / 1e6
const speeds = measure()
const { bare = 0, addresses = 0, association = 0 } = speeds
const figures = {
  bare_mb_s: round(bare),
  addresses_mb_s: round(addresses),
  addresses_ratio: round(addresses / bare),
  addresses_ok: Number(addresses >= MIN_ADDRESSES_MBS || addresses / bare >= MIN_ADDRESSES_RATIO),
  association_mb_s: round(association),
  association_ratio: round(association / bare),
  association_ok: Number(association >= MIN_ASSOCIATION_MBS || association / bare >= MIN_ASSOCIATION_RATIO),
}
/** The absolute figure or the ratio, whichever a slower machine can reach. */
const bars: Bar[] = [
  { figure: 'addresses_ok', min: 1 },
  { figure: 'association_ok', min: 1 },
]
report({
  title: `Extraction throughput, ${pages.length} pages, ${megabytes.toFixed(1)} MB, one core (${found} signs counted)`,
  rows: [
    ['pass', 'MB/s', 'pages/s', 'ratio'],
    ...Object.entries(speeds).map(([name, mbs]) => [
      name,
      round(mbs),
      Math.round((mbs * pages.length) / megabytes),
      round(mbs / bare),
    ]),
  ],
  figures,
  bars,
})

/** Returns MB/s of processor time, of all threads of the process. */
function measure(): Record<string, number> {
  const spent = Object.fromEntries(Object.keys(CONTENDERS).map((name) => [name, 0]))
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    for (let at = 0; at < pages.length; at += PAGES_A_TURN) {
      const turn = pages.slice(at, at + PAGES_A_TURN)
      for (const [name, pass] of Object.entries(CONTENDERS)) {
        const before = processorMs()
        turn.forEach(pass)
        if (round >= 0) spent[name] = (spent[name] ?? 0) + processorMs() - before
      }
    }
  }
  return Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, (1_000 * megabytes * ROUNDS) / ms]))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
