import type { ServerResponse } from 'node:http'
import {
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { McpServer, Server } from '@modelcontextprotocol/server'
import { quoted } from '../../lib/input/input-fields.ts'
import { hasMeta } from './message-body.ts'
import type { Message } from './message-body.ts'
import { RPC } from './mount-replies.ts'

/** What a request of revisions up to 2025-11-25 is answered from. */
export interface OlderRequest {
  request: Request
  body: Message | Message[]
  server: Server | McpServer
  acceptsStream: boolean
  outgoing: ServerResponse
}

/**
 * Answers one request with its own server and transport: one JSON body, or a stream if the client wants progress. A closed
 * connection does not stop the work; in those revisions it does not mean cancellation.
 */
export async function answerOlder({ request, body, server, acceptsStream, outgoing }: OlderRequest): Promise<Response> {
  const unknown = unknownRevision(request, body)
  if (unknown !== null) return unknown
  const streaming = acceptsStream && [body].flat().some(wantsProgress)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streaming })
  await server.connect(transport)
  // A stream keeps a timer until it ends. After a JSON answer nothing is left to close, and closing is expensive.
  if (streaming) outgoing.once('close', () => void server.close())
  return transport.handleRequest(request, { parsedBody: body })
}

const wantsProgress = (message: Message): boolean => hasMeta(message, 'progressToken')

/**
 * Whether a message declares itself to be of 2026-07-28 or later, as those of nearly all such clients do. Any other is left for
 * the SDK to classify, which it does a second time when it answers.
 */
export const saysModern = (body: Message | Message[]): boolean =>
  !Array.isArray(body) && body['method'] !== 'initialize' && hasMeta(body, PROTOCOL_VERSION_META_KEY)

/** Refuses a revision in the header that is not supported here; `initialize` negotiates instead. */
function unknownRevision(request: Request, body: Message | Message[]): Response | null {
  const requested = request.headers.get('mcp-protocol-version')
  if (requested === null || SUPPORTED_PROTOCOL_VERSIONS.includes(requested)) return null
  if (!Array.isArray(body) && body['method'] === 'initialize') return null
  const error = {
    code: RPC.unsupportedProtocolVersion,
    message: 'Unsupported protocol version.',
    data: { supported: SUPPORTED_PROTOCOL_VERSIONS, requested: quoted(requested) },
  }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}
