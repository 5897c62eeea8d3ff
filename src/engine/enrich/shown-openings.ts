import { scoreLink } from '../crawl/link-score.ts'
import { readLinkedData } from '../extract/page/json-ld.ts'
import type { PageFacts, PageInput } from '../extract/page/page-facts.ts'

/** Openings kept from a page: enough to show that there are some, and which. */
const KEPT = 3
const MAX_TITLE = 80
const POSTING =
  /\/(?:jobs?|careers?|karriere|stellen(?:angebote)?|vacanc(?:y|ies)|vacatures?|emplois?|empleos?|lavora|positions?|openings?)\/[^/?#]*[a-z][^/?#]*\/?$/i
/** Follows a position open to everyone: `(m/f/d)`, `(w/m/x)`. */
const OPEN_TO_ALL = /\((?:[mfwdxhi](?:[/|][mfwdxhi]){1,3})\)/i
const LINK_WORDS =
  /^(?:apply|read more|more|learn more|details|view|all|jetzt bewerben|mehr|weiterlesen|postuler|en savoir plus)\b/i

/** Positions that a careers page lists as open, at most three; empty for any other page. */
export function shownOpenings({ url }: Pick<PageInput, 'url'>, { scan }: Pick<PageFacts, 'scan'>): string[] {
  const { pathname, origin } = new URL(url)
  if (scoreLink(new URL(pathname, origin), '')?.topic !== 'careers') return []
  const own = `${origin}${pathname.replace(/\/$/, '')}/`
  const linked = scan.links
    .filter((link) => link.url.startsWith(own) || POSTING.test(link.url) || OPEN_TO_ALL.test(link.text))
    .map(({ text }) => text.trim())
    .filter((text) => text.length >= 4 && text.length <= MAX_TITLE && !LINK_WORDS.test(text))
  const posted = scan.jsonLd
    .flatMap((body) => readLinkedData(body))
    .flatMap(({ types, properties: { title } }) =>
      types.includes('JobPosting') && typeof title === 'string' && title !== '' ? [title] : [],
    )
  return [...new Set([...posted, ...linked])].slice(0, KEPT)
}
