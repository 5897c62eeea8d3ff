import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { isRecord } from '../../lib/text/json-record.ts'
import { callTool } from '../tools/call-tool.ts'
import type { AskedBy } from '../tools/asked-by.ts'
import type { ToolService } from '../tools/call-tool.ts'
import type { Entry } from '../tools/catalogue.ts'
import type { Visit } from '../tools/mcp-door.ts'
import { knownEnvelopes } from './known-envelopes.ts'
import { listBytes } from './kept-list.ts'
import { IDENTITY, LISTED } from './mcp-identity.ts'
import type { Message } from './message-body.ts'

/**
 * Answers what nearly all requests are, one `tools/list` or one plain `tools/call` with one JSON answer, without the SDK's
 * server, which would be built, connected, called and torn down for each of them at twice the cost of everything else. Anything
 * slightly out of the ordinary (progress, questions to a user, tasks, unknown keys, contradictory headers, protocol errors)
 * goes through the SDK. `test/mcp/tools/plain-answers.test.ts` checks that both ways give the same answers.
 */

const MODERN = '2026-07-28'

interface Plain {
  id: string | number
  /** The tool that is called; null asks for the list. */
  name: string | null
  given: Record<string, unknown>
  /** What a request of 2026-07-28 says about its client; null for older ones. */
  envelope: Record<string, unknown> | null
}

/** Answers the request, or reports that it is not a plain one. */
export type PlainAnswers = (
  visit: Visit,
  body: Message | Message[],
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<boolean>

export function plainAnswers(service: ToolService, version: string): PlainAnswers {
  const envelopes = knownEnvelopes()
  const identity = { [SERVER_INFO_META_KEY]: { ...IDENTITY, version } }
  /** The form of results on 2026-07-28: complete, with the server's identity. */
  const complete = (result: Record<string, unknown>, more: object = {}): Record<string, unknown> => {
    const meta = isRecord(result['_meta']) ? result['_meta'] : {}
    return { ...result, resultType: 'complete', ...more, _meta: { ...meta, ...identity } }
  }
  const listEnd = JSON.stringify(complete({}, LISTED)).slice(1, -1)

  /** In parts, since copying the bytes of the list would cost more than writing it. */
  function list(visit: Visit, { id, envelope }: Plain): Parts {
    const tools = listBytes(service.catalogue.visible(visit.caller, visit.selection))
    const end = `${envelope === null ? '' : `,${listEnd}`}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    return ['{"result":{', tools, end]
  }

  /** As text: Node joins it with the headers into one write, which costs less than two. */
  async function call(visit: Visit, name: string, { id, given, envelope }: Plain): Promise<Parts> {
    const asked = { ...visit, closingCancels: envelope !== null }
    const params = { name, arguments: given }
    const result = (await callTool(service, asked, params, asker(visit, envelope))) as Record<string, unknown>
    return [JSON.stringify({ result: envelope === null ? result : complete(result), jsonrpc: '2.0', id })]
  }

  return async (visit, body, request, response) => {
    const plain = Array.isArray(body) ? null : readPlain(body, request)
    if (plain === null) return false
    if (plain.name !== null && !isPlainTool(service.catalogue.find(plain.name))) return false
    if (plain.envelope !== null && !envelopes.has(plain.envelope)) {
      envelopes.learn(plain.envelope, response)
      return false
    }
    const answer = plain.name === null ? list(visit, plain) : await call(visit, plain.name, plain)
    if (!visit.hungUp.aborted) send(response, answer)
    return true
  }
}

type Parts = readonly (string | Buffer)[]

/** In one write. */
function send(response: ServerResponse, parts: Parts): void {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
  if (parts.length > 1) response.cork()
  for (const part of parts.slice(0, -1)) response.write(part)
  response.end(parts.at(-1))
}

/** Tools that neither ask their caller nor become tasks. */
const isPlainTool = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry.tool.preview === undefined && entry.tool.job === undefined

/** The parts of the request that a call may use, none of which exist here. */
const asker = ({ hungUp }: Visit, envelope: Plain['envelope']): AskedBy => ({
  mcpReq: {
    ...(envelope !== null && { envelope }),
    signal: hungUp,
    requestState: () => undefined,
    notify: () => Promise.resolve(),
  },
})

/** A message in which every key is understood here; null for all others. */
function readPlain(message: Message, { headers }: IncomingMessage): Plain | null {
  const { id, method, params = {} } = message
  if (!hasOnly(message, MESSAGE_KEYS) || message['jsonrpc'] !== '2.0' || !isRecord(params)) return null
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null
  const isCall = method === 'tools/call'
  if (!isCall && method !== 'tools/list') return null
  if (!hasOnly(params, isCall ? CALL_KEYS : LIST_KEYS) || params['_meta'] === null) return null
  const { name = null, arguments: given = {}, _meta: envelope = null } = params
  if (isCall ? typeof name !== 'string' || !isRecord(given) : name !== null) return null
  const revision = headers['mcp-protocol-version']
  if (envelope === null) {
    if (revision !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision))) return null
  } else {
    if (!isRecord(envelope) || !hasOnly(envelope, ENVELOPE_KEYS)) return null
    if (revision !== MODERN || envelope[PROTOCOL_VERSION_META_KEY] !== MODERN) return null
    if (headers['mcp-method'] !== method || (isCall && headers['mcp-name'] !== name)) return null
  }
  return { id: id as string | number, name: name as string | null, given: given as Plain['given'], envelope }
}

const MESSAGE_KEYS = new Set(['jsonrpc', 'id', 'method', 'params'])
const CALL_KEYS = new Set(['name', 'arguments', '_meta'])
const LIST_KEYS = new Set(['_meta'])
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  PROTOCOL_VERSION_META_KEY,
  CLIENT_INFO_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
])

function hasOnly(record: Record<string, unknown>, keys: ReadonlySet<string>): boolean {
  for (const key in record) if (!keys.has(key)) return false
  return true
}
