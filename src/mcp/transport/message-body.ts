import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { jsonGauge, MAX_JSON_SPACE } from '../../lib/input/body-gauge.ts'
import type { BodyProblem } from '../../lib/input/body-gauge.ts'
import { heapTextOf } from '../../lib/input/heap-text.ts'
import { giveBack, joinedChunks } from '../../lib/input/spent-bytes.ts'
import { objectOf } from '../../lib/input/field-kinds.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { MAX_BODY_BYTES, tooLarge } from './mount-guards.ts'
import { RPC, rpcRefusal } from './mount-replies.ts'
import type { Refusal, RpcId } from './mount-replies.ts'

/** Deeper than any message of the protocol; deep nesting is expensive to walk. */
const MAX_NESTING = 32
/** For all messages of a body together: the thousand people of one call, with a dozen fields each. */
const MAX_KEYS = 15_000
const MAX_VALUES = 20_000

const gauge = () => jsonGauge({ maxDepth: MAX_NESTING, maxKeys: MAX_KEYS, maxValues: MAX_VALUES })

const PROBLEMS: Readonly<Record<BodyProblem, string>> = {
  too_deep: 'The body is nested too deeply.',
  too_many_keys: `The body has more than ${MAX_KEYS} keys.`,
  too_many_values: `The body has more than ${MAX_VALUES} values.`,
  long_text: 'The body contains a string that is too long.',
  long_space: `The body has more than ${MAX_JSON_SPACE} bytes of space in a row.`,
}

/** JSON-RPC batches exist in revision 2025-03-26 only. */
const BATCH_REVISION = '2025-03-26'
const MAX_BATCH = 20

export type Message = Record<string, unknown>
export type MessageBody = { ok: true; body: Message | Message[] } | { ok: false; refusal: Refusal }

/** Reads the body of a request: at most 256 KiB of JSON, one message or an allowed batch. */
export async function readMessageBody(request: IncomingMessage): Promise<MessageBody> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  if (!/^application\/json\s*(?:;|$)/i.test(type) || encoding !== 'identity')
    return refuse(415, RPC.refused, 'Send application/json, not compressed.')
  const bytes = await readBytes(request)
  if (bytes === null) return { ok: false, refusal: tooLarge() }
  const problem = gauge().push(bytes)
  if (problem !== null) return refuse(400, RPC.invalidRequest, PROBLEMS[problem])
  const text = isUtf8(bytes) ? heapTextOf(bytes) : null // JSON is UTF-8 (RFC 8259 8.1); replacement characters must not be stored
  giveBack(bytes)
  if (text === null) return refuse(400, RPC.parseError, 'The body is not in UTF-8.')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse(400, RPC.parseError, 'The body is not valid JSON.')
  }
  return Array.isArray(body) ? readBatch(body, request.headers['mcp-protocol-version']) : readSingle(body)
}

const refuse = (status: number, code: number, message: string): MessageBody => ({
  ok: false,
  refusal: rpcRefusal(status, { code, message }),
})

const isMessage = (value: unknown): value is Message => isRecord(value) && 'jsonrpc' in value

/**
 * Many serializers write `null` for what there is not: where the protocol has no null, it is as if it was left out. Some hosts pass
 * `arguments` on as a model wrote them: as JSON text.
 */
function asMeant({ params, ...message }: Message): Message {
  if (params === null || params === undefined) return message
  if (!isRecord(params)) return { ...message, params }
  const { arguments: given, ...others } = withoutNulls(params)
  const read = typeof given === 'string' ? readText(given) : given
  if (read === undefined) return { ...message, params: others }
  return { ...message, params: { ...others, arguments: isRecord(read) ? withoutNulls(read) : read } }
}

const withoutNulls = (record: JsonRecord): JsonRecord =>
  Object.values(record).includes(null)
    ? Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
    : record

/** The object in a text; undefined if it is blank. Any other text is returned unchanged, to be refused. */
function readText(text: string): unknown {
  if (text.trim() === '') return undefined
  return gauge().push(Buffer.from(text)) === null ? (objectOf(text) ?? text) : text
}

const readSingle = (body: unknown): MessageBody =>
  isMessage(body)
    ? { ok: true, body: asMeant(body) }
    : refuse(400, RPC.invalidRequest, 'The body is not a JSON-RPC message.')

function readBatch(body: unknown[], revision: string | string[] | undefined): MessageBody {
  if (revision !== undefined && revision !== BATCH_REVISION)
    return refuse(400, RPC.invalidRequest, 'This protocol revision does not support batches.')
  if (body.length === 0 || body.length > MAX_BATCH || !body.every(isMessage))
    return refuse(400, RPC.invalidRequest, `A batch must have 1 to ${MAX_BATCH} JSON-RPC messages.`)
  const ids = body.flatMap((message) => ('method' in message && 'id' in message ? [message['id']] : []))
  if (new Set(ids).size < ids.length)
    return refuse(400, RPC.invalidRequest, 'Each request of a batch needs an id of its own.')
  return { ok: true, body: body.map(asMeant) }
}

/** The bytes of a body, or null as soon as there are too many; the rest is then not read. */
function readBytes(request: IncomingMessage): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const chunks: Buffer[] = []
  let bytes = 0
  const read = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk)
    else settle(() => resolve(null))
  }
  const end = () => settle(() => resolve(joinedChunks(chunks)))
  const close = () => settle(() => reject(new Error('The connection closed before the body ended.')))
  const settle = (how: () => void) => {
    request.off('data', read).off('end', end).off('close', close).pause()
    how()
  }
  request.on('data', read).on('end', end).on('close', close)
  return promise
}

/** The methods called in a body. */
export const methodsOf = (body: Message | Message[]): ReadonlySet<string> =>
  new Set([body].flat().flatMap(({ method }) => (typeof method === 'string' ? [method] : [])))

/** Whether a message has `_meta` with this name. */
export function hasMeta({ params }: Message, name: string): boolean {
  const meta = isRecord(params) ? params['_meta'] : undefined
  return isRecord(meta) && Object.hasOwn(meta, name)
}

/** The id to repeat in an error about the whole body. */
export function idOf(body: Message | Message[]): RpcId {
  const id = Array.isArray(body) ? null : body['id']
  return typeof id === 'string' || typeof id === 'number' ? id : null
}
