import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { PageTree } from '../page/page-dom.ts'

const MAX_SLUGS = 5_000

/** A name has at least two words. */
const HAS_WORDS = /[^a-z][a-z]/i
const MIN_SLUG_CHARS = 7

/** The slug that a name would have; a dash, which no page has, if the slug would be too short to be reliable. */
export function slugOf(words: readonly string[]): string {
  const slug = words.map((word) => foldName(word).replace(/[^a-z]/g, '')).join('-')
  return slug.length < MIN_SLUG_CHARS ? '-' : slug
}

/** Last parts of the paths that the page links to: `/people/jane-doe.html` as `jane-doe`. */
export function slugsOf({ marked }: PageTree): Set<string> {
  const slugs = new Set<string>()
  for (const { attributes } of marked.slice(0, MAX_SLUGS)) {
    const { href = '' } = attributes
    const end = href.search(/[?#]/)
    const path = end < 0 ? href : href.slice(0, end)
    const last = path.slice(path.lastIndexOf('/', path.length - 2) + 1)
    if (last.length > 6 && last.length < 80 && HAS_WORDS.test(last))
      slugs.add(
        last
          .toLowerCase()
          .replace(/\.[a-z]+$/, '')
          .replace(/[^a-z]+/g, '-')
          .replace(/-$/, ''),
      )
  }
  return slugs
}
