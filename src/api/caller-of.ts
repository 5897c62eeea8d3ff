import type { Request } from 'express'
import type { Principal } from '../context.ts'
import { AppError } from '../errors.ts'
import type { ApiDoor } from './api-door.ts'

/** The caller, and the body if it had to be read to identify the caller. */
export interface KnownCaller {
  principal: Principal
  early: Uint8Array | null
}

/**
 * Identifies the caller before anything is parsed. A key may also be in the body: a request without one elsewhere may have a
 * small body, which is parsed if it contains the word.
 * @param open the endpoint also answers without a key; a key that was sent must be valid all the same.
 * @throws AppError authentication_failed.
 */
export async function callerOf(
  door: ApiDoor,
  request: Request,
  query: Request['query'],
  open: boolean,
): Promise<KnownCaller> {
  const { method, headers } = request
  if (door.sendsKey(request, query)) return { principal: await door.authenticate(request, query), early: null }
  if (method === 'GET' || method === 'HEAD') {
    const sent = headers.authorization ?? headers['x-api-key'] ?? query['api_key']
    const principal = open && sent === undefined ? door.keyless(request) : await door.authenticate(request, query)
    return { principal, early: null }
  }
  const early = await door.readSmallBody(request)
  if (early === null) throw new AppError('authentication_failed', NONE_BESIDE_A_LARGE_BODY)
  return { principal: await door.authenticate(request, await keysIn(door, request, early)), early }
}

const NONE_BESIDE_A_LARGE_BODY =
  'No API key was sent. With a body of this size, send it in the X-API-KEY header or in the query.'

const KEY_NAME = 'api_key'
const FEW_VALUES = 1_000

async function keysIn(door: ApiDoor, request: Request, early: Uint8Array): Promise<Record<string, unknown>> {
  if (!Buffer.from(early.buffer, early.byteOffset, early.byteLength).includes(KEY_NAME)) return {}
  const rules = { maxBytes: early.byteLength, maxValues: FEW_VALUES, sender: '', early, signal: AbortSignal.any([]) }
  return door.readBody(request, rules).catch((error: unknown) => {
    if (error instanceof AppError) return {} // Only callers with a key learn what is wrong with it.
    throw error
  })
}
