import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** A site of the small internet: data where data is enough, a handler where behaviour matters. */

export interface TestSite {
  /** Host names it answers for; each gets an A record for loopback unless `zone` says otherwise. */
  hosts: readonly string[]
  /** Path (with query, if any) → page. A missing path is a 404. */
  pages?: Readonly<Record<string, string | TestPage>>
  /** Called first; returns false to leave the request to `pages`. */
  handle?: (request: SiteRequest, response: ServerResponse) => boolean | void
  /** More names, or other answers for the hosts themselves: mail exchangers, failures, rebinding. */
  zone?: Readonly<Record<string, ZoneEntry>>
}

export interface TestPage {
  status?: number
  /** `Content-Type`; default `text/html; charset=utf-8`. */
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
}

export interface SiteRequest {
  host: string
  /** Including the query. */
  path: string
  method: string
  secure: boolean
  headers: IncomingHttpHeaders
  /** How many requests this host had received for this path before. */
  earlier: number
}

export interface ZoneEntry {
  a?: readonly string[]
  aaaa?: readonly string[]
  mx?: readonly { exchange: string; preference: number }[]
  txt?: readonly string[]
  ptr?: readonly string[]
  /** An alias; its target is included in the answer, as resolvers do. */
  cname?: string
  /** Seconds; default 60. */
  ttl?: number
  /** Replaces the records. */
  rcode?: 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN'
  /** Each answer for A uses the next list, and the last one repeats: DNS rebinding. */
  rebind?: readonly (readonly string[])[]
}

/** Sends one page and ends the response. */
export function sendPage(response: ServerResponse, page: string | TestPage): void {
  const {
    status = 200,
    type = 'text/html; charset=utf-8',
    headers = {},
    body,
  } = typeof page === 'string' ? { body: page } : page
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

export function redirectTo(location: string, status = 301): TestPage {
  return { status, headers: { location }, body: '' }
}

export const textPage = (body: string): TestPage => ({ type: 'text/plain; charset=utf-8', body })

/** A whole HTML document around a body. */
export const htmlPage = (title: string, body: string, language = 'en'): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>${body}</body></html>\n`
