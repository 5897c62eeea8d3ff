import { scoreLink } from '../../crawl/link-score.ts'
import { TOPIC_SCORE } from '../../crawl/link-words.ts'
import type { LinkTopic } from '../../crawl/link-words.ts'

/** What the index of a public crawl says about one capture. */
export interface IndexedCapture {
  url: string
  status: number
  mime: string
  /** Languages of the text as the index names them, comma-separated: `deu,eng`; empty if it does not say. */
  languages: string
  /** The archive that contains it, as the index names it. */
  file: string
  /** Byte of the archive where its record begins, and the number of bytes the record takes, packed. */
  offset: number
  length: number
}

/** A topic indicated by the words of a path, the start page, or everything. */
export type WantedPage = LinkTopic | 'start' | 'all'

export const PAGE_KINDS: readonly WantedPage[] = [...(Object.keys(TOPIC_SCORE) as LinkTopic[]), 'start', 'all']

/** Where people and addresses are; the default choice. */
export const USUAL_PAGES: readonly WantedPage[] = ['team', 'contact', 'about', 'imprint']

/** Which captures to fetch; an empty list of domains or languages means all. */
export interface CaptureChoice {
  /** Ends of host names: `de`, `co.uk`. */
  tlds: readonly string[]
  pages: readonly WantedPage[]
  /** In the spelling of the index. */
  languages: readonly string[]
}

/** The shortest gzip member that a stand-in can replace; a record is never that short. */
export const MIN_RECORD_BYTES = 64
/** Packed. Public crawls cut pages long before this. */
export const MAX_PACKED_BYTES = 16 * 1_024 * 1_024
/** A word in a headline is worth less than half of the word alone. */
const MIN_SHARE = 0.5

/** A number of an index, which may be written as text; NaN for anything else, as no record must be read from a made-up place. */
export function wholeNumber(value: unknown): number {
  if (typeof value === 'string') return /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN
}

/** A name that leaves the folder it is put behind. */
const CLIMBS = /(?:^|[/\\])\.\.(?:[/\\]|$)/

/** Whether the index may contain wanted captures under a name with this last label: `de`. */
export const wantsTld = ({ tlds }: CaptureChoice, last: string): boolean =>
  tlds.length === 0 || tlds.some((tld) => tld === last || tld.endsWith(`.${last}`))

/** Pages with status 200 that are HTML, in a gzipped archive, and of a wanted kind. */
export function isChosen(capture: IndexedCapture, choice: CaptureChoice): boolean {
  const { status, mime, languages, file, offset, length } = capture
  if (status !== 200 || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(mime) || !file.endsWith('.gz')) return false
  if (CLIMBS.test(file)) return false
  if (!Number.isSafeInteger(offset) || offset < 0 || !Number.isSafeInteger(length)) return false
  if (length < MIN_RECORD_BYTES || length > MAX_PACKED_BYTES) return false
  if (choice.languages.length > 0 && !languages.split(',').some((one) => choice.languages.includes(one))) return false
  return isWantedUrl(capture.url, choice)
}

/** Judged by its host name and the words of its path. */
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
