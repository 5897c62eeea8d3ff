import type { HttpResponse } from './http-exchange.ts'

/** Which URLs are fetched, and where a redirect leads, without a client: threads that read pages need none. */

const MAX_URL_CHARACTERS = 2_048
/** RFC 9110 15.4: the redirects that preserve a GET. */
export const REDIRECT: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The target of a redirect: an absolute URL without fragment, null when the response is not a redirect, `bad_url` when it leads
 * where Quarry does not go (other schemes, ports, credentials, no `Location`).
 */
export function redirectTarget(response: HttpResponse): URL | 'bad_url' | null {
  if (!REDIRECT.has(response.status)) return null
  return parseUrl(response.headers['location'] ?? '', response.url) ?? 'bad_url'
}

/** http(s) on the default ports, no credentials, limited in length, fragment removed; null for everything else. */
export function parseUrl(text: string, base?: string): URL | null {
  if (text === '' || text.length > MAX_URL_CHARACTERS || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '' || url.hostname === '' || url.href.length > MAX_URL_CHARACTERS)
    return null
  // The URL parser drops a scheme's own port; 80 on https and 443 on http are not web sites.
  if (url.port !== '') return null
  url.hash = ''
  return url
}
