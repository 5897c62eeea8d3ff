import { scoreLink } from '../../crawl/link-score.ts'
import { TOPIC_SCORE } from '../../crawl/link-words.ts'
import type { LinkTopic } from '../../crawl/link-words.ts'

/** What the index of a public crawl says of one capture. */
export interface IndexedCapture {
  url: string
  status: number
  mime: string
  /** Of the text, as the index names them, by commas: `deu,eng`; empty when it does not say. */
  languages: string
  /** The archive it lies in, as the index names it. */
  file: string
  /** Byte of the archive where its record begins, and how many bytes the record takes, packed. */
  offset: number
  length: number
}

/** A topic that the words of a path tell, the start page, or everything. */
export type WantedPage = LinkTopic | 'start' | 'all'

export const PAGE_KINDS: readonly WantedPage[] = [...(Object.keys(TOPIC_SCORE) as LinkTopic[]), 'start', 'all']

/** Where people and addresses are; what is chosen when nothing else is said. */
export const USUAL_PAGES: readonly WantedPage[] = ['team', 'contact', 'about', 'imprint']

/** Which captures are worth their bytes; an empty list of domains or languages wants all. */
export interface CaptureChoice {
  /** Ends of host names: `de`, `co.uk`. */
  tlds: readonly string[]
  pages: readonly WantedPage[]
  /** As the index names them. */
  languages: readonly string[]
}

/** The shortest gzip member that can be stood in for; a record is never so short. */
export const MIN_RECORD_BYTES = 64
/** Packed. Public crawls cut pages long before. */
export const MAX_PACKED_BYTES = 16 * 1_024 * 1_024
/** A word in a headline promises less than half of what the word alone does. */
const MIN_SHARE = 0.5

/** Whether the index may hold wanted captures under a name that ends so: `de`. */
export const wantsTld = ({ tlds }: CaptureChoice, last: string): boolean =>
  tlds.length === 0 || tlds.some((tld) => tld === last || tld.endsWith(`.${last}`))

/** Pages that were answered with 200, as text for readers, in a gzipped archive, of a wanted kind. */
export function isChosen(capture: IndexedCapture, choice: CaptureChoice): boolean {
  const { status, mime, languages, file, offset, length } = capture
  if (status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(mime) || !file.endsWith('.gz')) return false
  if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(length)) return false
  if (length < MIN_RECORD_BYTES || length > MAX_PACKED_BYTES) return false
  if (choice.languages.length > 0 && !languages.split(',').some((one) => choice.languages.includes(one))) return false
  return isWantedUrl(capture.url, choice)
}

/** By its host name and the words of its path. */
export function isWantedUrl(text: string, { tlds, pages }: Pick<CaptureChoice, 'tlds' | 'pages'>): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  if (tlds.length > 0 && !tlds.some((tld) => url.hostname.endsWith(`.${tld}`))) return false
  if (pages.includes('all')) return true
  if (url.pathname === '/' && url.search === '') return pages.includes('start')
  const scored = scoreLink(url, '')
  if (scored === null || scored.topic === null) return false
  return pages.includes(scored.topic) && scored.score >= TOPIC_SCORE[scored.topic] * MIN_SHARE
}
