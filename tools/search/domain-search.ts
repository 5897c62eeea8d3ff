import {
  ADDRESSES_PER_CREDIT,
  addressesInReach,
  DEFAULT_LIMIT,
  DomainSearch,
} from '../../src/core/search/domain-search.ts'
import { estimateOf } from '../../src/core/billing/estimates.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNKNOWN_COMPANY } from './unknown-company.ts'

export const domainSearch = defineTool({
  name: 'domain_search',
  title: 'Search addresses of a domain',
  description:
    'List the email addresses known for one company, best confidence first, with person, position, type and latest verification. ' +
    'Use it to see who can be reached at a company whose domain or name is known. ' +
    'Not for counting them: email_count is free. ' +
    'Costs 1 credit per 10 addresses returned or part thereof, 0 when none. ' +
    'An unknown domain starts a crawl and may return an empty list; meta.crawl says when to ask again.',
  input: DomainSearch.input.omit({ include: true }),
  required: [],
  output: DomainSearch.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(DomainSearch, call, raw),
  spends: {
    estimate: (call, { limit }) =>
      estimateOf(call, {
        kind: 'domain_search',
        price: 1,
        most: Math.ceil((typeof limit === 'number' ? limit : DEFAULT_LIMIT) / ADDRESSES_PER_CREDIT),
        unit: '10 addresses or part thereof',
      }),
  },
  view: 'people',
  parameterAliases: { job_title: 'job_titles', title: 'job_titles', position: 'job_titles' },
  toolAliases: ['domain-search', 'Domain-Search'],
  rows: {
    at: 'emails',
    noun: 'addresses',
    short: [
      'value',
      'type',
      'confidence',
      'first_name',
      'last_name',
      'position',
      'seniority',
      'department',
      'verification',
      'matched',
    ],
    reach: addressesInReach,
    capped: { sources: 3 },
  },
  untrusted: [
    'organization',
    'first_name',
    'last_name',
    'position',
    'position_raw',
    'twitter',
    'linkedin',
    'matched_titles',
    'known_titles',
    'says',
  ],
  answersTestKey: true,
  firstLine: ({ data, meta }) => (meta['results'] === 0 ? emptyLine(data as EmptyData, meta) : null),
})

interface EmptyData {
  domain: string | null
  webmail: boolean
  disposable: boolean
  known_titles?: string[]
}

/** Why the list is empty: because of filters, of the company, or of its site, which may not have been visited yet. */
function emptyLine(
  { domain, webmail, disposable, known_titles: titles }: EmptyData,
  meta: Record<string, unknown>,
): string | null {
  const { known, without, crawl } = meta as {
    known?: number
    without?: Record<string, number>
    crawl?: { status: string }
  }
  if (known !== undefined) {
    const counts = Object.entries(without ?? {}).map(([name, count]) => `${count} without ${name}`)
    const left = counts.length > 0 ? `; ${counts.join(', ')}` : ''
    const others = titles === undefined ? '' : ` ${titleCount(titles.length)} known there.`
    return `0 of ${known} known addresses of ${domain} match${left}.${others}`
  }
  if (domain === null) return UNKNOWN_COMPANY
  if (webmail || disposable) return `${domain} gives mailboxes to everybody: it has no addresses of a company.`
  if (crawl?.status === 'queued' || crawl?.status === 'running')
    return `No addresses of ${domain} are known yet; a crawl has started. Ask again in ${ASK_AGAIN_SECONDS} seconds.`
  if (crawl?.status !== 'failed' && crawl?.status !== 'blocked') return null
  return `No addresses of ${domain} are known: its site could not be read, as meta.crawl says.`
}

const titleCount = (count: number): string =>
  count === 0 ? 'No title is' : count === 1 ? '1 title is' : `${count} titles are`

/** By then the first pages of a site have usually been read. */
const ASK_AGAIN_SECONDS = 20
