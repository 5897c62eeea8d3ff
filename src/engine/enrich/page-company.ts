import type { PageCompany, PageFacts } from '../extract/page/page-facts.ts'
import { labelTopics, leadingTopics, pathTopics } from '../crawl/link-score.ts'
import type { LinkTopic } from '../crawl/link-words.ts'
import { headcountOf } from '../import/company-values.ts'
import { industryOfWords } from '../../lib/vocabulary/told-industries.ts'
import { addressContext } from './address-context.ts'
import { labelledLegalName } from '../facts/labelled-name.ts'
import { legalNamesIn, sharesWord, withoutGenitive } from '../facts/legal-names.ts'
import { nameSigns } from '../facts/name-signs.ts'
import { ownStory } from '../facts/own-story.ts'
import { pageRegions } from '../facts/page-regions.ts'
import { seatAddress } from '../facts/seat-address.ts'
import type { PageKind } from '../facts/seat-address.ts'
import { linkedProfiles } from './linked-profiles.ts'
import type { ReadablePage } from './readable-page.ts'
import { structuredCompany } from './structured-company.ts'
import type { Facts } from './structured-company.ts'
import { detectTechnologies } from './technology-detector.ts'
import type { TechnologyRule } from './technology-rules.ts'

const MAX_PHONES = 3
const MAX_DESCRIPTION = 500

/** Topics of pages that tell where and who the house is. */
const OF_COMPANY: ReadonlySet<LinkTopic> = new Set<LinkTopic>(['imprint', 'contact', 'about'])

/** Whether the page is the start page, or has an address that suggests it is about the company. */
export function tellsOfCompany(url: string): boolean {
  const { pathname } = URL.parse(url) ?? { pathname: '' }
  return pathname === '/' || pathTopics(pathname).some((topic) => OF_COMPANY.has(topic))
}

/** Whether the address of a page suggests a legal notice that names the responsible company. */
export const isLegalPage = (url: string): boolean => pathTopics(URL.parse(url)?.pathname ?? '').includes('imprint')

/**
 * Reads a page that has already been extracted. Bounded and linear.
 * @param rules for detecting technologies; null for a page that is not current: what an old page was built with says little,
 * and is the most expensive to find out.
 */
export function pageCompany(
  page: ReadablePage,
  facts: PageFacts,
  year: number,
  rules: readonly TechnologyRule[] | null,
): PageCompany {
  const { signals } = page
  const kind = kindOfPage(page.url, facts)
  const isAboutHouse = kind.isLegal || kind.isContact || kind.isAbout
  const structured = structuredCompany(facts.scan.jsonLd, facts.organization, { domain: page.domain, year })
  const technologies = rules === null ? [] : detectTechnologies({ ...signals, headers: page.headers ?? {} }, rules)
  const text: Facts = kind.isStart ? described(page) : {}
  const weak: Facts = {}
  const regions = pageRegions(page.html, page.lines)
  const signs = nameSigns(page.html, regions)
  const label = (page.domain.split('.')[0] ?? '').replaceAll('-', '')
  const names = [facts.organization?.name, facts.scan.siteName, ...signs.copyrights, ...signs.logos].filter(
    (name): name is string => !!name && !DOMAIN.test(name),
  )
  const own = [label, ...names]
  const isOwn = (line: string): boolean => sharesWord(line, names, label)
  if (isAboutHouse || kind.isStart) {
    const { spelt, likely } = linkedProfiles(page.html, facts, own)
    Object.assign(text, spelt)
    Object.assign(weak, likely)
  }
  const context = { ...addressContext(page.domain, page.language), isOwn }
  Object.assign(text, seatAddress(regions, page.postalAddresses, kind, context))
  const legal = legalNamesIn(
    kind.isLegal || kind.isContact ? [...regions.lines.slice(0, LEGAL_LINES), ...regions.footer] : regions.footer,
  ).map((name) => withoutGenitive(name, label))
  const labelled = isAboutHouse ? labelledLegalName(regions.lines) : null
  // The footer may name an owner or a brand: a legal notice, or a label, knows better.
  Object.assign(kind.isLegal || labelled !== null ? text : weak, { legal_name: labelled ?? legal.find(isOwn) ?? null })
  if (kind.isLegal || kind.isContact) Object.assign(text, phonesOf(facts))
  else if (kind.isStart || kind.isAbout)
    Object.assign(weak, phonesOf({ ...facts, phones: framed(facts.phones, regions.footer) }))
  if (isAboutHouse || kind.isStart) {
    const { founded, since, people } = ownStory(regions.lines, own, kind, year)
    weak.founded_year = since
    Object.assign(text, { founded_year: founded, headcount: people === null ? null : headcountOf(people) })
  }
  return {
    structured,
    text,
    weak,
    technologies,
    signs: { ...signs, legalNames: labelled === null ? legal : [labelled, ...legal] },
  }
}

function kindOfPage(url: string, { scan }: PageFacts): PageKind {
  const { pathname } = URL.parse(url) ?? { pathname: '/' }
  const isStart = pathname === '/'
  const topics = new Set([...pathTopics(pathname), ...titleTopics(scan.title ?? '', isStart)])
  return { isStart, isLegal: topics.has('imprint'), isContact: topics.has('contact'), isAbout: topics.has('about') }
}

/** What a start page says of the company in its description. */
function described({ signals: { metas } }: ReadablePage): Facts {
  const [description] = [...(metas.get('description') ?? []), ...(metas.get('og:description') ?? [])]
  const words = description?.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION) ?? ''
  return { description: words || null, industry: industryOfWords(words) }
}

/** What the parts of a title say; a start page may mention contacts too, so only the beginning of its title counts. */
const titleTopics = (title: string, isStart: boolean): LinkTopic[] =>
  isStart ? leadingTopics(title) : title.slice(0, MAX_TITLE).split(TITLE_PARTS).flatMap(labelTopics)
const TITLE_PARTS = /\s[-–—|·»:]+\s|[|·»:]\s/u
const MAX_TITLE = 120
const DOMAIN = /^[\p{L}\p{N}.-]+\.[a-z]{2,6}$/iu
/** A legal notice names its company in the first block. */
const LEGAL_LINES = 120

/** The numbers that a frame of the page shows: who is in its text may be a partner or a customer. */
function framed(phones: PageFacts['phones'], footer: readonly string[]): PageFacts['phones'] {
  if (phones.length === 0) return []
  const shown = footer.map(digitsOf).filter((digits) => digits !== '')
  return phones.filter(({ raw }) => {
    const digits = digitsOf(raw)
    return shown.some((line) => line.includes(digits))
  })
}
const digitsOf = (text: string): string => text.replace(/\D+/g, '')

/** The company's numbers: not those next to a person, unless that person alone answers for it. */
function phonesOf({ phones, people }: PageFacts): Facts {
  const numbers = [...new Set(phones.filter(({ kind }) => kind === 'phone').map(({ number }) => number))]
  const theirs = new Set(people.map((person) => person.phone))
  const house = numbers.filter((number) => !theirs.has(number))
  return { phones: (house.length === 0 && people.length === 1 ? numbers : house).slice(0, MAX_PHONES) }
}
