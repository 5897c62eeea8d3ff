import { companyKey } from '../classify/company-name.ts'
import type { PageCompany, PageFacts, PageInput } from '../extract/page/page-facts.ts'
import { headcountOf } from '../import/company-values.ts'
import { industryOfWords } from '../../lib/vocabulary/told-industries.ts'
import { pageSignals, plainLines } from './page-signals.ts'
import { postalAddressIn } from './postal-lines.ts'
import { handlesOf, structuredCompany } from './structured-company.ts'
import type { Facts } from './structured-company.ts'
import { detectTechnologies } from './technology-detector.ts'
import type { TechnologyRule } from './technology-rules.ts'

const IMPRINT =
  /impressum|imprint|legal-?notice|mentions-?legales|aviso-?legal|note-?legali|colofon|\/legal\b|rechtliches/i
const CONTACT = /kontakt|contact|contatti|contacto|contato/i
const ABOUT = /about|ueber-uns|uber-uns|company|unternehmen|qui-sommes|quienes-somos|chi-siamo|over-ons|sobre/i
const MAX_PHONES = 3
const MAX_DESCRIPTION = 500

/** Whether it is the start page, or one whose address says that it tells of the company. */
export function tellsOfCompany(url: string): boolean {
  const { pathname } = URL.parse(url) ?? { pathname: '' }
  return pathname === '/' || [IMPRINT, CONTACT, ABOUT].some((path) => path.test(pathname))
}

/**
 * Reads a page that was extracted already. Bounded and linear.
 * @param rules by which technologies are told; null for a page that is not as the site is now: what an old one was built with
 * says little, and costs most to find out.
 */
export function pageCompany(
  page: PageInput,
  facts: PageFacts,
  year: number,
  rules: readonly TechnologyRule[] | null,
): PageCompany {
  const signals = pageSignals(page.html)
  const { pathname } = URL.parse(page.url) ?? { pathname: '/' }
  const isStart = pathname === '/'
  const structured = structuredCompany(facts.scan.jsonLd, facts.organization, { domain: page.domain, year })
  const technologies = rules === null ? [] : detectTechnologies({ ...signals, headers: page.headers ?? {} }, rules)
  const [description] = [...(signals.metas.get('description') ?? []), ...(signals.metas.get('og:description') ?? [])]
  const text: Facts = {}
  if (isStart) {
    const words = description?.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION) ?? ''
    Object.assign(text, { description: words || null, industry: industryOfWords(words) }, linkedProfiles(facts))
  }
  const isLegal = IMPRINT.test(pathname)
  if (isLegal || isStart || CONTACT.test(pathname) || ABOUT.test(pathname)) {
    const lines = plainLines(page.html)
    if (isLegal) Object.assign(text, { legal_name: legalName(lines, facts) })
    if (isLegal || CONTACT.test(pathname)) Object.assign(text, postalAddressIn(lines, page.domain), phonesOf(facts))
    if (!isLegal) Object.assign(text, storyOf(lines, ABOUT.test(pathname), year))
  }
  return { structured, text, technologies }
}

function linkedProfiles({ scan, socials, people }: PageFacts): Facts {
  const taken = new Set(people.map((person) => person.twitter))
  const { linkedin = null, twitter: _twitter, ...others } = handlesOf(scan.links.map(({ url }) => url))
  return {
    ...others,
    linkedin: socials.linkedin ?? linkedin,
    twitter: socials.twitter !== null && taken.has(socials.twitter) ? null : socials.twitter,
  }
}

/** Numbers of the house: not those that stand beside somebody. */
function phonesOf({ phones, people }: PageFacts): Facts {
  const theirs = new Set(people.map((person) => person.phone))
  const house = phones.filter(({ kind, number }) => kind === 'phone' && !theirs.has(number)).map(({ number }) => number)
  return { phones: [...new Set(house)].slice(0, MAX_PHONES) }
}

/** Forms that are written behind a name and mean nothing else. */
const LEGAL_NAME =
  /^(?:[\p{L} ]{0,30}:\s?)?([\p{Lu}\p{N}][^,;:|()]{1,80}?\s(?:GmbH(?: & Co\. ?KG)?|AG|UG|KG|OHG|SE|e\.\s?V\.|Ltd\.?|Limited|LLC|Inc\.?|PLC|plc|S\.?A\.?S\.?|SARL|S\.?r\.?l\.?|S\.?p\.?A\.?|S\.?L\.?|S\.?A\.?|Lda\.?|B\.?V\.?|N\.?V\.?|AB|A\/S|ApS|Oy|AS|Sp\. z o\.\s?o\.|s\.r\.o\.|Pty Ltd))(?=$|[\s,;.(|])/u

/** A line of an imprint that begins with a name in a legal form; the site's own name first. */
function legalName(lines: readonly string[], { organization, scan }: PageFacts): string | null {
  const found = lines.flatMap((line) => LEGAL_NAME.exec(line)?.[1] ?? [])
  const known = new Set([organization?.name, scan.siteName].map((name) => companyKey(name ?? '')))
  return found.find((name) => known.has(companyKey(name))) ?? found[0] ?? null
}

const FOUNDED =
  /\b(?:founded|established|incorporated|gegründet|fondée|fondé|fundada|fundado|fondata|opgericht|założona|grundades|grundat)\b[^.\d]{0,30}\b(1[6-9]\d\d|20\d\d)\b/iu
const SINCE = /\b(?:since|seit|depuis|desde|dal) (1[89]\d\d|20\d\d)\b/iu
/** Longer lines are sentences, which date other things and other companies too. */
const SLOGAN_CHARS = 100
const PEOPLE =
  /\b(?:(?:over|about|around|some|more than|über|rund|ca\.|plus de|più di|más de) )?(\d{1,3}(?:[.,]\d{3})?|\d{2,6})\+? (?:employees|people work|staff members|mitarbeiter|mitarbeitende|collaborateurs|salariés|empleados|dipendenti|medewerkers|colaboradores|pracowników|anställda)\b/iu

/** What companies tell of themselves in sentences: when they began, and how many they are. */
function storyOf(lines: readonly string[], isAbout: boolean, year: number): Facts {
  const slogans = lines.filter(({ length }) => length <= SLOGAN_CHARS).join(' \n')
  const text = isAbout ? lines.join(' \n') : slogans
  const began = Number((FOUNDED.exec(text) ?? SINCE.exec(slogans))?.[1] ?? Number.NaN)
  const people = Number((PEOPLE.exec(text)?.[1] ?? '').replace(/[.,]/g, '') || Number.NaN)
  return { founded_year: began <= year ? began : null, headcount: people >= 2 ? headcountOf(people) : null }
}
