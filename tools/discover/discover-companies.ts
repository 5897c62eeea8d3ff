import { industryHint } from '../../src/core/discover/industry-hint.ts'
import { Discover } from '../../src/core/discover/discover-companies.ts'
import { filterSynonyms } from '../../src/core/discover/filter-synonyms.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const discoverCompanies = defineTool({
  name: 'discover_companies',
  title: 'Discover companies',
  description:
    'List companies that match filters or one sentence in query. ' +
    'meta.filters and meta.not_understood say how it was understood. ' +
    'Use it to find companies whose domains are not known; page on with meta.filters. ' +
    'Not for facts about one known company (enrich_company) or its people (domain_search). ' +
    'Free; filters marked Premium need that plan.',
  input: Discover.input.omit({ explain: true }),
  required: [],
  output: Discover.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(Discover, call, raw),
  toolAliases: ['discover', 'Discover', 'discover-companies', 'Discover-Companies'],
  rows: {
    at: '',
    noun: 'companies',
    short: ['domain', 'organization', 'emails_count', 'crawled_on', 'score', 'because'],
    capped: { why: 5 },
    asked: { why: 'explain' },
  },
  untrusted: ['organization', 'why.value'],
  firstLine: ({ data, meta }) => pageLine(data as { crawled_on: string | null }[], meta),
  synonyms: filterSynonyms,
  hints: { invalid_industry: ({ details }) => industryHint(details) },
})

/** How many companies on the page are known by their site, and which people the question also asks for. */
function pageLine(rows: readonly { crawled_on: string | null }[], meta: Record<string, unknown>): string | null {
  const alone = aloneNote(meta['ignored'])
  const { results, next_offset, truncated, people } = meta as Record<string, number | boolean | undefined | object>
  if (rows.length === 0) return alone === '' ? null : `Showing 0 of ${Number(results)} companies.${alone}`
  const read = rows.filter((row) => row.crawled_on !== null).length
  const total = results === undefined ? '' : ` of ${Number(results)}`
  const next = typeof next_offset === 'number' && truncated !== true ? `; next_offset ${next_offset}` : ''
  const whom = people === undefined ? '' : ' domain_search takes meta.people.'
  return `Showing ${rows.length}${total} companies, ${read} of them crawled${next}.${whom}${alone}`
}

/** A model that sends filters with a query would believe that they were applied. */
const aloneNote = (ignored: unknown): string =>
  Array.isArray(ignored) ? ` query is used alone: ${ignored.join(', ')} had no effect.` : ''
