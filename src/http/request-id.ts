import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const USABLE = /^[A-Za-z0-9._-]{1,128}$/
const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request: the caller's own if it is a harmless word, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const sent = request.headers['x-request-id']
  const id = typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID()
  ids.set(request, id)
  return id
}

/** Puts the id into every answer, so that a caller can quote it. */
export function answerRequestId(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Request-Id', requestIdOf(request))
}
