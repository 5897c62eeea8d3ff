import { gunzipSync } from 'node:zlib'
import { scoreLink } from './link-score.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Sitemaps (sitemaps.org 0.9): bounded, linear, tolerant. */
export interface Sitemap {
  /** Pages, as written. */
  pages: string[]
  /** Further sitemaps, the most promising first. */
  sitemaps: string[]
}

const MAX_LOCATIONS = 20_000
const MAX_LOCATION_CHARACTERS = 2_048
const MAX_INFLATED_BYTES = 10_000_000
const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&apos;': "'",
  '&quot;': '"',
  '&gt;': '>',
  '&lt;': '<',
  '&#38;': '&',
}
/** Child sitemaps of pages come before those of articles, which contain no pages of interest. */
const USELESS_CHILD = /product|image|video|tag|categor|forum|shop/i
const USEFUL_CHILD = /page|team|people|staff|author|about|contact|main|static/i

/** Reads a sitemap, a sitemap index or a plain list of URLs, gzipped or not; anything else gives nothing. */
export function parseSitemap(bytes: Buffer): Sitemap {
  const text = inflate(bytes).toString('utf8')
  if (!text.includes('<'))
    return {
      pages: text
        .split(/\s+/)
        .filter((line) => line.startsWith('http'))
        .slice(0, MAX_LOCATIONS),
      sitemaps: [],
    }
  const locations = locationsOf(text)
  if (!/<(?:\w+:)?sitemapindex\b/.test(text.slice(0, 4_096))) return { pages: locations, sitemaps: [] }
  return { pages: [], sitemaps: locations.sort((a, b) => childScore(b) - childScore(a)) }
}

function inflate(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

function locationsOf(text: string): string[] {
  const locations: string[] = []
  let at = text.indexOf('<loc>')
  while (at >= 0 && locations.length < MAX_LOCATIONS) {
    const end = text.indexOf('<', at + 5)
    const cdata = text.startsWith('<![CDATA[', end)
    const start = cdata ? end + 9 : at + 5
    const stop = cdata ? text.indexOf(']]>', start) : end
    if (stop < 0) break
    const location = text.slice(start, Math.min(stop, start + MAX_LOCATION_CHARACTERS)).trim()
    if (location !== '')
      locations.push(
        location.replace(/&(?:amp|apos|quot|gt|lt|#38);/g, (reference) => ownValue(REFERENCES, reference) ?? reference),
      )
    at = text.indexOf('<loc>', stop)
  }
  return locations
}

const childScore = (location: string): number => {
  const topic = URL.canParse(location)
    ? (scoreLink(new URL(location.replace(/\.xml(?:\.gz)?$/i, '')), '')?.score ?? 0)
    : 0
  return topic + (USEFUL_CHILD.test(location) ? 50 : 0) - (USELESS_CHILD.test(location) ? 50 : 0)
}
