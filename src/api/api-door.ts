import type { Request } from 'express'
import type { Context, Principal } from '../context.ts'

/** What the HTTP layer lends to the endpoints. */
export interface ApiDoor {
  context: Context
  authenticate: (request: Request, keysElsewhere: Record<string, unknown>) => Promise<Principal>
  /** The principal of a caller without a key. */
  keyless: (request: Request) => Principal
  /** Whether a key is in a header, or among these parameters. */
  sendsKey: (request: Request, keysElsewhere: Record<string, unknown>) => boolean
  readBody: (request: Request, rules: BodyRules) => Promise<Record<string, unknown>>
  /** The whole body when it is small; null, unread, when it is not. */
  readSmallBody: (request: Request) => Promise<Uint8Array | null>
  requestId: (request: Request) => string
}

/** What a body may hold, and who sends it. */
export interface BodyRules {
  maxBytes: number
  /** Of a JSON body. */
  maxValues: number
  /** Of all objects of a JSON body together; as many as parameters need by default. */
  maxKeys?: number | undefined
  /** Of one text in a JSON body; any length by default. */
  maxTextBytes?: number | undefined
  /** Reads a body of CSV as it arrives. */
  readCsv?: ((bytes: AsyncIterable<Uint8Array>) => Promise<Record<string, unknown>>) | undefined
  /** Large bodies of one sender are read one after the other. */
  sender: string
  /** The whole body, where it had to be read before. */
  early: Uint8Array | null
  /** Aborted when the client has gone. */
  signal: AbortSignal
}
