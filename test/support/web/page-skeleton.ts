import { Parser } from 'htmlparser2'

/** Attributes that contain addresses. */
const LEADING = new Set(['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data', 'cite', 'ping', 'manifest'])
/** Addresses that Quarry's pages may link to: its own paths, parts of the page, and these. */
const FINE = /^(?:\/|#|\?|https?:|mailto:|data:image\/)/i

export interface Skeleton {
  /** One line for each start or end tag: the name of the element, and those of its attributes. */
  lines: string[]
  /** Links to anything else. */
  strayLinks: string[]
}

/** Returns a page without its words: what text from outside must leave unchanged. */
export function skeletonOf(page: string): Skeleton {
  const lines: string[] = []
  const strayLinks: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      lines.push(`<${name} ${Object.keys(attributes).toSorted().join(' ')}>`)
      for (const [attribute, value] of Object.entries(attributes))
        if (LEADING.has(attribute) && value !== '' && !FINE.test(value))
          strayLinks.push(`${name} ${attribute}=${value}`)
    },
    onclosetag: (name) => lines.push(`</${name}>`),
    oncomment: (text) => lines.push(`<!-- ${text} -->`),
  })
  parser.end(page)
  return { lines, strayLinks }
}

/** Describes where two pages begin to differ; null if they do not. */
export function firstDifference(one: Skeleton, other: Skeleton): string | null {
  const at = one.lines.findIndex((line, index) => line !== other.lines[index])
  if (at < 0 && one.lines.length === other.lines.length) return null
  const place = at < 0 ? one.lines.length : at
  const around = (lines: readonly string[]) => lines.slice(Math.max(place - 4, 0), place + 3).join('')
  return `${around(one.lines)} became ${around(other.lines)}`
}
