import { createHash } from 'node:crypto'
import type { Observed, SeenPerson } from '../../db/changes/observations-writer.ts'
import { personKey } from '../../engine/change/person-key.ts'
import { layoutSignature } from '../../engine/change/layout-signature.ts'
import { scoreLink } from '../../engine/crawl/link-score.ts'
import type { LinkTopic } from '../../engine/crawl/link-words.ts'
import { shownPlaces } from '../../engine/enrich/shown-places.ts'
import type { FoundPerson, PageFacts, PageInput } from '../../engine/extract/page/page-facts.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { optoutDigest, optoutDomains, personDigest } from '../optouts/opted-out.ts'
import type { VisitNeeds } from './visit-needs.ts'

/** People kept of one page. */
const MAX_PEOPLE = 500
const MAX_NAME = 120
const MAX_POSITION = 160

/** The page's facts, with how it is laid out and the places it shows: what changes are told from. */
export const withObserved = (page: PageInput, facts: PageFacts): PageFacts => ({
  ...facts,
  layout: facts.people.length === 0 ? null : layoutSignature(page.html, facts.scan.language),
  places: facts.scan.dump ? [] : shownPlaces(page),
})

/** What a look at a page tells changes from: whom it names, how it is laid out, the places of the company. */
export function observedOn(
  { optoutKey }: Pick<VisitNeeds, 'optoutKey'>,
  { url, domain }: { url: string; domain: string },
  facts: PageFacts,
): Observed {
  const people = facts.scan.dump
    ? []
    : facts.people.slice(0, MAX_PEOPLE).flatMap((person) => seenPerson(optoutKey, domain, person))
  const isStart = new URL(url).pathname === '/'
  const technologies = isStart ? (facts.company?.technologies ?? []) : []
  return {
    people: [...new Map(people.map((person) => [`${person.key} ${person.statement}`, person])).values()],
    signature: listsPeople(url, domain, people) ? (facts.layout ?? '') : null,
    statements: [
      ...(facts.places ?? []).map((value) => ({ kind: 'location' as const, value: clean(value, 255) })),
      ...technologies.map((value) => ({ kind: 'technology' as const, value })),
    ],
    optoutDomains: optoutDomains(domain),
  }
}

const clean = (text: string, length: number): string => untrustedText(text, length).text

/** Names of one word are nobody in particular. */
function seenPerson(optoutKey: string, domain: string, { fullName, position, email }: FoundPerson): SeenPerson[] {
  const name = clean(fullName, MAX_NAME)
  const key = personKey(name)
  return key === ''
    ? []
    : [seenAs(optoutKey, domain, { key, name, position: clean(position ?? '', MAX_POSITION), address: email })]
}

/** One statement about a person, with the hashes by which opt-outs are known. */
export const seenAs = (
  optoutKey: string,
  domain: string,
  said: Pick<SeenPerson, 'key' | 'name' | 'position' | 'address'>,
): SeenPerson => ({
  ...said,
  statement: createHash('sha1').update(`${said.name}\n${said.position}\n${said.address}`).digest().readInt32LE(),
  digest: personDigest(optoutKey, domain, said.key),
  addressDigest: said.address === null ? null : optoutDigest(optoutKey, said.address),
})

const PEOPLE_PAGES: ReadonlySet<LinkTopic> = new Set(['team', 'contact', 'leadership', 'imprint', 'about', 'offices'])
/** Pages that name people who come and go with what is written there. */
const OTHER_PAGES: ReadonlySet<LinkTopic> = new Set(['news', 'authors', 'careers', 'legal', 'press'])
const DATED =
  /\/(?:19|20)\d\d(?:\/|-)|\/(?:events?|veranstaltungen|testimonials?|references?|referenzen|case-?stud|customers?|kunden|projects?|projekte)\b/i
const LEAST_PEOPLE = 3

/**
 * Whether the page is one that lists people of the company: by its address, or by three people of whom most have a position
 * or an address. On a start page they need an address of the company: people who praise it have none.
 */
function listsPeople(url: string, domain: string, people: readonly SeenPerson[]): boolean {
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
