/** What may disturb a visit without any real change; each is one kind of noise. */
export const NOISES = [
  'redesign',
  'moved',
  'gone',
  'error',
  'robots',
  'timeout',
  'truncated',
  'budget',
  'language',
  'maintenance',
  'empty list',
  'leaders only',
  'seasonal',
  'names',
  'renewal',
  'paginated',
  'abbreviated',
  'testimonials',
] as const
export type Noise = (typeof NOISES)[number]

/** A person as the site shows them at one visit. */
export interface ShownPerson {
  id: number
  first: string
  last: string
  /** The name as the page writes it. */
  written: string
  position: string
  /** The position they have, however the page writes it. */
  holds: string
  address: string | null
  /** The profile of a person who moves between two invented companies. */
  profile: string | null
  /** Since when the other company lists a person who moves there. */
  goesOn: string | null
}

/** A server's answer to one request. */
export interface MadeAnswer {
  path: string
  status: number
  html: string
  /** Where a 3xx redirects to. */
  location?: string
  /** Whether only the first part of the page arrives. */
  isCut?: boolean
}

export interface MadeVisit {
  /** ISO 8601. */
  at: string
  noise: Noise | null
  /** The people of the company, whether this visit shows them or not. */
  staff: readonly ShownPerson[]
  /** Those of them whom the page shows; null if it does not load, or not completely. */
  shown: readonly ShownPerson[] | null
  /**
   * Whether the page has another layout than at the visit before, or shows only a part: arrivals and departures need
   * not be learnt from it.
   */
  isOdd: boolean
  office: string
  technology: string | null
  isHiring: boolean
  /** Returns the answers when it is served under this domain. */
  answers: (domain: string) => MadeAnswer[]
  isClosed: boolean
  isSilent: boolean
  hasBudget: boolean
}

/** What a reader of a history must or may report. */
export interface GoldChange {
  type: string
  person: { first: string; last: string } | null
  before: string | null
  after: string | null
  /** Otherwise reporting it is neither right nor wrong. */
  isDue: boolean
  /** The day of the visit that may settle it, and of the one that must, `YYYY-MM-DD`. */
  settles: { from: string; by: string } | null
}

/** The history of one invented company, as visits to its site. */
export interface MadeHistory {
  /** The first label of its domain. */
  name: string
  half: 'tuning' | 'check'
  visits: readonly MadeVisit[]
  gold: readonly GoldChange[]
  /** Whether it exchanges a person with another one. */
  isExchanging: boolean
}

/** Whether the start page, the office and the technologies can be read at a visit. */
export const isRead = ({ isClosed, isSilent, noise }: MadeVisit): boolean =>
  !isClosed && !isSilent && noise !== 'error' && noise !== 'maintenance'
