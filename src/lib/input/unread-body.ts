import type { IncomingMessage, ServerResponse } from 'node:http'
import { SECOND_MS } from '../process/clock.ts'
import { giveBack } from './spent-bytes.ts'

/** How long, and how many bytes, a refused body may still arrive before its connection closes. */
const LINGER_MS = 2 * SECOND_MS
const MAX_LINGER_BYTES = 16 * 1_048_576

/**
 * Ends the answer to a request whose body will not be read. The answer leaves at once and announces that the connection closes;
 * what still arrives is discarded for a moment, because closing a connection with unread bytes resets it, and the client might
 * never see the answer (RFC 9112 9.6).
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
