/** What may disturb a visit without anything having changed; each once is a case of noise. */
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
  /** The position they hold, however the page writes it. */
  holds: string
  address: string | null
  /** Of whoever goes to, or comes from, another made company. */
  profile: string | null
  /** Of whoever goes to another made company: since when that lists them. */
  goesOn: string | null
}

/** What a server says to one request. */
export interface MadeAnswer {
  path: string
  status: number
  html: string
  /** Where it leads to, with a 3xx. */
  location?: string
  /** Only the first part of the page arrives. */
  isCut?: boolean
}

export interface MadeVisit {
  /** ISO 8601. */
  at: string
  noise: Noise | null
  /** The people of the company, whether this visit shows them or not. */
  staff: readonly ShownPerson[]
  /** Of these, whom the page shows; null where it does not come, or not as a whole. */
  shown: readonly ShownPerson[] | null
  /** The page is laid out otherwise than at the visit before, or shows a part: nobody is expected to learn from it who came or went. */
  isOdd: boolean
  office: string
  technology: string | null
  isHiring: boolean
  /** What it answers when it is served under this domain. */
  answers: (domain: string) => MadeAnswer[]
  isClosed: boolean
  isSilent: boolean
  hasBudget: boolean
}

/** What a reader has to tell of a history, or may tell. */
export interface GoldChange {
  type: string
  person: { first: string; last: string } | null
  before: string | null
  after: string | null
  /** Otherwise telling it is neither right nor wrong. */
  isDue: boolean
  /** The day of the visit that may settle it, and of the one that has to, `YYYY-MM-DD`. */
  settles: { from: string; by: string } | null
}

/** The life of one made company, as visits to its site. */
export interface MadeHistory {
  /** The first label of its domain. */
  name: string
  half: 'tuning' | 'check'
  visits: readonly MadeVisit[]
  gold: readonly GoldChange[]
  /** It exchanges a person with another one. */
  isExchanging: boolean
}

/** What shows the start page, the office and the technologies: the visits at which they can be read. */
export const isRead = ({ isClosed, isSilent, noise }: MadeVisit): boolean =>
  !isClosed && !isSilent && noise !== 'error' && noise !== 'maintenance'
