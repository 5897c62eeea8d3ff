import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const USABLE = /^[A-Za-z0-9._-]{1,128}$/
const ids = new WeakMap<IncomingMessage, string>()

/** The id of a request: the caller's own when it is a harmless word, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known !== undefined) return known
  const sent = request.headers['x-request-id']
  const id = typeof sent === 'string' && USABLE.test(sent) ? sent : randomUUID()
  ids.set(request, id)
  return id
}

/** Every answer carries the id, so that a caller can quote it. */
export function answerRequestId(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Request-Id', requestIdOf(request))
}
