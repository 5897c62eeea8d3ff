import { createServer, maxHeaderSize, STATUS_CODES } from 'node:http'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorId } from '../errors.ts'

/** The server below the app: its time limits, and answers to what never reaches the app. */
export function createHttpServer(app: RequestListener): Server {
  const server = createServer((request, response) => {
    request.url = originForm(request.url ?? '/')
    app(request, response)
  })
  // A slow client may not hold a connection for ever (headers, then the whole request).
  server.headersTimeout = 20_000
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 65_000
  return server.on('clientError', answerUnreadable)
}

/** RFC 9112 3.2: a client may send a whole URL; what is neither that nor a path leads nowhere. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url === null ? `/${target}` : url.pathname + url.search
}

interface Refusal {
  status: number
  id: ErrorId
  details: string
}

const NOT_HTTP: Refusal = { status: 400, id: 'wrong_params', details: 'The request is not valid HTTP.' }

/** By the codes of Node's parser and clock. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    id: 'payload_too_large',
    details: `The address and headers of the request are larger than ${maxHeaderSize} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, id: 'wrong_params', details: 'The request did not arrive in time.' },
}

/** A request that Node cannot read gets the envelope too, unless an answer is already on its way. */
function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse | null },
): void {
  if (!socket.writable || socket._httpMessage?.headersSent === true || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, id, details } = REFUSALS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ errors: [{ id, code: status, details }] })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.end([...head, '', body].join('\r\n'))
}
