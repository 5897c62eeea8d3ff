import { hash } from 'node:crypto'
import type { Observed, SeenPerson } from '../../db/changes/observations-writer.ts'
import { isCutShort } from '../../engine/change/cut-lists.ts'
import { farewellTo } from '../../engine/change/farewell.ts'
import { otherKeys, personKey } from '../../engine/change/person-key.ts'
import { namesSketch } from '../../engine/change/names-sketch.ts'
import { layoutSignature } from '../../engine/change/layout-signature.ts'
import { isRareName } from '../../engine/change/rare-name.ts'
import { isEnded } from '../../engine/classify/ended-post.ts'
import { scoreLink } from '../../engine/crawl/link-score.ts'
import type { LinkTopic } from '../../engine/crawl/link-words.ts'
import { detectTechnologies } from '../../engine/enrich/technology-detector.ts'
import type { ReadablePage } from '../../engine/enrich/readable-page.ts'
import type { TechnologyRule } from '../../engine/enrich/technology-rules.ts'
import { shownOpenings } from '../../engine/enrich/shown-openings.ts'
import { shownPlaces } from '../../engine/enrich/shown-places.ts'
import type { FoundPerson, PageFacts } from '../../engine/extract/page/page-facts.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { optoutDigest, optoutDomains, personDigest } from '../optouts/optout-digests.ts'
import type { VisitNeeds } from './visit-needs.ts'

/** People kept per page. */
const MAX_PEOPLE = 500
const MAX_NAME = 120
const MAX_POSITION = 160
/**
 * Of a page's address and what it says there: both are in one key, and a row of an index has room for 2,704 bytes with the domain.
 * More would be refused together with everything that is stored at the same time.
 */
const MAX_KEY_BYTES = 2_300
/** An end that a position names is kept, whenever it is. */
const ANY_YEAR = 9999

/**
 * The page's facts, with its layout if it lists people, and the places and openings it shows: what changes are detected from.
 * @param rules for detecting the technologies of a start page, if they were not read with the company; otherwise null
 */
export const withObserved = (
  page: ReadablePage,
  facts: PageFacts,
  rules: readonly TechnologyRule[] | null = null,
): PageFacts => ({
  ...facts,
  layout:
    facts.people.length > 0 && listsPeople(page.url, siteOf(page.url), namedOn(facts))
      ? signatureOf(page, facts)
      : null,
  ...(facts.people.length > 0 && isCutShort(page, facts.people) && { isCutShort: true }),
  places: facts.scan.dump ? [] : shownPlaces(page),
  openings: facts.scan.dump ? [] : shownOpenings(page, facts),
  ...(rules !== null &&
    isStartPage(page.url) && {
      technologies: detectTechnologies({ ...page.signals, headers: page.headers ?? {} }, rules),
    }),
})

const signatureOf = ({ html, lines }: ReadablePage, { scan }: PageFacts): string =>
  `${layoutSignature(html, scan.language)}.${namesSketch(
    lines,
    scan.addresses.map(({ value }) => value),
  )}`

/** What changes are detected from on a page: the people it names, its layout, the company's places. */
export function observedOn(
  { optoutKey }: Pick<VisitNeeds, 'optoutKey'>,
  { url, domain }: { url: string; domain: string },
  facts: PageFacts,
): Observed {
  const fits = (text: string): boolean => Buffer.byteLength(url) + Buffer.byteLength(text) <= MAX_KEY_BYTES
  const people = namedOn(facts).flatMap((person) => (fits(person.key) ? seenAs(optoutKey, domain, person) : []))
  const technologies = isStartPage(url) ? (facts.technologies ?? facts.company?.technologies ?? []) : []
  return {
    people: [...new Map(people.map((person) => [`${person.key} ${person.statement}`, person])).values()],
    signature: facts.isCutShort !== true && listsPeople(url, domain, people) ? (facts.layout ?? '') : null,
    statements: [
      ...(facts.places ?? []).map((value) => ({ kind: 'location' as const, value: clean(value, 255) })),
      ...(facts.openings ?? []).map((value) => ({ kind: 'opening' as const, value: clean(value, 255) })),
      ...technologies.map((value) => ({ kind: 'technology' as const, value })),
    ].filter(({ value }) => fits(value)),
    optoutDomains: optoutDomains(domain),
  }
}

/** Whom the page names, as it will be stored. */
const namedOn = (facts: PageFacts): SaidPerson[] =>
  facts.scan.dump ? [] : [...facts.people.slice(0, MAX_PEOPLE), ...leaverOn(facts)].flatMap(saidPerson)

