/** Paths and patterns of robots.txt in one comparable form (RFC 9309 2.2.2), and their matching. */

/** Most patterns are ASCII without a single `%`, so there is nothing to normalise. */
const PLAIN = /^[!-$&-~]*$/
const ESCAPE = /%[0-9a-f]{2}/gi
/** RFC 3986 2.3: characters with the same meaning escaped and plain. */
const UNRESERVED = /[A-Za-z0-9\-._~]/
const EMPTY_QUERY = /^[^?#]*\?(?:#|$)/
/** Everything that must be escaped in a URL. */
const FOREIGN = /[^!-~]+/g

/**
 * Path and query of a URL as octets: unreserved characters plain, all others escaped in capitals. `*` and `$` are literal in a
 * path and therefore escaped, as in a pattern that means them literally.
 * @returns null for text that is neither a URL nor a path
 */
export function normalizePath(url: URL | string): string | null {
  if (typeof url === 'string' && !URL.canParse(url, 'http://host.invalid')) return null
  const { pathname, search, href } = typeof url === 'string' ? new URL(url, 'http://host.invalid') : url
  // An empty query, which `search` leaves out, is one for a pattern that ends with `?`.
  const query = search === '' && EMPTY_QUERY.test(href) ? '?' : search
  return normalizeEscapes(pathname + query)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
}

/** A pattern in the same form; one that starts with neither `/` nor `*` is taken to start at the root. */
export function normalizePattern(value: string): string {
  const rooted = value.startsWith('/') || value.startsWith('*') ? value : `/${value}`
  const pattern = normalizeEscapes(rooted)
  // A `$` that does not end the pattern is literal.
  const inner = pattern.slice(0, -1).replaceAll('$', '%24')
  return inner + pattern.slice(-1)
}

function normalizeEscapes(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replaceAll(FOREIGN, (run) => encodeURIComponent(run.toWellFormed()))
    .replaceAll(ESCAPE, (escape) => {
      const character = String.fromCharCode(parseInt(escape.slice(1), 16))
      return UNRESERVED.test(character) ? character : escape.toUpperCase()
    })
}

/**
 * Whether a pattern matches the beginning of a path; `*` stands for anything, a final `$` for the end. The parts between stars
 * are searched from left to right, each as early as possible: no backtracking.
 */
export function patternMatches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$')
  const body = anchored ? pattern.slice(0, -1) : pattern
  if (!body.includes('*')) return anchored ? path === body : path.startsWith(body)
  const parts = body.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return anchored ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at)
}
