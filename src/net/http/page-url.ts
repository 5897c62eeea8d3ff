import type { HttpResponse } from './http-exchange.ts'

/** Which addresses we go to, and where a redirect leads: threads that read pages need no client for it. */

const MAX_URL_CHARACTERS = 2_048
/** RFC 9110 15.4: the redirects that carry a GET on. */
export const REDIRECT: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Where a redirect leads: an absolute URL without fragment, null when the response is no redirect, `bad_url` when it
 * leads nowhere we go (other schemes, ports, credentials, no `Location`).
 */
export function redirectTarget(response: HttpResponse): URL | 'bad_url' | null {
  if (!REDIRECT.has(response.status)) return null
  return parseUrl(response.headers['location'] ?? '', response.url) ?? 'bad_url'
}

/** http(s) on the default ports, no credentials, bounded, fragment removed; null for everything else. */
export function parseUrl(text: string, base?: string): URL | null {
  if (text === '' || text.length > MAX_URL_CHARACTERS || !URL.canParse(text, base)) return null
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.username !== '' || url.password !== '' || url.hostname === '' || url.href.length > MAX_URL_CHARACTERS)
    return null
  // The URL parser drops a scheme's own port; 80 on https and 443 on http are nobody's web site.
  if (url.port !== '') return null
  url.hash = ''
  return url
}