const siteOf = (url: string): string => registrableDomain(new URL(url).hostname)

const isStartPage = (url: string): boolean => new URL(url).pathname === '/'

const clean = (text: string, length: number): string => untrustedText(text, length).text

type NamedPerson = Pick<FoundPerson, 'fullName' | 'position' | 'email'> &
  Partial<Pick<FoundPerson, 'linkedin' | 'positionRaw'>>

/** The person to whom this page says farewell. */
function leaverOn({ scan: { title } }: PageFacts): NamedPerson[] {
  const fullName = farewellTo(title ?? '')
  return fullName === null ? [] : [{ fullName, position: title, email: null }]
}

type SaidPerson = Pick<SeenPerson, 'key' | 'name' | 'position' | 'address' | 'links'>

/** Empty for one-word names: they identify nobody in particular. */
function saidPerson({ fullName, position, positionRaw = null, email, linkedin = null }: NamedPerson): SaidPerson[] {
  const name = clean(fullName, MAX_NAME)
  const key = personKey(name)
  const post = positionRaw !== null && isEnded(positionRaw, ANY_YEAR) ? positionRaw : position
  const said = withoutAddress(clean(post ?? '', MAX_POSITION), email)
  return key === '' ? [] : [{ key, name, position: said, address: email, links: linksOf(name, key, linkedin) }]
}

/** What identifies somebody at another company as well; see `person_links`. */
const linksOf = (name: string, key: string, profile: string | null): string[] => [
  ...(profile === null ? [] : [`in/${clean(profile.toLowerCase(), MAX_NAME)}`]),
  ...(isRareName(name) ? [`name/${key}`] : []),
]

/** The position without the start of the address, and without the label, that followed it. */
function withoutAddress(position: string, address: string | null): string {
  const local = address?.slice(0, address.indexOf('@')) ?? ''
  const said = local !== '' && position.endsWith(local) ? position.slice(0, -local.length) : position
  return said === position && !MAIL_LABEL.test(said)
    ? position
    : said.replace(MAIL_LABEL, '').replace(/[\s,;:|–-]+$/, '')
}

const MAIL_LABEL = /[\s,;:|–-]+e-?mail[\s:]*$/i

/** One statement about a person, with the hashes by which opt-outs are recognised. */
const seenAs = (optoutKey: string, domain: string, said: SaidPerson): SeenPerson => ({
  ...said,
  statement: hash('sha1', `${said.name}\n${said.position}\n${said.address}`, 'buffer').readInt32LE(),
  digest: personDigest(optoutKey, domain, said.key),
  spellingDigests: otherKeys(said).map((key) => personDigest(optoutKey, domain, key)),
  addressDigest: said.address === null ? null : optoutDigest(optoutKey, said.address),
})

/** Somebody whom a file names, and when they left if it says so; null for one-word names. */
export function seenInFile(
  optoutKey: string,
  domain: string,
  { leftOn, ...person }: NamedPerson & { leftOn: string | null },
): SeenPerson | null {
  const [said] = saidPerson(person)
  return said === undefined ? null : { ...seenAs(optoutKey, domain, said), leftOn }
}

const PEOPLE_PAGES: ReadonlySet<LinkTopic> = new Set(['team', 'contact', 'leadership', 'imprint', 'about', 'offices'])
/** Pages on which people come and go with the content. */
const OTHER_PAGES: ReadonlySet<LinkTopic> = new Set(['news', 'authors', 'careers', 'legal', 'press'])
const DATED =
  /\/(?:19|20)\d\d(?:\/|-)|\/(?:events?|veranstaltungen|testimonials?|references?|referenzen|case-?stud|customers?|kunden|projects?|projekte)\b/i
const LEAST_PEOPLE = 3

/**
 * Whether the page is one that lists people of the company: going by its address, or by three people of whom at least half have
 * a position or an address. On a start page they need an address of the company: people who praise it have none.
 */
function listsPeople(url: string, domain: string, people: readonly SaidPerson[]): boolean {
  if (people.length === 0 || DATED.test(url)) return false
  const { pathname } = new URL(url)
  const topic = scoreLink(new URL(pathname, url), '')?.topic ?? null
  if (topic !== null && PEOPLE_PAGES.has(topic)) return true
  if ((topic !== null && OTHER_PAGES.has(topic)) || people.length < LEAST_PEOPLE) return false
  const own = people.filter(({ address, position }) =>
    pathname === '/' ? address?.endsWith(`@${domain}`) === true : address !== null || position !== '',
  )
  return own.length * 2 >= people.length
}
