import type { Pool } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import type { FoundSourceRow } from '../search/search-store.ts'

/** Sources of addresses that the index shows. */
const SOURCES = `select a.value, a.sources from unnest($1::text[], $2::text[]) as k (domain, value)
  join addresses a on a.domain = k.domain and a.value = k.value where a.visible`

const addressOf = (outcome: unknown): string | null => {
  const email: unknown = typeof outcome === 'object' && outcome !== null && 'email' in outcome ? outcome.email : null
  return typeof email === 'string' ? email : null
}

/** Answers, each with the sources that a search shows for its address; null if it shows none. */
export async function withSources<Answer extends { outcome: unknown }>(
  pool: Pool,
  answers: readonly Answer[],
): Promise<(Answer & { sources: FoundSourceRow[] | null })[]> {
  const emails = [...new Set(answers.flatMap(({ outcome }) => addressOf(outcome) ?? []))]
  const sourcesOf = new Map<string, FoundSourceRow[]>()
  if (emails.length > 0) {
    const values = [emails.map(domainOfAddress), emails]
    const { rows } = await pool.query<{ value: string; sources: FoundSourceRow[] }>(SOURCES, values)
    for (const { value, sources } of rows) sourcesOf.set(value, sources)
  }
  return answers.map((answer) => ({ ...answer, sources: sourcesOf.get(addressOf(answer.outcome) ?? '') ?? null }))
}
