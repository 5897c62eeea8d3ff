/**
 * `npm run train:names -- FOLDER [--write]`: trains the judge of names on the annotated pages of a labelled set (`FOLDER`) and on
 * made staff pages, prints how it does on hosts that it was not trained on (five folds by host), and with `--write` stores it as
 * `src/engine/extract/model/name-model.bin`. Reads no other page; the same pages give the same bytes.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packModel } from '../src/engine/extract/model/linear-model.ts'
import { loadPages } from './eval/labelled-pages.ts'
import { tuningPages } from './eval/truth/staff/tuning-pages.ts'
import { report } from './support/report.ts'
import { trainLogistic } from './train/logistic.ts'
import type { TrainSample } from './train/logistic.ts'
import { foldFigures } from './train/name-folds.ts'
import { labelledSamples, staffSamples } from './train/name-samples.ts'
import type { NamePage } from './train/name-samples.ts'

const FOLDS = 5
const [MADE_PAGES, MADE_SEED] = [300, 7]
/** Names are rare among candidates; generated pages are many and alike. */
const [NAME_WEIGHT, MADE_WEIGHT] = [3, 0.1]
/** From this score on a name is believed: where recall on unseen hosts is about .85. */
const BOUND = -0.33
const MAX_BYTES = 1 << 20
const MODEL_FILE = new URL('../src/engine/extract/model/name-model.bin', import.meta.url)

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder of a labelled set: npm run train:names -- FOLDER')

const labelled = loadPages(folder)
  .filter((page) => page.annotated)
  .map(labelledSamples)
const made = tuningPages(MADE_SEED, MADE_PAGES).map(staffSamples)
const foldOf = ({ host }: NamePage): number => (createHash('sha256').update(host).digest()[0] ?? 0) % FOLDS

const judged = Array.from({ length: FOLDS }, (_, fold) => ({
  weights: train(labelled.filter((page) => foldOf(page) !== fold)),
  pages: labelled.filter((page) => foldOf(page) === fold),
}))
const figures = foldFigures(judged, BOUND)
const bytes = packModel(train(labelled), BOUND)
if (values.write === true) writeFileSync(MODEL_FILE, bytes)

const count = (pages: readonly NamePage[]): number => pages.reduce((sum, page) => sum + page.samples.length, 0)
report({
  title: `Names: ${labelled.length} annotated pages from ${new Set(labelled.map(({ host }) => host)).size} hosts, ${made.length} generated pages`,
  rows: [
    ['what', 'value'],
    ['candidates, annotated', count(labelled)],
    ['candidates, made', count(made)],
    ['full names wanted', labelled.reduce((sum, page) => sum + page.wanted.size, 0)],
    ...Object.entries(figures),
    ['bytes', bytes.length],
    ['sha256', createHash('sha256').update(bytes).digest('hex')],
  ],
  figures: { ...figures, bytes: bytes.length },
  bars: [
    { figure: 'recall_at_precision_58', min: 0.8 },
    { figure: 'bytes', max: MAX_BYTES },
  ],
})

function train(pages: readonly NamePage[]): Float64Array {
  return trainLogistic([
    ...pages.flatMap((page) => samplesOf(page, 1)),
    ...made.flatMap((page) => samplesOf(page, MADE_WEIGHT)),
  ])
}

function samplesOf({ samples }: NamePage, weight: number): TrainSample[] {
  return samples.map(({ features, isName }) => ({
    features,
    isPositive: isName,
    weight: isName && weight === 1 ? NAME_WEIGHT : weight,
  }))
}
