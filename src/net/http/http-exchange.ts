/** One HTTP exchange as the rest of Quarry sees it: nothing here throws, a refusal is a value. */

export interface HttpClient {
  /** Never rejects. */
  fetch: (url: string | URL, options?: FetchOptions) => Promise<FetchResult>
  /** Ends every connection. */
  close: () => Promise<void>
}

export interface FetchOptions {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Maximum bytes of the body, counted on the wire and again after inflation. */
  maxBytes?: number
  /** Whether a longer body is cut (`truncated: true`) or refused (`too_large`); default `refuse`. */
  overflow?: 'cut' | 'refuse'
  /** Time for everything: name look-up, connection, all redirects, the complete body. */
  deadlineMs?: number
  /** 0: a redirect is returned as it is. */
  maxRedirects?: number
  /** Awaited before more of a body is kept; meanwhile, the connection is not read any further. */
  makeRoom?: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Called before each redirect is followed. */
  allow?: (url: URL) => boolean | Promise<boolean>
}

export interface HttpResponse {
  outcome: 'response'
  status: number
  /** Lower-case names; repeated headers joined by `, `. */
  headers: Record<string, string>
  /** Final URL, without fragment. */
  url: string
  /** After inflation. */
  body: Buffer
  /** Body bytes on the wire. */
  wireBytes: number
  truncated: boolean
  /** Every URL that redirected, in order. */
  redirects: string[]
}

export type RefusedReason =
  | 'private_address'
  | 'bad_url'
  | 'too_many_redirects'
  | 'redirect_loop'
  | 'redirect_refused'
  | 'too_large'
  | 'compression_bomb'
  | 'timeout'
  | 'unreachable'
  | 'unknown_host'
  /** Names that certainly exist do not resolve here either: this says nothing about the host. */
  | 'no_network'
  | 'tls'
  | 'protocol'
  | 'aborted'

export interface HttpRefusal {
  outcome: 'refused'
  reason: RefusedReason
  /** The URL that was refused: the requested one, or a redirect's. */
  url: string
  /** Body bytes read before the refusal. */
  wireBytes: number
}

export type FetchResult = HttpResponse | HttpRefusal
