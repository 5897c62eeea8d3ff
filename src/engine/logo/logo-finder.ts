import { SECOND_MS } from '../../lib/process/clock.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import type { OffThread } from '../../lib/process/off-thread.ts'
import type { HttpResponse } from '../../net/http/http-exchange.ts'
import type { Politeness } from '../crawl/politeness.ts'
import type { LogoCandidate } from './logo-candidates.ts'
import type logoCandidatesTask from './logo-candidates-task.ts'
import { renderLogoApart } from './logo-process.ts'
import type { RenderedLogo } from './logo-render.ts'
import { fetchPolitely } from './polite-fetch.ts'

export interface FoundLogo extends RenderedLogo {
  /** Its origin: the picture's URL, or the page's if the picture was embedded in it. */
  sourceUrl: string
  /** The page that named it. */
  pageUrl: string
}

const MAX_PAGE_BYTES = 2_000_000
const MAX_IMAGE_BYTES = 5_000_000
/** Pictures requested per visit. */
const MAX_TRIES = 8
/** Smaller pictures are kept only if there is nothing better. */
const MIN_SIDE = 64
const MIN_LAST_RESORT_SIDE = 16
/** Ratio of the longer side to the shorter: above the first it is a word mark, above the second a banner. */
const SQUARE_ISH = 1.6
const WORD_MARK = 5

const READ_CANDIDATES = threadTask<typeof logoCandidatesTask>(new URL('./logo-candidates-task.ts', import.meta.url), {
  timeMs: 10 * SECOND_MS,
})

export interface LogoFinderNeeds {
  politeness: Politeness
  offThread: OffThread
}

/**
 * Finds the logo of a site among the candidates of its start page, in their order: the first nearly square one that is not
 * blank; otherwise the first word mark, otherwise the largest small icon. Null if there is none.
 */
export async function findLogo(
  { politeness, offThread }: LogoFinderNeeds,
  domain: string,
  signal: AbortSignal,
): Promise<FoundLogo | null> {
  for (const origin of [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`]) {
    const page = await fetchPolitely(politeness, new URL(origin), { maxBytes: MAX_PAGE_BYTES, signal })
    if (page === null) continue
    return chooseLogo(politeness, await candidatesOn(page, offThread, signal), page.url, signal)
  }
  return null
}

/** Empty for a page that takes too long to read. */
async function candidatesOn(
  { body, headers, url }: HttpResponse,
  offThread: OffThread,
  signal: AbortSignal,
): Promise<LogoCandidate[]> {
  const page = { body, type: headers['content-type'] ?? null, url, most: MAX_TRIES }
  try {
    return await offThread.run(READ_CANDIDATES, page, { signal, handOver: body })
  } catch (error) {
    if (error instanceof OffThreadError) return []
    throw error
  }
}

async function chooseLogo(
  politeness: Politeness,
  candidates: readonly LogoCandidate[],
  pageUrl: string,
  signal: AbortSignal,
): Promise<FoundLogo | null> {
  let secondBest: FoundLogo | null = null
  for (const { kind, url } of candidates) {
    if (signal.aborted) break
    const bytes = await bytesOf(politeness, url, signal)
    const rendered = bytes === null ? null : await renderLogoApart(bytes, signal)
    if (rendered === null) continue
    // Honest pictures take a tenth of the limits; a site with one that does not may have seven more.
    if (rendered === 'too_costly') break
    const found = { ...rendered, sourceUrl: url.startsWith('data:') ? pageUrl : url, pageUrl }
    const shape = shapeOf(rendered)
    if (shape === 'square') return found
    // A banner that is a photo is not a logo at all.
    if (shape === 'none' || kind === 'og_image') continue
    if (secondBest === null || rank(found) > rank(secondBest)) secondBest = found
  }
  return secondBest
}

type Shape = 'square' | 'word_mark' | 'small' | 'none'

function shapeOf({ width, height }: RenderedLogo): Shape {
  const ratio = Math.max(width, height) / Math.min(width, height)
  if (Math.max(width, height) < MIN_LAST_RESORT_SIDE || ratio > WORD_MARK) return 'none'
  if (Math.max(width, height) < MIN_SIDE) return 'small'
  return ratio <= SQUARE_ISH ? 'square' : 'word_mark'
}

const rank = (logo: RenderedLogo): number => (shapeOf(logo) === 'word_mark' ? 1_000 : 0) + logo.width

async function bytesOf(politeness: Politeness, url: string, signal: AbortSignal): Promise<Buffer | null> {
  if (!url.startsWith('data:'))
    return (await fetchPolitely(politeness, new URL(url), { maxBytes: MAX_IMAGE_BYTES, signal }))?.body ?? null
  const [head = '', ...rest] = url.split(',')
  const text = rest.join(',')
  try {
    return /;base64/i.test(head) ? Buffer.from(text, 'base64') : Buffer.from(decodeURIComponent(text))
  } catch {
    return null
  }
}
