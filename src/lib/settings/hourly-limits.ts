import { bareRecord } from '../text/own-value.ts'
import { quoted } from '../input/input-fields.ts'

const PREFIX = 'QUARRY_HOURLY_LIMIT_'

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
