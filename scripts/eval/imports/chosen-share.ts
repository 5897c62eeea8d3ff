import { createReadStream } from 'node:fs'
import { scannedAlone } from '../../../src/engine/extract/page-scan.ts'
import type { PageInput } from '../../../src/engine/extract/page/page-facts.ts'
import { archivedCapture } from '../../../src/engine/import/archived-page.ts'
import { readArchive } from '../../../src/engine/import/archive-reader.ts'
import { newFigures } from '../../../src/engine/import/archive-record.ts'
import { isWantedUrl, USUAL_PAGES } from '../../../src/engine/import/ranges/chosen-captures.ts'
import { registrableDomain } from '../../../src/lib/addresses/domain-name.ts'

/** What an import of chosen pages would find of the content of whole archives. */
export interface ChosenShare {
  pages: number
  chosen: number
  /** Addresses at the domain of the site that shows them, each once. */
  own: number
  /** Those of them that a chosen page shows. */
  ownChosen: number
}

const CHOICE = { tlds: [], pages: USUAL_PAGES }
const MAX_PAGE_BYTES = 2_000_000
const SCAN = { localSuffixes: new Set<string>() }

export async function chosenShare(files: readonly string[]): Promise<ChosenShare> {
  const needs = {
    extract: (page: PageInput) => scannedAlone(page, SCAN),
    agent: 'quarrybot',
    maxPageBytes: MAX_PAGE_BYTES,
  }
  const urls = new Set<string>()
  const chosen = new Set<string>()
  const own = new Set<string>()
  const ownChosen = new Set<string>()
  for (const file of files)
    for await (const { record } of readArchive(createReadStream(file), newFigures())) {
      const capture = archivedCapture(record, needs)
      if (capture?.kind !== 'page') continue
      const isWanted = isWantedUrl(capture.url, CHOICE)
      urls.add(capture.url)
      if (isWanted) chosen.add(capture.url)
      for (const { value } of capture.facts.scan.addresses) {
        if (registrableDomain(value.slice(value.lastIndexOf('@') + 1)) !== capture.domain) continue
        own.add(value)
        if (isWanted) ownChosen.add(value)
      }
    }
  return { pages: urls.size, chosen: chosen.size, own: own.size, ownChosen: ownChosen.size }
}
