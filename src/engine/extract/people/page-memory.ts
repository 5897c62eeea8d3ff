import type { AddressLists } from '../../classify/address-lists.ts'
import { addressType } from '../../classify/role-address.ts'
import { BlockKinds } from '../page/block-kinds.ts'
import type { FoundAddress } from '../page/page-facts.ts'
import type { PageLine } from '../page/page-lines.ts'
import { NameFitter } from '../names/name-fit.ts'
import type { PersonName } from '../names/name-evidence.ts'
import { HouseNames } from './house-names.ts'
import { PageVocabulary } from './page-vocabulary.ts'
import { parsePersonName } from '../names/person-name.ts'

/** The site of a page. */
export interface PageSite {
  /** Registrable domain. */
  siteDomain: string
  lists: AddressLists
}

/** Returns a test of whether an address is a team's rather than a person's; each is decided once. */
export function teamTest({ siteDomain, lists }: PageSite): (address: FoundAddress) => boolean {
  const known = new Map<string, boolean>()
  return ({ value, local, domain }) => {
    let isTeam = known.get(value)
    if (isTeam === undefined) {
      isTeam = addressType(local, null, lists, { domain, siteDomain }) === 'generic'
      known.set(value, isTeam)
    }
    return isTeam
  }
}

/** Answers needed repeatedly while one page is read; each is determined once. */
export class PageMemory {
  readonly lines: readonly PageLine[]
  readonly isTeam: (address: FoundAddress) => boolean
  readonly fitter = new NameFitter()
  readonly blocks = new BlockKinds()
  readonly vocabulary: PageVocabulary
  readonly houses: HouseNames
  private readonly names = new Map<string, PersonName | null>()

  /** @param names what else the page is called by: its title and the domain of its site */
  constructor(
    lines: readonly PageLine[],
    isTeam: (address: FoundAddress) => boolean,
    names: { siteDomain: string; title: string | null } = { siteDomain: '', title: null },
  ) {
    this.lines = lines
    this.houses = new HouseNames(names)
    this.vocabulary = new PageVocabulary(lines)
    this.isTeam = isTeam
  }

  /** A text as a person's name; null if it is not one. */
  readName(text: string): PersonName | null {
    let name = this.names.get(text)
    if (name === undefined) {
      name = parsePersonName(text)
      this.names.set(text, name)
    }
    return name
  }
}
