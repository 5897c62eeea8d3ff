import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** What a site of the small internet is made of: data where data will do, a handler where behaviour is the point. */

export interface TestSite {
  /** Host names it answers for; each gets an A record for loopback unless `zone` says otherwise. */
  hosts: readonly string[]
  /** Path (with query, if any) → page. A missing path is a 404. */
  pages?: Readonly<Record<string, string | TestPage>>
  /** Asked first; returns false to leave the request to `pages`. */
  handle?: (request: SiteRequest, response: ServerResponse) => boolean | void
  /** More names, or other answers for its own: mail exchangers, failures, rebinding. */
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
  /** With query. */
  path: string
  method: string
  secure: boolean
  headers: IncomingHttpHeaders
  /** How many requests this host got for this path before. */
  earlier: number
}

export interface ZoneEntry {
  a?: readonly string[]
  aaaa?: readonly string[]
  mx?: readonly { exchange: string; preference: number }[]
  txt?: readonly string[]
  ptr?: readonly string[]
  /** An alias; what it leads to is answered with it, as resolvers do. */
  cname?: string
  /** Seconds; default 60. */
  ttl?: number
  /** Instead of records. */
  rcode?: 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN'
  /** Each answer for A takes the next list, the last one stays: DNS rebinding. */
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
