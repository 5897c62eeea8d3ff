import type { AddressLists } from '../classify/address-lists.ts'
import { locateAddresses } from './addresses/address-spots.ts'
import { pageNames } from './model/page-names.ts'
import { PageMemory, teamTest } from './people/page-memory.ts'
import { buildPage } from './page/page-dom.ts'
import type { FoundPhone, PageFacts, PageInput, PageScan } from './page/page-facts.ts'
import { findPeople } from './people/page-people.ts'
import { pagePhones } from './phones/page-phones.ts'
import { scanPage } from './page-scan.ts'
import type { ScanOptions } from './page-scan.ts'
import { listsProtectedPeople, presentsPeople } from './people/people-signs.ts'
import { findOwners } from './people/person-extractor.ts'
import { sourcePhones } from './phones/source-phones.ts'
import { readStructuredData } from './people/structured-data.ts'
import { mergeStructured } from './people/structured-people.ts'
import { TokenTape } from './page/token-tape.ts'

export interface ExtractOptions extends ScanOptions {
  lists: AddressLists
  /** What finds the names of a page; the trained judge unless given. */
  readNames?: typeof pageNames
}

/**
 * Extracts everything a page says: in one streaming pass over it, and, only if that finds a sign of people or addresses, in a
 * second one over its tokens that builds the tree and determines who owns what. Bounded and near-linear; never throws, whatever
 * the markup.
 */
export function extractPage(page: PageInput, options: ExtractOptions): PageFacts {
  const tape = new TokenTape(page.html)
  const scan = scanPage(page, options, tape)
  if (scan.dump) return nothingBeside(scan, [])
  const isTeam = teamTest({ siteDomain: page.domain, lists: options.lists })
  if (!presentsPeople(page, scan, isTeam)) {
    return nothingBeside(scan, sourcePhones(page.html, { domain: page.domain, language: scan.language }))
  }
  const tree = buildPage(page.html, tape)
  const rules = { localSuffixes: options.localSuffixes, siteDomain: page.domain }
  const { people: described, organization } = readStructuredData(scan.jsonLd, tree, rules)
  const jsonLdCountry = organization?.location?.country ?? null
  const located = pagePhones(tree, { domain: page.domain, language: scan.language, jsonLdCountry })
  const { phones, country } = located
  if (listsProtectedPeople(page.url, scan.title)) return { scan, people: [], phones, organization }
  const memory = new PageMemory(tree.lines, isTeam, { siteDomain: page.domain, title: scan.title })
  const spots = locateAddresses(tree, scan, rules)
  const mentions = (options.readNames ?? pageNames)(tree, scan.addresses, spots, memory)
  const owners = findOwners(spots, mentions, memory)
  const presented = findPeople({ tree, mentions, owners, phones: located })
  const people = mergeStructured(presented, described, new Set(scan.addresses.map((address) => address.value)), country)
  return { scan, people, phones, organization }
}

/** Full names that a page mentions anywhere, even in sentences: for measuring recognition; most are not people of the site. */
export function mentionedNames(page: PageInput, options: ExtractOptions): string[] {
  const tape = new TokenTape(page.html)
  const scan = scanPage(page, options, tape)
  const tree = buildPage(page.html, tape)
  const spots = locateAddresses(tree, scan, { localSuffixes: options.localSuffixes, siteDomain: page.domain })
  const isTeam = teamTest({ siteDomain: page.domain, lists: options.lists })
  const memory = new PageMemory(tree.lines, isTeam, { siteDomain: page.domain, title: scan.title })
  return [...new Set(pageNames(tree, scan.addresses, spots, memory).map((mention) => mention.name.full))]
}

const nothingBeside = (scan: PageScan, phones: FoundPhone[]): PageFacts => ({
  scan,
  people: [],
  phones,
  organization: null,
})
