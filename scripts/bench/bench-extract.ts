/**
 * `npm run bench:extract -- [PATH]`: throughput of extraction compared with a bare htmlparser2 pass that looks for `@`
 * in texts and links, over the same pages in the same run. PATH is a labelled set; without it the pages are generated
 * here.
 */
import { extractPage } from '../../src/engine/extract/extract-page.ts'
import type { ExtractOptions } from '../../src/engine/extract/extract-page.ts'
import { credibleMentions } from '../../src/engine/extract/people/credible-mentions.ts'
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
/** Processor time with the judge of names, as a share of that without, over pages that present nobody. */
const MAX_NOBODY_RATIO = 1.1
const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** Names by what lists say of their words, without the judge. */
const BY_LISTS: ExtractOptions = {
  ...OPTIONS,
  readNames: (tree, addresses, _, memory) => {
    const locals = addresses.map(({ local }) => local)
    return credibleMentions(tree, locals, tree.lines, memory)
  },
}

const [path] = process.argv.slice(2)
const pages = path === undefined ? syntheticPages() : loadPages(path)
/** Pages that present nobody. */
const empty = pages.filter((page) => extractPage(page, OPTIONS).people.length === 0)

let found = 0

/** What is measured, by name. */
const CONTENDERS: Record<string, (page: PageInput) => void> = {
  bare: (page) => void (found += barePass(page.html)),
  addresses: (page) => void (found += scanPage(page, OPTIONS).addresses.length),
  association: (page) => void (found += extractPage(page, OPTIONS).people.length),
}
const OF_NOBODY: Record<string, (page: PageInput) => void> = {
  judged: (page) => void (found += extractPage(page, OPTIONS).people.length),
  listed: (page) => void (found += extractPage(page, BY_LISTS).people.length),
}

const megabytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0) / 1e6
const { bare = 0, addresses = 0, association = 0 } = speedsOf(CONTENDERS, pages)
const speeds = { bare, addresses, association }
const { judged = 0, listed = 0 } = empty.length === 0 ? {} : speedsOf(OF_NOBODY, empty)
const figures = {
  bare_mb_s: round(bare),
  addresses_mb_s: round(addresses),
  addresses_ratio: round(addresses / bare),
  addresses_ok: Number(addresses >= MIN_ADDRESSES_MBS || addresses / bare >= MIN_ADDRESSES_RATIO),
  association_mb_s: round(association),
  association_ratio: round(association / bare),
  association_ok: Number(association >= MIN_ASSOCIATION_MBS || association / bare >= MIN_ASSOCIATION_RATIO),
  ...(empty.length > 0 && { judge_of_nobody: round(listed / judged) }),
}
/** The absolute figure or the ratio, whichever a slower machine can reach. */
const bars: Bar[] = [
  { figure: 'addresses_ok', min: 1 },
  { figure: 'association_ok', min: 1 },
  ...(empty.length > 0 ? [{ figure: 'judge_of_nobody', max: MAX_NOBODY_RATIO }] : []),
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
function speedsOf(contenders: Record<string, (page: PageInput) => void>, read: PageInput[]): Record<string, number> {
  const spent = Object.fromEntries(Object.keys(contenders).map((name) => [name, 0]))
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    for (let at = 0; at < read.length; at += PAGES_A_TURN) {
      const turn = read.slice(at, at + PAGES_A_TURN)
      for (const [name, pass] of Object.entries(contenders)) {
        const before = processorMs()
        turn.forEach(pass)
        if (round >= 0) spent[name] = (spent[name] ?? 0) + processorMs() - before
      }
    }
  }
  const bytes = ROUNDS * read.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0)
  return Object.fromEntries(Object.entries(spent).map(([name, ms]) => [name, bytes / 1_000 / ms]))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
