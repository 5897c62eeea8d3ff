import { bareRecord } from '../text/own-value.ts'
import { quoted } from '../input/input-fields.ts'

const PREFIX = 'QUARRY_HOURLY_LIMIT_'

/** The groups of endpoints whose requests are counted together. */
export const RATE_GROUPS = [
  'discover',
  'domain_search',
  'email_finder',
  'email_verifier',
  'people',
  'companies',
  'combined',
  'email_count',
  'account',
  'leads',
  'leads_custom_attributes',
  'leads_lists',
  'campaigns',
  'logo',
  'others',
] as const

/** One variable for each group. */
export const HOURLY_LIMIT_NAMES: readonly string[] = RATE_GROUPS.map((group) => PREFIX + group.toUpperCase())

/** `QUARRY_HOURLY_LIMIT_DOMAIN_SEARCH=100` → `{ domain_search: 100 }`; one for each rate-limit group. */
export function hourlyLimits(environment: Record<string, string | undefined>) {
  const limits = bareRecord<number>()
  const problems: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX)) continue
    const limit = Number(value)
    if (!Number.isInteger(limit) || limit < 1)
      problems.push(`${name}: It must be a whole number of at least 1; it is "${quoted(value ?? '')}".`)
    limits[name.slice(PREFIX.length).toLowerCase()] = limit
  }
  return { limits, problems }
}
