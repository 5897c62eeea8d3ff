import { industryHint } from '../../src/core/discover/industry-hint.ts'
import { Discover } from '../../src/core/discover/discover-companies.ts'
import { filterSynonyms } from '../../src/core/discover/filter-synonyms.ts'
import { companiesInReach } from '../../src/core/discover/discover-filters.ts'
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
    reach: companiesInReach,
    capped: { why: 5 },
    asked: { why: 'explain' },
  },
  untrusted: ['organization', 'why.value'],
  firstLine: ({ data, meta }) => pageLine(data as Shown[], meta),
  synonyms: filterSynonyms,
  hints: { invalid_industry: ({ details }) => industryHint(details) },
})

/** A row has only the fields that were selected. */
interface Shown {
  crawled_on?: string | null
}

/** How many companies on the page are known by their site, and which people the question also asks for. */
function pageLine(rows: readonly Shown[], meta: Record<string, unknown>): string {
  const alone = aloneNote(meta['ignored'])
  const { results, next_offset, truncated, people } = meta as Record<string, number | boolean | undefined | object>
  const total = results === undefined ? '' : ` of ${Number(results)}`
  if (rows.length === 0) return `Showing 0${total} companies.${results === 0 ? emptyNote(meta) : ''}${alone}`
  const visits = rows.flatMap(({ crawled_on: on }) => (on === undefined ? [] : [on !== null]))
  const read = visits.length === 0 ? '' : `, ${visits.filter(Boolean).length} of them crawled`
  const next = typeof next_offset === 'number' && truncated !== true ? `; next_offset ${next_offset}` : ''
  const whom = people === undefined ? '' : ' domain_search takes meta.people.'
  return `Showing ${rows.length}${total} companies${read}${next}.${whom}${alone}`
}

/** Which filter leaves nothing, and names that may be unknown rather than without companies. */
function emptyNote({ empty_because: filter, filters = {}, params }: Record<string, unknown>): string {
  const isAsked = typeof (params as { query?: unknown } | undefined)?.query === 'string'
  if (isAsked && Object.keys(filters as object).length === 0)
    return ' Nothing in query could be used as a filter: name a trade, a place or a size.'
  const { similar_to: model, organization } = filters as {
    similar_to?: { name?: string }
    organization?: { name?: readonly string[] }
  }
  if (isAsked && organization?.name !== undefined && (filter ?? 'organization') === 'organization')
    return ' No company is known by this name: send its domain, or say what it does.'
  if (typeof filter === 'string') return ` ${filter} leaves none: change or omit it.`
  if (model?.name !== undefined) return ' If similar_to is not known by this name, send its domain.'
  return organization?.name === undefined ? '' : ' organization matches whole names only; query finds parts of names.'
}

/** A model that sends filters with a query would believe that they were applied. */
const aloneNote = (ignored: unknown): string =>
  Array.isArray(ignored) ? ` query is used alone: ${ignored.join(', ')} had no effect.` : ''
