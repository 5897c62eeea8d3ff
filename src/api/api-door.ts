import type { Request } from 'express'
import type { Context, Principal } from '../context.ts'

/** What the HTTP layer provides to the endpoints. */
export interface ApiDoor {
  context: Context
  authenticate: (request: Request, keysElsewhere: Record<string, unknown>) => Promise<Principal>
  /** The principal of a caller without a key. */
  keyless: (request: Request) => Principal
  /** Whether there is a key in a header or among these parameters. */
  sendsKey: (request: Request, keysElsewhere: Record<string, unknown>) => boolean
  readBody: (request: Request, rules: BodyRules) => Promise<Record<string, unknown>>
  /** The whole body if it is small; null, unread, if it is not. */
  readSmallBody: (request: Request) => Promise<Uint8Array | null>
  requestId: (request: Request) => string
}

/** Limits of a body, and its sender. */
export interface BodyRules {
  maxBytes: number
  /** Of a JSON body. */
  maxValues: number
  /** In all objects of a JSON body together; as many as parameters need by default. */
  maxKeys?: number | undefined
  /** Of one string in a JSON body; any length by default. */
  maxTextBytes?: number | undefined
  /** Reads a CSV body as it arrives. */
  readCsv?: ((bytes: AsyncIterable<Uint8Array>) => Promise<Record<string, unknown>>) | undefined
  /** Large bodies of one sender are read one after the other. */
  sender: string
  /** The whole body, if it had to be read earlier. */
  early: Uint8Array | null
  /** Aborted when the client has left. */
  signal: AbortSignal
}
