import { locateAddresses } from './address-spots.ts'
import { findMentions } from './name-mentions.ts'
import { buildPage } from './page-dom.ts'
import type { FoundPerson, PageFacts, PageInput } from './page-facts.ts'
import { scanPage } from './page-scan.ts'
import type { ScanOptions } from './page-scan.ts'
import { findOwners } from './person-extractor.ts'
import type { Ownership } from './person-extractor.ts'

/**
 * Everything a page says: one streaming pass over it, and, only where that saw a sign of people or addresses, a second
 * one that builds the tree and finds out who owns what. Bounded and near-linear; never throws, whatever the markup.
 */
export function extractPage(page: PageInput, options: ScanOptions): PageFacts {
  const scan = scanPage(page, options)
  const facts: PageFacts = {
    scan,
    people: [],
    phones: [],
    organization: null,
    socials: { linkedin: null, twitter: null },
  }
  if (!scan.worthParsing || scan.dump) return facts
  const tree = buildPage(page.html)
  const mentions = findMentions(tree.lines).filter(
    (m) => m.name.evidence >= 2 || (m.place !== 'prose' && m.name.evidence >= 1),
  )
  const spots = locateAddresses(tree, scan, { localSuffixes: options.localSuffixes, siteDomain: page.domain })
  const owners = findOwners(spots, mentions, page.domain)
  return { ...facts, people: owners.map(toPerson) }
}

const toPerson = ({ name, address, via }: Ownership): FoundPerson => ({
  firstName: name.first || null,
  lastName: name.last || null,
  fullName: name.full,
  position: null,
  positionRaw: null,
  phone: null,
  linkedin: null,
  twitter: null,
  email: address.value,
  via,
  location: null,
})
