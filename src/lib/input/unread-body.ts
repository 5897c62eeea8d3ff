import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECOND_MS } from '../process/clock.ts'
import { giveBack } from './spent-bytes.ts'

/** So long, and so much of it, is what a refused body may still send before its connection closes. */
const LINGER_MS = 2 * SECOND_MS
const MAX_LINGER_BYTES = 16 * 1_048_576

/**
 * Ends an answer whose request has a body that nobody wants. The answer leaves at once and says that the connection closes;
 * what still arrives is thrown away for a moment, since a connection that is closed on unread bytes is reset, and the
 * client might never see the answer (RFC 9112 9.6).
 * @param text the whole body of the answer; its headers must be set.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse, text: string): void {
  if (request.complete || request.destroyed) {
    response.end(text)
    return
  }
  response.setHeader('Connection', 'close')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.write(text)
  let size = 0
  const end = (): void => {
    clearTimeout(timer)
    request.off('data', count).off('end', end).off('close', end)
    response.end()
  }
  const count = (chunk: Buffer): void => {
    size += chunk.length
    giveBack(chunk)
    if (size > MAX_LINGER_BYTES) end()
  }
  const timer = setTimeout(end, LINGER_MS)
  request.on('data', count).once('end', end).once('close', end)
}
