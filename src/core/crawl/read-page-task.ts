import type { PageResponse } from '../../engine/crawl/page-parser.ts'
import { readAnswer } from '../../engine/crawl/read-answer.ts'
import type { ReadingNeeds, ReadAnswer } from '../../engine/crawl/read-answer.ts'
import { pageCompany } from '../../engine/enrich/page-company.ts'
import { readablePage } from '../../engine/enrich/readable-page.ts'
import { extractPage } from '../../engine/extract/extract-page.ts'
import type { PageFacts, PageInput } from '../../engine/extract/page/page-facts.ts'
import { giveBack } from '../../lib/input/spent-bytes.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import type { TechnologyRule } from '../../engine/enrich/technology-rules.ts'
import { createOperatorLists, useFetchedLists } from '../../services/lists/operator-lists.ts'
import type { OperatorLists } from '../../services/lists/operator-lists.ts'
import { withObserved } from './observed-page.ts'
import { sharedRulesDate, technologyRules } from '../../services/lists/own-technologies.ts'
import type { OwnRulesPlace } from '../../services/lists/own-technologies.ts'

interface Settings {
  localSuffixes: ReadonlySet<string>
  ownRules: OwnRulesPlace
  /** The current year of the common era. */
  year: number
}

/** The lists and rules by which a thread reads pages. */
interface Rules {
  lists: OperatorLists
  listsUntil: number
  technologies: TechnologyRule[]
  /** When the shared rules were written on this machine; null if machines do not share them. */
  technologiesOf: number | null
}

/** A thread works for a single Quarry, and keeps what it has read from its files. */
let rules: Rules | null = null

/** Reads one response of a site in its own thread. What is not used again stays there: JSON-LD, links not picked. */
export default async function readPageTask({
  response,
  needs,
  settings,
}: {
  response: PageResponse
  needs: ReadingNeeds
  settings: Settings
}): Promise<ReadAnswer> {
  const by = await rulesOf(settings)
  const { buffer, byteOffset, byteLength } = response.body
  // A buffer arrives as a plain Uint8Array.
  const body = Buffer.from(buffer, byteOffset, byteLength)
  const parsed = readAnswer({ ...response, body }, needs, (page) => withCompany(page, settings, by))
  giveBack(body) // it was moved here: nothing else uses it
  return 'facts' in parsed && parsed.facts !== null
    ? { ...parsed, facts: { ...parsed.facts, scan: { ...parsed.facts.scan, jsonLd: [], links: [] } } }
    : parsed
}

function withCompany(page: PageInput, { localSuffixes, year }: Settings, { lists, technologies }: Rules): PageFacts {
  const readable = readablePage(page)
  const facts = withObserved(readable, extractPage(page, { localSuffixes, lists: lists.inUse }))
  return facts.scan.dump ? facts : { ...facts, company: pageCompany(readable, facts, year, technologies) }
}

/** Lists and rules are checked every minute: the operator may have changed them, here or on another machine. */
async function rulesOf({ ownRules }: Settings): Promise<Rules> {
  rules ??= { lists: createOperatorLists(), listsUntil: 0, ...technologiesOf(ownRules) }
  if (performance.now() < rules.listsUntil) return rules
  rules.listsUntil = performance.now() + MINUTE_MS
  await useFetchedLists(rules.lists, ownRules.dataDir)
  if (sharedRulesDate(ownRules) !== rules.technologiesOf) Object.assign(rules, technologiesOf(ownRules))
  return rules
}

function technologiesOf(place: OwnRulesPlace): Pick<Rules, 'technologies' | 'technologiesOf'> {
  const date = sharedRulesDate(place)
  return { technologies: technologyRules(place), technologiesOf: date }
}
