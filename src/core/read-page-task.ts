import { parsePage } from '../engine/crawl/page-parser.ts'
import type { PageResponse, ParsedPage, ParseNeeds } from '../engine/crawl/page-parser.ts'
import { pageCompany } from '../engine/enrich/page-company.ts'
import { extractPage } from '../engine/extract/extract-page.ts'
import type { PageFacts, PageInput } from '../engine/extract/page-facts.ts'
import { MINUTE_MS } from '../lib/clock.ts'
import { useFetchedLists } from './lists.ts'
import { useOwnTechnologies } from './own-technologies.ts'

interface Settings {
  localSuffixes: ReadonlySet<string>
  techRulesDir: string | null
  dataDir: string
  /** The current one, of the common era. */
  year: number
}

/** What this thread has put to use, as every process does at its start. */
const ready = { technologies: false, listsUntil: 0 }

/** Reads one answer of a site in a thread of its own. The bodies of JSON-LD, which nobody reads again, stay there. */
export default async function readPageTask({
  response,
  needs,
  settings,
}: {
  response: PageResponse
  needs: ParseNeeds
  settings: Settings
}): Promise<ParsedPage> {
  await prepare(settings)
  const { buffer, byteOffset, byteLength } = response.body
  // A buffer arrives as plain bytes.
  const body = Buffer.from(buffer, byteOffset, byteLength)
  const parsed = parsePage({ ...response, body }, needs, (page) => withCompany(page, settings))
  return 'facts' in parsed && parsed.facts !== null
    ? { ...parsed, facts: { ...parsed.facts, scan: { ...parsed.facts.scan, jsonLd: [] } } }
    : parsed
}

function withCompany(page: PageInput, { localSuffixes, year }: Settings): PageFacts {
  const facts = extractPage(page, { localSuffixes })
  return facts.scan.dump ? facts : { ...facts, company: pageCompany(page, facts, year) }
}

/** Lists are looked at again every minute: the operator may have refreshed them. */
async function prepare({ techRulesDir, dataDir }: Settings): Promise<void> {
  if (!ready.technologies) useOwnTechnologies({ techRulesDir })
  ready.technologies = true
  if (performance.now() < ready.listsUntil) return
  ready.listsUntil = performance.now() + MINUTE_MS
  await useFetchedLists(dataDir)
}
