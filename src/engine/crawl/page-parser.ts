import { hash } from 'node:crypto'
import type { HttpResponse } from '../../net/http/http-exchange.ts'
import { decodePage } from '../extract/page/charset.ts'
import type { PageFacts, PageInput } from '../extract/page/page-facts.ts'
import type { PageAbsent, UnreachableReason } from './crawl-event.ts'
import { parseRobotsTag } from './robots-tag.ts'
import { isSecurityText, securityPage } from './security-text.ts'

/** From an answer to its meaning: which answers are pages, and what they mean for the sources on them. */
export type ParsedPage =
  | ReadPage
  | { outcome: 'unchanged' }
  /** `facts`: a page that must not be stored may still lead to others. */
  | { outcome: 'absent'; reason: PageAbsent['reason']; facts: PageFacts | null }
  | { outcome: 'unreachable'; reason: UnreachableReason }

interface ReadPage {
  outcome: 'page'
  facts: PageFacts
  contentHash: string
  nofollow: boolean
}

/** What a visit knows about a page before it is read. */
export interface ParseNeeds {
  /** Registrable domain of the site. */
  site: string
  /** Our product token, lower case. */
  agent: string
  /** Hash of the page at the last visit, or null. */
  knownHash: string | null
}

/** The parts of an answer that describe its page. */
export type PageResponse = Pick<HttpResponse, 'url' | 'status' | 'headers' | 'body'>

export type ExtractPage = (page: PageInput) => PageFacts

const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)\b/i
const TEXT_TYPE = /^text\/plain\b/i
/** PNG, JPEG, GIF, PDF, ZIP (including office files), gzip: sent as text/html by mistake. */
const BINARY_START = /^(?:\x89PNG|\xff\xd8\xff|GIF8|%PDF-|PK\x03\x04|\x1f\x8b)/ // oxlint-disable-line no-control-regex -- file signatures
const SNIFFED_BYTES = 1_024

/**
 * Reads one answer; never throws, even if the extractor does.
 * @param extract reads the decoded page; a page on which it throws is unreachable (`parse_failed`)
 */
export function parsePage(response: PageResponse, needs: ParseNeeds, extract: ExtractPage): ParsedPage {
  const { status, headers, body } = response
  if (status === 304) return { outcome: 'unchanged' }
  if (status === 404 || status === 410) return { outcome: 'absent', reason: 'gone', facts: null }
  if (status >= 500) return { outcome: 'unreachable', reason: 'http_5xx' }
  if (status < 200 || status >= 300) return { outcome: 'unreachable', reason: 'http_4xx' }
  const type = headers['content-type'] ?? ''
  if (!isText(type, body)) return { outcome: 'absent', reason: 'not_text', facts: null }
  const contentHash = hash('sha256', body, 'hex')
  const tag = parseRobotsTag(headers['x-robots-tag'], needs.agent)
  if (contentHash === needs.knownHash && !tag.noindex) return { outcome: 'unchanged' }
  const text = decodePage(body, type === '' ? null : type)
  const html = TEXT_TYPE.test(type) ? pageOf(response.url, text) : text
  const facts = extractSafely({ url: response.url, html, domain: needs.site, headers }, extract)
  if (facts === null) return { outcome: 'unreachable', reason: 'parse_failed' }
  if (tag.noindex || facts.scan.noindex)
    return { outcome: 'absent', reason: 'noindex', facts: tag.nofollow ? null : facts }
  return {
    outcome: 'page',
    facts,
    contentHash,
    nofollow: tag.nofollow || facts.scan.nofollow,
  }
}

const pageOf = (url: string, text: string): string =>
  isSecurityText(url) ? securityPage(text) : `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`

function extractSafely(page: PageInput, extract: ExtractPage): PageFacts | null {
  try {
    return extract(page)
  } catch {
    return null
  }
}

function isText(type: string, body: Buffer): boolean {
  if (type !== '' && !HTML_TYPE.test(type) && !TEXT_TYPE.test(type)) return false
  const head = body.subarray(0, SNIFFED_BYTES).toString('latin1')
  if (BINARY_START.test(head)) return false
  const utf16 = head.startsWith('\u00ff\u00fe') || head.startsWith('\u00fe\u00ff') || /charset=["']?utf-16/i.test(type)
  return utf16 || (head.match(/\0/g)?.length ?? 0) <= head.length / 20
}
