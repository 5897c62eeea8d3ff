import { z } from 'zod'
import type { FoundAddressRow } from '../../../db/search/search-store.ts'
import { choicesField } from '../../../lib/input/field-kinds.ts'
import { AFFILIATIONS } from '../../../lib/text/vocabulary.ts'
import { nameOfSource } from '../../crawl/shown-sources.ts'

/** The most evidence shown that somebody has left. */
export const MAX_EVIDENCE = 3

/** Whether somebody is still with a company, since when, and what says so. */
export const ShownAffiliation = z.object({
  state: z.enum(AFFILIATIONS),
  since: z.iso.date().nullable(),
  last_seen_on: z.iso.date().nullable(),
  evidence: z.array(z.object({ uri: z.string(), seen_on: z.iso.date(), says: z.string() })).max(MAX_EVIDENCE),
})
export type ShownAffiliation = z.output<typeof ShownAffiliation>

/** Keys that the documented records do not have: `/v2` shows them on request, models always get them. */
const MORE = ['affiliation'] as const

export const moreKeysField = choicesField(
  'include',
  MORE,
  'wrong_params',
  'More keys to show: affiliation (whether the person is still at the company).',
)

/** Whether the parameters as sent request the key. */
export const asksForAffiliation = (sent: Readonly<Record<string, unknown>>): boolean =>
  moreKeysField.safeParse(sent['include']).data?.includes('affiliation') ?? false

/** How many sources are shown as evidence; the row has the rest. */
const SHOWN_EVIDENCE = 2

export type AffiliationRow = Pick<
  FoundAddressRow,
  'affiliation' | 'affiliation_since' | 'last_seen_on' | 'left_evidence' | 'position_raw' | 'sources'
>

export function affiliationShown(row: AffiliationRow): ShownAffiliation {
  const isFormer = row.affiliation === 'former'
  const pages = row.sources.slice(0, SHOWN_EVIDENCE).map(({ uri, last_seen_on, still_on_page }) => ({
    uri: nameOfSource(uri),
    seen_on: last_seen_on,
    says: (isFormer ? row.position_raw : null) ?? (still_on_page ? 'shows the address' : 'showed the address'),
  }))
  return {
    state: row.affiliation ?? 'unknown',
    since: row.affiliation_since,
    last_seen_on: row.last_seen_on,
    evidence:
      isFormer && row.left_evidence !== null ? row.left_evidence.slice(0, MAX_EVIDENCE).map(withSourceNamed) : pages,
  }
}

const withSourceNamed = (said: ShownAffiliation['evidence'][number]) => ({ ...said, uri: nameOfSource(said.uri) })
