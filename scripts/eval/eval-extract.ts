/**
 * `npm run eval:extract -- PATH [--misses]`: extraction against a labelled set of pages (`PATH/labels.jsonl`,
 * `PATH/pages`). Each part is a module that takes the pages and returns rows, figures and bars.
 */
import { parseArgs } from 'node:util'
import { evaluateAddresses } from './eval-addresses.ts'
import { evaluatePeople } from './eval-people.ts'
import { loadPages } from './labelled-pages.ts'
import { report } from '../support/report.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const [path] = positionals
if (path === undefined) throw new Error('Name the folder of a labelled set: npm run eval:extract -- PATH')

const pages = loadPages(path)
const parts = [evaluateAddresses(pages), evaluatePeople(pages)]
if (values.misses === true) for (const line of parts.flatMap((part) => part.misses)) console.log(line)
report({
  title: `Extraction on ${pages.length} labelled pages`,
  rows: [['part', 'figure', 'value', 'counts'], ...parts.flatMap((part) => part.rows)],
  figures: Object.assign({}, ...parts.map((part) => part.figures)) as Record<string, number>,
  bars: parts.flatMap((part) => part.bars),
})
