import type { CompanyFacts } from '../../../lib/companies/company-facts.ts'

/**
 * The content of one page: the shapes shared by the scanner, the association of people, the crawler and the index. Strings are
 * as found on the page, trimmed and bounded; none of it is trusted text.
 */

/** How an address was found; several channels may show the same address. */
export type Channel =
  | 'text'
  | 'mailto'
  | 'joined_text'
  | 'bracketed'
  | 'attribute'
  | 'alt'
  | 'cloudflare'
  | 'decoder'
  | 'structured'
  | 'script'
  | 'comment'

/** How far a source can be trusted; `low` alone never makes an address visible. */
export type Quality = 'high' | 'medium' | 'low'

export interface FoundAddress {
  /** Lower case, domain as A-labels: `jo@xn--bcher-kva.example`. */
  value: string
  local: string
  /** The mail domain as written after `@` (A-labels). */
  domain: string
  channels: Channel[]
  quality: Quality
  /** Only found inside elements hidden from readers (honeypots): never evidence of a pattern. */
  hidden: boolean
  /** Text of the `mailto:` link or the `Name <a@b>` form: a candidate for the owner's name. */
  label: string | null
}

export interface PageLink {
  /** Absolute http(s) URL without a fragment, except `#!/acme` on other hosts. */
  url: string
  /** The link's own text, white space folded, at most 200 characters. */
  text: string
  nofollow: boolean
}

/** An element that a script of the page fills with an address. */
export interface FilledElement {
  id: string
  /** Value of the address. */
  address: string
}

/** What one streaming pass over a page yields. */
export interface PageScan {
  addresses: FoundAddress[]
  links: PageLink[]
  title: string | null
  /** `og:site_name`, or else `application-name`. */
  siteName: string | null
  /** `<html lang>`, lower case, as written: `de-ch`. */
  language: string | null
  canonical: string | null
  /** `noindex` or `none` in `<meta name=robots>` or `<meta name=quarrybot>`. */
  noindex: boolean
  nofollow: boolean
  /** Bodies of `<script type="application/ld+json">`, at most 50, each at most 512 KiB. */
  jsonLd: string[]
  /** Some element describes an item: microdata, RDFa or hCard. */
  hasItems: boolean
  /** The page has structured data, an address or a word that hints at people: worth a second, structural pass. */
  worthParsing: boolean
  /** Addresses that a script writes into the element with an id, wherever the script is. */
  filled: readonly FilledElement[]
  /** More addresses than any honest page shows: keep none, flag the domain. */
  dump: boolean
}

export interface FoundPhone {
  /** E.164, with `;ext=` if there is an extension: `+35315550100;ext=12`. */
  number: string
  kind: 'phone' | 'fax'
  /** As written on the page. */
  raw: string
}

export interface FoundPerson {
  firstName: string | null
  lastName: string | null
  fullName: string
  /** Cleaned: without brackets, regions and noise. */
  position: string | null
  /** As written. */
  positionRaw: string | null
  phone: string | null
  /** Path part of a profile, `janedoe`. */
  linkedin: string | null
  /** Handle without `@`. */
  twitter: string | null
  /** Value of the address that is this person's on this page, if the structure shows it. */
  email: string | null
  /** How person and address were paired, strongest first; null if there is no address. */
  via: 'structured' | 'record' | 'ancestor' | 'order' | 'pattern' | null
  location: FoundLocation | null
}

export interface FoundLocation {
  city: string | null
  /** US state code, or region as written elsewhere. */
  state: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
}

export interface FoundOrganization {
  name: string | null
  legalName: string | null
  url: string | null
  phones: string[]
  emails: string[]
  sameAs: string[]
  location: FoundLocation | null
}

/** What one page says about the company behind the site. */
export interface PageCompany {
  /** From markup for machines. */
  structured: Omit<CompanyFacts, 'domain'>
  /** From text for readers. */
  text: Omit<CompanyFacts, 'domain'>
  /** From text that mentions it in passing: counts only if no page says more. */
  weak?: Omit<CompanyFacts, 'domain'>
  /** Slugs of the technologies the page is built with. */
  technologies: readonly string[]
  /** Signs of the company's name: copyright lines, texts of logos, names with a legal form. */
  signs?: { copyrights: readonly string[]; logos: readonly string[]; legalNames: readonly string[] }
}

/** Everything extraction finds out about a page. */
export interface PageFacts {
  scan: PageScan
  people: FoundPerson[]
  phones: FoundPhone[]
  organization: FoundOrganization | null
  /** What the page says about the company behind the site; only on request. */
  company?: PageCompany
  /** How the page is laid out, if it lists people, and the postal addresses it shows; only on request. */
  layout?: string | null
  /** The list of people goes on behind a button. */
  isCutShort?: boolean
  places?: readonly string[]
  technologies?: readonly string[]
  openings?: readonly string[]
}

export interface PageInput {
  url: string
  html: string
  /** Registrable domain of the site, `acme.example`. */
  domain: string
  /** With lower-case names; set if the page came over HTTP. */
  headers?: Readonly<Record<string, string>>
}
