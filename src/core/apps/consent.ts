import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppScope } from './app-scopes.ts'

/** An app that asks to be connected, as shown to the person who decides. */
export interface Consent {
  /** Identifies this one request. */
  uid: string
  clientId: string
  /** The name the app gives itself, cleaned. */
  clientName: string
  /** Host of the document that identifies it; null if it only states who it is. */
  verifiedHost: string | null
  /** Registered by the operator. */
  isRegisteredHere: boolean
  /** Where the answer goes. */
  redirectUri: string
  /** `claude.ai`, `127.0.0.1:6274`, or a scheme such as `cursor:`. */
  redirectPlace: string
  /** Whether the redirect goes to a program on this computer. */
  isLoopback: boolean
  resource: string
  asked: readonly AppScope[]
}

/** What was agreed to. */
export interface Agreement {
  accountId: number
  userId: number
  scopes: readonly AppScope[]
  /** Null: no limit but the account's. */
  dailyCredits: number | null
  requestId: string
}

/** Apps waiting for an answer; `grant` and `decline` return where the browser continues. */
export interface Consents {
  /** @throws OauthProblem `expired` if this browser has no such request open. */
  read: (request: IncomingMessage, response: ServerResponse, uid: string) => Promise<Consent>
  grant: (request: IncomingMessage, response: ServerResponse, consent: Consent, agreement: Agreement) => Promise<string>
  decline: (request: IncomingMessage, response: ServerResponse, consent: Consent) => Promise<string>
}
