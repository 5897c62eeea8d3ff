import { PROTOCOL_VERSION_META_KEY, ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server'
import { quoted } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { hasMeta, idOf } from './message-body.ts'
import type { Message } from './message-body.ts'
import { rpcRefusal } from './mount-replies.ts'
import type { Refusal } from './mount-replies.ts'

/** Methods whose parameters are validated here. The SDK would report wrong ones as internal errors, in its validator's words. */
const SHAPES: ReadonlyMap<unknown, keyof typeof specTypeSchemas> = new Map([
  ['initialize', 'InitializeRequest'],
  ['tools/call', 'CallToolRequest'],
  ['prompts/get', 'GetPromptRequest'],
  ['resources/read', 'ReadResourceRequest'],
  ['completion/complete', 'CompleteRequest'],
  ['tools/list', 'ListToolsRequest'],
  ['prompts/list', 'ListPromptsRequest'],
  ['resources/list', 'ListResourcesRequest'],
  ['resources/templates/list', 'ListResourceTemplatesRequest'],
])

/** Lists: none of them has a second page. */
const LISTS: ReadonlySet<unknown> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
])

/** Refuses parameters that do not fit the method (JSON-RPC 2.0 section 5.1), and names the first wrong one. */
export function refuseParams(body: Message | Message[]): Refusal | null {
  for (const message of [body].flat()) {
    const wrong = wrongParameter(message)
    if (wrong !== null) return rpcRefusal(400, { code: ProtocolErrorCode.InvalidParams, message: wrong }, idOf(body))
  }
  return null
}

/** True of nearly all calls: validating each of them with a schema would cost more than everything else here. */
const isPlainCall = ({ method, params }: Message): boolean =>
  method === 'tools/call' &&
  isRecord(params) &&
  typeof params['name'] === 'string' &&
  isRecord(params['arguments']) &&
  (params['_meta'] === undefined || isRecord(params['_meta']))

/** What the SDK's schemas call the types that parameters can have. */
const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['record', 'an object'],
  ['object', 'an object'],
  ['string', 'a string'],
])

/** A sentence about the first wrong parameter. */
function wrongParameter(message: Message): string | null {
  if (isPlainCall(message)) return null
  const shape = SHAPES.get(message['method'])
  // On 2026-07-28, `initialize` is never right, whatever its parameters: the SDK says that there is no such method.
  if (shape === undefined || (shape === 'InitializeRequest' && hasMeta(message, PROTOCOL_VERSION_META_KEY))) return null
  const read = specTypeSchemas[shape]['~standard'].validate(message)
  if (read instanceof Promise) return null
  if (read.issues === undefined) return foreignCursor(message)
  const [issue] = read.issues
  const keys = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  const place = quoted(keys.join('.') || 'params')
  const type = TYPES.get((issue as { expected?: unknown } | undefined)?.expected)
  return type === undefined ? `${place} is missing or of the wrong type.` : `${place} must be ${type}.`
}

/** Every cursor but an empty one was made by another server (MCP, "Pagination", error handling). */
function foreignCursor({ method, params }: Message): string | null {
  if (!LISTS.has(method) || !isRecord(params) || (params['cursor'] ?? '') === '') return null
  return 'params.cursor is unknown: lists have a single page here. Leave it out.'
}
