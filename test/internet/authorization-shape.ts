import type { Rotation, TokenBook } from './token-book.ts'

/** What an authorization server on loopback is made of, for tests to look at and to change. */

/** Who sits before the consent page, and what they do there. `wait`: nothing yet. */
export interface Person {
  email: string
  decision: 'approve' | 'deny' | 'wait'
  /** What they allow; left out, all that is asked for. */
  scopes?: string[]
}

/** What the token endpoint does instead of its work, or around it. */
export interface ScriptedAnswer {
  status?: number
  body?: Record<string, unknown>
  headers?: Record<string, string>
  delayMs?: number
  /** The connection ends before the request is looked at, or after all of it has happened. */
  cut?: 'before' | 'after'
  /** Waits for this, and then goes on with what else is said here. */
  until?: Promise<unknown>
}

export interface TokenRequest {
  grant: string
  params: ReadonlyMap<string, string>
  /** Milliseconds of its clock. */
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
  /** These may be changed at any time. */
  person: Person
  rotation: Rotation
  lifeSeconds: number
  issuer: string
  book: TokenBook
  /** Mailboxes that a person may use besides their own. */
  shared: Map<string, string[]>
  requests: TokenRequest[]
  /** Refreshes under way at once, by refresh token's person, and all together under ''. */
  refreshes: Map<string, Refreshing>
  /** Asked before each request for tokens; what it gives is done instead of the work, or around it. */
  script: ((request: TokenRequest) => ScriptedAnswer | undefined) | null
  /** Codes of people and devices, besides the tokens of `book.all`: nothing of them may be seen anywhere. */
  codes: string[]
  /** What a browser does with the address of the consent page: where it is sent back to. Null while the person waits. */
  visit: (authorizeUrl: string) => string | null
  stop: () => Promise<void>
}
