import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { PageTree } from '../page/page-dom.ts'

const MAX_SLUGS = 5_000

const MIN_SLUG_CHARS = 7
const [MIN_PART_CHARS, MAX_PART_CHARS] = [MIN_SLUG_CHARS, 79]
const EXTENSION = /\.[a-z]+$/
/** A name has at least two words; most are written as they are looked up. */
const HAS_WORDS = /[^a-z][a-z]/
const PLAIN = /^[a-z]+(?:-[a-z]+)+$/

/** The slug that a name would have; a dash, which no page has, if the slug would be too short to be reliable. */
export function slugOf(words: readonly string[]): string {
  const slug = words.map((word) => foldName(word).replace(/[^a-z]/g, '')).join('-')
  return slug.length < MIN_SLUG_CHARS ? '-' : slug
}

/**
 * Last parts of the paths that the page links to or takes pictures from, where they have two words: `/people/jane-doe.html`,
 * `Jane_Doe-120x120.jpg` and `JaneDoe.jpg` as `jane-doe`.
 */
export function slugsOf({ marked, pictures }: PageTree): Set<string> {
  const slugs = new Set<string>()
  const add = (stem: string): void => {
    if (PLAIN.test(stem)) slugs.add(stem)
    else if (HAS_WORDS.test(stem)) slugs.add(stem.replace(/[^a-z]+/g, '-').replace(/-$/, ''))
  }
  for (const { attributes } of marked.slice(0, MAX_SLUGS)) add(stemOf(attributes.href ?? ''))
  for (const source of pictures) add(stemOf(source.replace(NEXT_WORD, '-').replace(SIZE, '')))
  return slugs
}

/** Between the words of `JaneDoe`. */
const NEXT_WORD = /(?<=\p{Ll})(?=\p{Lu})/gu
/** `-120x120`, `_thumb` */
const SIZE =
  /[-_](?:\d+x\d+|\d+w?|small|thumb|thumbnail|web|cropped|scaled|headshot|portrait|photo)(?=\.[A-Za-z]+(?:$|\?))/g

/** The last part of the path in lower case, without its slash or its extension; empty if it is too short or too long. */
function stemOf(href: string): string {
  const [query, hash] = [href.indexOf('?'), href.indexOf('#')]
  const end = Math.min(query < 0 ? href.length : query, hash < 0 ? href.length : hash)
  const start = href.lastIndexOf('/', end - 2) + 1
  if (end - start < MIN_PART_CHARS || end - start > MAX_PART_CHARS) return ''
  const last = href.slice(start, end).toLowerCase()
  return last.endsWith('/') ? last.slice(0, -1) : last.replace(EXTENSION, '')
}
