import type { RATE_GROUPS } from '../../lib/settings/hourly-limits.ts'

/** How fast an account may call, by group of endpoints. A window without a limit is null. */
export interface RateLimit {
  perSecond: number
  perMinute: number | null
}

/** Programs read and write an account's own records row by row. */
const OWN_RECORDS = { perSecond: 100, perMinute: null }

/** The documented limits; groups without one have those of domain search, or of own records. */
export const RATE_LIMITS = {
  discover: { perSecond: 5, perMinute: 50 },
  domain_search: { perSecond: 15, perMinute: 500 },
  email_finder: { perSecond: 15, perMinute: 500 },
  email_verifier: { perSecond: 10, perMinute: 300 },
  people: { perSecond: 15, perMinute: 500 },
  companies: { perSecond: 15, perMinute: 500 },
  combined: { perSecond: 15, perMinute: 500 },
  email_count: { perSecond: 15, perMinute: null },
  account: { perSecond: 15, perMinute: 500 },
  leads: OWN_RECORDS,
  leads_custom_attributes: OWN_RECORDS,
  leads_lists: OWN_RECORDS,
  campaigns: OWN_RECORDS,
  /** Counted for each client address: logos need no key. */
  logo: { perSecond: 50, perMinute: null },
  others: { perSecond: 15, perMinute: 500 },
} as const satisfies Record<RateGroup, RateLimit>

export type RateGroup = (typeof RATE_GROUPS)[number]
