import type { CompanyEvidence } from '../../db/companies/company-evidence-store.ts'
import type { PageCompany } from '../../engine/extract/page/page-facts.ts'
import { isLegalPage } from '../../engine/enrich/page-company.ts'
import { fill, isGiven } from '../../engine/enrich/structured-company.ts'
import type { Facts } from '../../engine/enrich/structured-company.ts'
import { categoriesOf } from '../../engine/enrich/technology-detector.ts'
import type { CompanySourceKind } from '../../lib/companies/company-facts.ts'

/** Collects what the pages of one visit say about the company behind the site; the first page to state a fact is its source. */
export interface CompanyCollector {
  add: (url: string, company: PageCompany) => void
  /** Rows to be merged, one per source; empty if no page said anything. */
  conclude: (visit: {
    /** Domain of the company. */
    domain: string
    seenOn: string
    name: string | null
    mailProvider: string | null
  }) => CompanyEvidence[]
}

/** Pages per visit; the facts are on a handful of pages. */
const MAX_PAGES = 200
const MAX_TECHNOLOGIES = 100

interface Said {
  kind: CompanySourceKind
  uri: string
  facts: Facts
}

export function createCompanyCollector(): CompanyCollector {
  const said: Said[] = []
  const technologies = new Set<string>()
  const inPassing: Said[] = []
  let start: string | null = null
  return {
    add: (url, { structured, text, weak, technologies: found }) => {
      if (said.length >= 2 * MAX_PAGES) return
      start ??= url
      said.push({ kind: 'structured', uri: url, facts: structured }, { kind: 'text', uri: url, facts: text })
      if (weak !== undefined) inPassing.push({ kind: 'text', uri: url, facts: weak })
      for (const slug of found) if (technologies.size < MAX_TECHNOLOGIES) technologies.add(slug)
    },
    conclude: ({ domain, seenOn, name, mailProvider }) => {
      if (start === null) return []
      // If the start page was unchanged and therefore not read, the list would be incomplete.
      const slugs = new URL(start).pathname === '/' ? [...technologies].sort() : []
      const built = { technologies: slugs, technology_categories: categoriesOf(slugs) }
      const told: Said[] = [
        ...withoutBareTown(said.filter(({ kind }) => kind === 'structured')).map((one) => ({
          ...one,
          facts: ownName(one.facts, name),
        })),
        ...withOneYear(
          said.filter(({ kind }) => kind === 'text'),
          inPassing,
        ),
        { kind: 'text', uri: start, facts: { name, ...built } },
        { kind: 'derived', uri: `dns:${domain}`, facts: { email_provider: mailProvider } },
      ]
      return eachSaidOnce(told).map(({ kind, uri, facts }) => ({
        source: { kind, uri, seenOn },
        facts: { domain, ...facts },
      }))
    },
  }
}

/** Founding years that differ by this much describe different things. */
const YEARS_APART = 3

/**
 * If the pages give founding years far apart, only the legal page is believed; without one, no year is kept, not even from
 * slogans.
 */
function withOneYear(texts: readonly Said[], slogans: readonly Said[]): Said[] {
  const years = texts.flatMap(({ facts }) => facts.founded_year ?? [])
  if (years.length < 2 || Math.max(...years) - Math.min(...years) < YEARS_APART) return [...texts, ...slogans]
  const legal = texts.find(({ uri, facts }) => isLegalPage(uri) && isGiven(facts.founded_year))
  return [...texts, ...slogans].map((one) =>
    one === legal ? one : { ...one, facts: { ...one.facts, founded_year: null } },
  )
}

/**
 * Structured data of some pages give the town of a plant or a region alone: where those of another page give a street in another
 * town, that is the seat.
 */
function withoutBareTown(told: readonly Said[]): Said[] {
  const at = told.findIndex(({ facts }) => isGiven(facts.street_address) && isGiven(facts.city))
  const full = told[at]?.facts
  const isBare = ({ city, country, street_address, postal_code }: Facts): boolean =>
    isGiven(city) &&
    !isGiven(street_address) &&
    !isGiven(postal_code) &&
    city?.toLowerCase() !== full?.city?.toLowerCase() &&
    (!isGiven(country) || country === full?.country)
  return told.map((one, index) =>
    index < at && isBare(one.facts) ? { ...one, facts: { ...one.facts, city: null, state: null, country: null } } : one,
  )
}

/** All pages together give the best name: a different one belongs to a product or a branch. */
const ownName = (facts: Facts, name: string | null): Facts =>
  facts.name !== undefined && name !== null && facts.name !== name ? { ...facts, name: null } : facts

/** What one source says stays with it; the following ones add what is missing. */
function eachSaidOnce(told: readonly Said[]): Said[] {
  const known: Facts = {}
  const kept: Said[] = []
  for (const { kind, uri, facts } of told) {
    const before = { ...known }
    fill(known, facts)
    const added = Object.fromEntries(
      Object.entries(known).filter(([key, value]) => value !== before[key as keyof Facts] && isGiven(value)),
    ) as Facts
    if (Object.keys(added).length === 0) continue
    const same = kept.find((one) => one.kind === kind && one.uri === uri)
    if (same === undefined) kept.push({ kind, uri, facts: added })
    else Object.assign(same.facts, added)
  }
  return kept
}
