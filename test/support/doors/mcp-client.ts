import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The kinds of clients that exist: the first generation of the SDK, the second, and bare HTTP. */

const IDENTITY = { name: 'test', version: '1.0.0' }

export async function olderClient(url: string, headers: Record<string, string> = { 'X-API-KEY': 'full' }) {
  const client = new OlderClient(IDENTITY)
  const transport = new OlderTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  return client
}

export type Era = 'legacy' | 'auto' | { pin: string }

export async function modernClient(
  url: string,
  mode: Era,
  headers: Record<string, string> = { 'X-API-KEY': 'full' },
  capabilities: ClientCapabilities = {},
) {
  const client = new ModernClient(IDENTITY, { versionNegotiation: { mode }, capabilities })
  await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** The parts of a tool's answer that tests check. */
export interface ToolAnswer<Data = unknown> {
  isError?: boolean
  content: { text: string }[]
  structuredContent?: { data: Data; meta: Record<string, unknown> }
}

/** Calls an app's tools as a client of 2026-07-28. */
export async function toolCaller<Data = unknown>({ origin, key }: { origin: string; key: string }) {
  const client = await modernClient(`${origin}/mcp`, { pin: '2026-07-28' }, { 'X-API-KEY': key })
  return {
    call: async (name: string, args: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer<Data>,
    close: () => client.close(),
  }
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface RawRequest {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** Sent unchanged if it is a string, otherwise as JSON. */
  body?: unknown
}

/** Sends one HTTP request with exactly these headers, with or without `Host` and `Accept`. */
export function raw(
  origin: string,
  { method = 'POST', path = '/mcp', headers = {}, body }: RawRequest,
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const sent = httpRequest(`${origin}${path}`, { method, headers, agent: false }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (text += chunk))
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    response.on('error', reject)
  })
  sent.on('error', reject)
  sent.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
  return promise
}

export const JSON_HEADERS = { 'Content-Type': 'application/json', 'X-API-KEY': 'full' }

/** A JSON-RPC request. */
export const rpc = (method: string, params: Record<string, unknown> = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** The same as a client of 2026-07-28 sends it: body and headers. */
export function modernRpc(
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
): RawRequest {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': IDENTITY,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const name = params['name'] ?? params['uri']
  return {
    headers: {
      ...JSON_HEADERS,
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
    },
    body: rpc(method, { ...params, _meta: { ...envelope, ...meta } }),
  }
}

export const initialize = (protocolVersion: string) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: IDENTITY })

/** Returns the JSON-RPC messages of an answer, whichever way it came. */
export function messagesOf({ headers, text }: RawAnswer): {
  id?: unknown
  method?: string
  result?: Record<string, unknown>
  error?: { code: number; message: string; data?: unknown }
  params?: Record<string, unknown>
}[] {
  if (headers['content-type']?.startsWith('text/event-stream') !== true) return [JSON.parse(text)].flat()
  const events = text.split('\n\n').filter((event) => event.includes('data:'))
  return events.map((event) => JSON.parse(event.slice(event.indexOf('data:') + 5)))
}

/** Returns the result of a single JSON answer. */
export function resultOf(answer: RawAnswer): unknown {
  const [message] = messagesOf(answer)
  if (message?.result === undefined) throw new Error(`No result: ${answer.status} ${answer.text}`)
  return message.result
}
