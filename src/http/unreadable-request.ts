import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorId } from '../errors.ts'
import { ownValue } from '../lib/text/own-value.ts'

interface Refusal {
  status: number
  id: ErrorId
  details: string
}

const NOT_HTTP: Refusal = { status: 400, id: 'wrong_params', details: 'The request is not valid HTTP.' }

/** By error codes of Node's parser and timeouts. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    id: 'payload_too_large',
    details: `The URL and headers of the request are larger than ${maxHeaderSize} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, id: 'wrong_params', details: 'The request did not arrive in time.' },
}

/** A request that Node cannot parse gets the envelope too, unless an answer is already on its way. */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse | null },
): void {
  if (!socket.writable || socket._httpMessage?.headersSent === true || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, id, details } = ownValue(REFUSALS, error.code ?? '') ?? NOT_HTTP
  const body = JSON.stringify({ errors: [{ id, code: status, details }] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end([...head, '', body].join('\r\n'))
}

/** Answers a request whose body did not arrive in time. */
export const answerLate = (socket: Duplex): void =>
  answerUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
