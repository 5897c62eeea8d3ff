import { Parser } from 'htmlparser2'

/** Attributes that lead somewhere. */
const LEADING = new Set(['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data', 'cite', 'ping', 'manifest'])
/** Ours lead to paths of ours, to parts of the page, and to these. */
const FINE = /^(?:\/|#|\?|https?:|mailto:|data:image\/)/i

export interface Skeleton {
  /** One line for each start or end of an element: its name, and the names of its attributes. */
  lines: string[]
  /** Places that lead elsewhere than they may. */
  strayLinks: string[]
}

/** A page without its words: what text from outside must leave as it is. */
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

/** Where two pages begin to differ, in words; null when they do not. */
export function firstDifference(one: Skeleton, other: Skeleton): string | null {
  const at = one.lines.findIndex((line, index) => line !== other.lines[index])
  if (at < 0 && one.lines.length === other.lines.length) return null
  const place = at < 0 ? one.lines.length : at
  const around = (lines: readonly string[]) => lines.slice(Math.max(place - 4, 0), place + 3).join('')
  return `${around(one.lines)} became ${around(other.lines)}`
}
