import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppScope } from './app-scopes.ts'

/** An app that asks to be connected, as the person who decides sees it. */
export interface Consent {
  /** Of this one request. */
  uid: string
  clientId: string
  /** As the app names itself, cleaned. */
  clientName: string
  /** Host of the document by which it is known; null when it only says who it is. */
  verifiedHost: string | null
  /** Registered by the operator. */
  isRegisteredHere: boolean
  /** Where the answer goes. */
  redirectUri: string
  /** `claude.ai`, `127.0.0.1:6274`, or a scheme such as `cursor:`. */
  redirectPlace: string
  /** It goes to a program on this computer. */
  isLoopback: boolean
  resource: string
  asked: readonly AppScope[]
}

/** What was agreed to. */
export interface Agreement {
  accountId: number
  userId: number
  scopes: readonly AppScope[]
  /** Null: as the account. */
  dailyCredits: number | null
  requestId: string
}

/** Where apps wait for an answer; each returns where the browser continues. */
export interface Consents {
  /** @throws OauthProblem `expired` when this browser has no such request open. */
  read: (request: IncomingMessage, response: ServerResponse, uid: string) => Promise<Consent>
  grant: (request: IncomingMessage, response: ServerResponse, consent: Consent, agreement: Agreement) => Promise<string>
  decline: (request: IncomingMessage, response: ServerResponse, consent: Consent) => Promise<string>
}
