import type { Rotation, TokenBook } from './token-book.ts'

/** The parts of an authorization server on loopback, for tests to inspect and change. */

/** The person at the consent page, and what they do there. `wait`: nothing yet. */
export interface Person {
  email: string
  decision: 'approve' | 'deny' | 'wait'
  /** The scopes they allow; by default all that are requested. */
  scopes?: string[]
}

/** What the token endpoint does instead of its work, or before it. */
export interface ScriptedAnswer {
  status?: number
  body?: Record<string, unknown>
  headers?: Record<string, string>
  delayMs?: number
  /** Whether the connection ends before the request is processed, or after it has taken effect. */
  cut?: 'before' | 'after'
  /** Waits for this, and then continues with the rest of the script. */
  until?: Promise<unknown>
}

export interface TokenRequest {
  grant: string
  params: ReadonlyMap<string, string>
  /** Milliseconds of the server's clock. */
  at: number
}

export interface Refreshing {
  now: number
  peak: number
  total: number
}

export interface AuthorizationServer extends AsyncDisposable {
  /** Also the issuer. */
  url: string
  urls: Record<'authorize' | 'token' | 'device' | 'revoke' | 'introspect', string>
  client: { id: string; secret: string | null }
  /** These can be changed at any time. */
  person: Person
  rotation: Rotation
  lifeSeconds: number
  issuer: string
  book: TokenBook
  /** Mailboxes that a person may use besides their own. */
  shared: Map<string, string[]>
  requests: TokenRequest[]
  /** Refreshes in progress at once, by the person the refresh token belongs to; the total is under ''. */
  refreshes: Map<string, Refreshing>
  /** Called before each token request; what it returns is done instead of the work, or before it. */
  script: ((request: TokenRequest) => ScriptedAnswer | undefined) | null
  /** Codes of people and devices, in addition to the tokens of `book.all`: none of them may appear anywhere. */
  codes: string[]
  /** Follows the address of the consent page as a browser does, and returns the redirect. Null while the person waits. */
  visit: (authorizeUrl: string) => string | null
  stop: () => Promise<void>
}
