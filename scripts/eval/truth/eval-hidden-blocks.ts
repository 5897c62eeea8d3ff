/**
 * `npm run eval:hidden-blocks [-- FILE.warc.gz… --misses]`: pages whose structured data names their people, with that
 * data hidden: what the product then reads from the text is compared with what was hidden and is in the text as well.
 * Without a file it uses 30 generated pages, a smoke test of both; with files the pages of archives that contain such
 * data, none of which is stored.
 */
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { extractPage } from '../../../src/engine/extract/extract-page.ts'
import { readArchive } from '../../../src/engine/import/archive-reader.ts'
import { newFigures } from '../../../src/engine/import/archive-record.ts'
import { archivedCapture } from '../../../src/engine/import/archived-page.ts'
import { registrableDomain } from '../../../src/lib/addresses/domain-name.ts'
import { report, type Bar } from '../../support/report.ts'
import { HIDDEN_OPTIONS } from './hidden/hide-block.ts'
import { hiddenPages } from './hidden/hidden-pages.ts'
import { judgeHidden, newHiddenFigures, type HiddenTally } from './hidden/judge-hidden.ts'

const [MADE_PAGES, MADE_SEED] = [30, 20_261_124]
const MAX_PAGE_BYTES = 2_000_000
const MADE_BARS: Bar[] = [
  { figure: 'blocks_read', min: 0.95 },
  { figure: 'recall', min: 0.85 },
  { figure: 'precision', min: 0.85 },
  { figure: 'name_recall', min: 0.85 },
  { figure: 'name_precision', min: 0.85 },
]
/** Sites describe some of their people in structured data, and show more: whoever else is found counts as wrong. */
const ARCHIVE_BARS: Bar[] = [
  { figure: 'pages', min: 1 },
  { figure: 'name_recall', min: 0.8 },
  { figure: 'name_precision', min: 0.58 },
  { figure: 'position_recall', min: 0.6 },
  { figure: 'position_precision', min: 0.8 },
]

const { values, positionals: files } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const judged = newHiddenFigures()
const made = files.length === 0 ? hiddenPages(MADE_SEED, MADE_PAGES) : []
for (const { url, html } of made) judgeHidden({ url, html, domain: registrableDomain(new URL(url).hostname) }, judged)
for (const file of files) await judgeArchive(file)

const { tallies, pages, described, misses } = judged
if (values.misses === true) for (const line of misses) console.log(line)
const all = [...tallies.values()].reduce(
  (sum, { hits, wanted, wrong }) => ({ hits: sum.hits + hits, wanted: sum.wanted + wanted, wrong: sum.wrong + wrong }),
  { hits: 0, wanted: 0, wrong: 0 },
)
const written = made.reduce((sum, page) => sum + page.people, 0)
report({
  title: `Structured data hidden: ${pages} pages, ${files.length === 0 ? 'generated' : 'from the archives'}`,
  rows: [
    ['what', 'recall', 'of', 'precision', 'of'],
    ...[...tallies, ['all', all] as const].map(([fact, tally]) => [
      fact,
      recallOf(tally),
      tally.wanted,
      precisionOf(tally),
      tally.hits + tally.wrong,
    ]),
  ],
  figures: {
    pages,
    ...(files.length === 0 ? { blocks_read: share(described, written) } : {}),
    recall: recallOf(all),
    precision: precisionOf(all),
    ...Object.fromEntries(
      [...tallies].flatMap(([fact, tally]) => [
        [`${fact}_recall`, recallOf(tally)],
        [`${fact}_precision`, precisionOf(tally)],
      ]),
    ),
  },
  bars: files.length === 0 ? MADE_BARS : ARCHIVE_BARS,
})

/** Reads an archive as an import does; each page is judged where the import would extract it. */
async function judgeArchive(file: string): Promise<void> {
  const chunks = createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>
  for await (const { record } of readArchive(chunks, newFigures()))
    archivedCapture(record, {
      extract: (page) => {
        judgeHidden(page, judged)
        return extractPage(page, HIDDEN_OPTIONS)
      },
      agent: 'quarrybot',
      maxPageBytes: MAX_PAGE_BYTES,
    })
}

function recallOf({ hits, wanted }: HiddenTally): number {
  return share(hits, wanted)
}

function precisionOf({ hits, wrong }: HiddenTally): number {
  return share(hits, hits + wrong)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000
}
