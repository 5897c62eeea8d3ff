import { createReadStream } from 'node:fs'
import { SHIPPED_LISTS } from '../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../src/engine/extract/extract-page.ts'
import type { PageFacts, PageInput } from '../../src/engine/extract/page/page-facts.ts'
import { scannedAlone } from '../../src/engine/extract/page-scan.ts'
import { readArchive } from '../../src/engine/import/archive-reader.ts'
import { newFigures } from '../../src/engine/import/archive-record.ts'
import { archivedCapture } from '../../src/engine/import/archived-page.ts'

/**
 * Reads archives as an import does, and stores nothing. Usage: node scripts/eval/read-archives.ts addresses|people
 * FILE… Prints one line of JSON: `{ pages, addresses }`.
 */

const [kind, ...files] = process.argv.slice(2)
const options = { localSuffixes: new Set<string>(), lists: SHIPPED_LISTS }
const extract = (page: PageInput): PageFacts =>
  kind === 'addresses' ? scannedAlone(page, options) : extractPage(page, options)

let pages = 0
let addresses = 0
for (const file of files) {
  const chunks = createReadStream(file, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>
  for await (const { record } of readArchive(chunks, newFigures())) {
    const capture = archivedCapture(record, { extract, agent: 'quarrybot', maxPageBytes: 2_000_000 })
    if (capture?.kind !== 'page') continue
    pages++
    addresses += capture.facts.scan.addresses.length
  }
}
console.log(JSON.stringify({ pages, addresses }))
