import type { PageResponse } from '../../engine/crawl/page-parser.ts'
import { readAnswer } from '../../engine/crawl/read-answer.ts'
import type { AnswerNeeds, ReadAnswer } from '../../engine/crawl/read-answer.ts'
import { pageCompany } from '../../engine/enrich/page-company.ts'
import { extractPage } from '../../engine/extract/extract-page.ts'
import type { PageFacts, PageInput } from '../../engine/extract/page/page-facts.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { useFetchedLists } from '../lists/operator-lists.ts'
import { useOwnTechnologies } from '../lists/own-technologies.ts'

interface Settings {
  localSuffixes: ReadonlySet<string>
  techRulesDir: string | null
  dataDir: string
  /** The current one, of the common era. */
  year: number
}

/** What this thread has put to use, as every process does at its start. */
const ready = { technologies: false, listsUntil: 0 }

/** Reads one answer of a site in a thread of its own. What nobody reads again stays there: JSON-LD, links not picked. */
export default async function readPageTask({
  response,
  needs,
  settings,
}: {
  response: PageResponse
  needs: AnswerNeeds
  settings: Settings
}): Promise<ReadAnswer> {
  await prepare(settings)
  const { buffer, byteOffset, byteLength } = response.body
  // A buffer arrives as plain bytes.
  const body = Buffer.from(buffer, byteOffset, byteLength)
  const parsed = readAnswer({ ...response, body }, needs, (page) => withCompany(page, settings))
  return 'facts' in parsed && parsed.facts !== null
    ? { ...parsed, facts: { ...parsed.facts, scan: { ...parsed.facts.scan, jsonLd: [], links: [] } } }
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
