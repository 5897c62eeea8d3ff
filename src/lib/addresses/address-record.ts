/** The shapes shared by finding, judging and storing an address. */

/** What a page says about the owner of an address: strings as found, null where it says nothing. */
export interface SourcePerson {
  firstName: string | null
  lastName: string | null
  position: string | null
  positionRaw: string | null
  phone: string | null
  linkedin: string | null
  twitter: string | null
  city: string | null
  state: string | null
  country: string | null
  /** How the page ties the person to the address, strongest first. */
  via: 'structured' | 'record' | 'ancestor' | 'order' | 'pattern'
}

export interface StoredSource {
  domain: string
  value: string
  uri: string
  sourceDomain: string
  quality: 'high' | 'medium' | 'low'
  hidden: boolean
  person: SourcePerson | null
  extractedAt: Date
  lastSeenAt: Date
  stillOnPage: boolean
}

/** One complete look at a page that answered with a page. */
export interface PageLook {
  /** Seconds since 1970. */
  at: number
  /** Of its layout and language, if the page lists people. */
  signature: string | null
  /** How many people it showed. */
  people: number
}

/** Everything known about an address when it is judged. */
export interface AddressEvidence {
  domain: string
  value: string
  /** The newest sources, at least one. */
  sources: StoredSource[]
  /** The looks at the pages that no longer show it, by URI and in order of time. */
  looksWithout: ReadonlyMap<string, readonly PageLook[]>
  /** The domain's pattern, such as `{first}.{last}`, once one is learned. */
  pattern: string | null
  verificationStatus: string | null
  verifiedAt?: Date | null
  /** Evidence that its holder left, and the day. */
  left?: { on: string; evidence: readonly { uri: string; seen_on: string; says: string }[] } | null
}

/** The judged address, with the names of the columns it is stored in. */
export interface AddressRow {
  domain: string
  value: string
  type: 'personal' | 'generic'
  confidence: number
  visible: boolean
  first_name: string | null
  last_name: string | null
  position: string | null
  position_raw: string | null
  title_tokens: string[]
  seniority: string | null
  department: string | null
  decision_maker: boolean
  linkedin: string | null
  twitter: string | null
  phone_number: string | null
  city: string | null
  state: string | null
  country: string | null
}

/** A judged address, and whether its holder is still with the company. */
export interface JudgedAddress extends AddressRow {
  affiliation: 'current' | 'likely' | 'former' | 'unknown'
  /** `YYYY-MM-DD` */
  affiliation_since: string | null
}

/** Judges an address from its evidence. A pure function, which the core passes to the ingest transaction. */
export type JudgeAddress = (evidence: AddressEvidence) => JudgedAddress
