import type { PageFacts, PageInput } from '../extract/page/page-facts.ts'
import { PERMANENT } from '../crawl/crawl-visit.ts'
import { parsePage } from '../crawl/page-parser.ts'
import { FRONT_PATH } from '../crawl/start-page.ts'
import { parseUrl } from '../../net/http/page-url.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { ArchiveRecord } from './archive-record.ts'
import { readArchivedResponse } from './archived-response.ts'
import type { ArchivedResponse } from './archived-response.ts'

/** What an archived capture says about its page, in the crawler's terms. */
export type ArchivedCapture = {
  /** Without fragment. */
  url: string
  /** Registrable domain of the site. */
  domain: string
  capturedAt: Date
  status: number
} & (
  | { kind: 'page'; facts: PageFacts; contentHash: string; truncated: boolean }
  | { kind: 'absent' | 'unchanged' }
  /** The start page redirects permanently to that of another domain. */
  | { kind: 'moved'; to: string }
)

export interface ArchivedPageNeeds {
  extract: (page: PageInput) => PageFacts
  /** Our product token, in lower case. */
  agent: string
  /** Longer pages are cut, as in a crawl. */
  maxPageBytes: number
}

/** Whether the record can say something about a page, for counting what was read. */
export const isResponse = ({ type }: ArchiveRecord): boolean => type === 'response' || type === 'resource'

/**
 * Reads one record: a response as a crawl would have read it, the text of a WET record, a revisit as "as before". Null for
 * records that say nothing about a page: requests, DNS answers, errors, anything that is not text.
 */
export function archivedCapture(record: ArchiveRecord, needs: ArchivedPageNeeds): ArchivedCapture | null {
  const { uri, date, body, type } = record
  const url = parseUrl(uri ?? '')
  if (url === null || date === null || body === null) return null
  const page = { url: url.href, domain: registrableDomain(url.hostname), capturedAt: date }
  if (type === 'revisit') return { ...page, status: 304, kind: 'unchanged' }
  const response = responseOf(record, body)
  if (response === null) return null
  const { status, headers } = response
  const to = movedTo(url, response)
  if (to !== null) return { ...page, status, kind: 'moved', to }
  const truncated = record.truncated || record.cut || response.isShort || response.body.length > needs.maxPageBytes
  const parsed = parsePage(
    {
      status,
      headers: Object.fromEntries(headers),
      url: page.url,
      body: response.body.subarray(0, needs.maxPageBytes),
    },
    { site: page.domain, agent: needs.agent, knownHash: null },
    needs.extract,
  )
  if (parsed.outcome === 'page')
    return { ...page, status, kind: 'page', facts: parsed.facts, contentHash: parsed.contentHash, truncated }
  return parsed.outcome === 'absent' && parsed.reason !== 'not_text' ? { ...page, status, kind: 'absent' } : null
}

/** The domain to whose start page that of this one redirects permanently. */
function movedTo(url: URL, { status, headers }: ArchivedResponse): string | null {
  if (!PERMANENT.has(status) || url.pathname !== '/' || url.search !== '') return null
  const domain = registrableDomain(url.hostname)
  const target = parseUrl(headers.get('location') ?? '', url.href)
  if (target === null || !FRONT_PATH.test(target.pathname) || !isFrontHost(url.hostname, domain)) return null
  const to = registrableDomain(target.hostname)
  return to === domain || !isFrontHost(target.hostname, to) ? null : to
}

const isFrontHost = (host: string, domain: string): boolean => host === domain || host === `www.${domain}`

/** The response inside, or the record's own content: a file unchanged, or the text of a page. */
function responseOf({ type, contentType }: ArchiveRecord, body: Buffer): ArchivedResponse | null {
  if (type === 'response') return readArchivedResponse(body)
  if (type === 'conversion')
    return { status: 200, headers: new Map([['content-type', 'text/plain; charset=utf-8']]), body, isShort: false }
  if (type === 'resource')
    return { status: 200, headers: new Map([['content-type', contentType]]), body, isShort: false }
  return null
}
