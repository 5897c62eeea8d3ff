import { Buffer } from 'node:buffer'
import process from 'node:process'

/**
 * From standard input and output to `POST /mcp` and back, for hosts that start a program instead of opening an address. It
 * knows no tools; it passes messages of every revision on, one per line. This file imports nothing from Quarry, because the
 * bundle for desktop hosts is made from it alone.
 */

export interface BridgeTarget {
  /** Where messages are posted: http or https, with options (`?toolsets=…`). */
  url: string
  /** Sent as `X-API-KEY`; null if none was given. */
  key: string | null
}

export interface BridgeEnds {
  /** Bytes of lines. */
  input: AsyncIterable<Uint8Array>
  /** Takes one message without its line ending. */
  write: (line: string) => Promise<void>
  /** May take a while: messages wait for it. Rejects with a sentence. */
  target: Promise<BridgeTarget>
  /** Ends the bridge and everything in progress. */
  signal: AbortSignal
}

/** More than `/mcp` accepts; a longer line is not a message of a host. */
const MAX_LINE_BYTES = 1024 * 1024
/** Limit of a message on its way back; answers are at most a fifth of a megabyte. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
const MAX_UNDER_WAY = 64
/** Counted from the end of the input. Hosts that want it sooner end the process with a signal. */
const LAST_ANSWERS_MS = 5_000

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
const PARSE_ERROR = -32_700
const REFUSED = -32_000

type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Passes messages on until the input ends, then waits a moment for the last answers. */
export async function runBridge({ input, write, target, signal }: BridgeEnds): Promise<void> {
  const underWay = new Map<unknown, { asked: AbortController; done: Promise<void> }>()
  const session = { revision: null as string | null }
  const all = new AbortController()
  const ending = AbortSignal.any([signal, all.signal])
  target.catch(() => undefined) // the answer to each message says why

  const handOn = async (body: Json | Json[], asked: AbortController): Promise<void> => {
    const waiting = new Set(idsOf(body))
    try {
      const found = await target
      for await (const text of answersOf(found, body, session.revision, asked.signal)) {
        const answer: unknown = JSON.parse(text)
        if (isJson(body) && body['method'] === 'initialize') session.revision = negotiated(answer) ?? session.revision
        for (const each of [answer].flat()) if (isJson(each) && !('method' in each)) waiting.delete(each['id'])
        await write(JSON.stringify(answer))
      }
      if (waiting.size > 0) throw new Error(lost(found.url))
    } catch (error) {
      if (asked.signal.aborted) return
      const said = error instanceof Said ? error.error : { code: REFUSED, message: sentenceOf(error) }
      for (const id of waiting) await write(failure(id, said))
    }
  }

  const take = (body: Json | Json[]): Promise<void> | void => {
    if (isJson(body) && body['method'] === 'notifications/cancelled') {
      const { requestId } = isJson(body['params']) ? body['params'] : {}
      return underWay.get(requestId)?.asked.abort()
    }
    const [id] = idsOf(body)
    if (underWay.size >= MAX_UNDER_WAY && id !== undefined)
      return write(
        failure(id, { code: REFUSED, message: `At most ${MAX_UNDER_WAY} messages can be in progress at once.` }),
      )
    const asked = new AbortController()
    const end = () => asked.abort()
    ending.addEventListener('abort', end, { once: true })
    const name = id ?? Symbol('a message without an answer')
    const done = handOn(body, asked).finally(() => {
      ending.removeEventListener('abort', end)
      underWay.delete(name)
    })
    underWay.set(name, { asked, done })
  }

  for await (const line of linesOf(input, signal)) {
    const body = line === null ? null : parsed(line)
    if (isJson(body) || (Array.isArray(body) && body.length > 0 && body.every(isJson))) await take(body)
    else await write(failure(null, { code: PARSE_ERROR, message: 'The line is not a JSON-RPC message.' }))
  }
  const last = Promise.all([...underWay.values()].map(({ done }) => done))
  // A server that is still starting has not received them yet.
  if (underWay.size > 0) await target.catch(() => undefined)
  const late = setTimeout(() => all.abort(), LAST_ANSWERS_MS)
  await last.finally(() => clearTimeout(late))
}

/**
 * Reserves standard output for messages: everything else is written to standard error.
 * @returns a function that writes a message, and waits while the host does not read.
 */
export function messagesOnly(): (line: string) => Promise<void> {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = ((...given: Parameters<typeof stderr.write>) => stderr.write(...given)) as typeof stdout.write
  stdout.on('error', () => process.exit()) // the host has left
  return async (line) => {
    if (!write(`${line}\n`)) await new Promise((resolve) => stdout.once('drain', resolve))
  }
}

/** An error already worded elsewhere. */
class Said extends Error {
  readonly error: unknown
  constructor(error: unknown) {
    super('said')
    this.error = error
  }
}

const failure = (id: unknown, error: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, error })

const idsOf = (body: Json | Json[]): unknown[] =>
  [body].flat().flatMap((each) => ('method' in each && 'id' in each ? [each['id']] : []))

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The revision the server chose in its answer to `initialize`. */
function negotiated(answer: unknown): string | null {
  const result = isJson(answer) ? answer['result'] : null
  const revision = isJson(result) ? result['protocolVersion'] : null
  return typeof revision === 'string' ? revision : null
}

/** The parts of the body that 2026-07-28 repeats in headers, or what older revisions send after `initialize`. */
function headersOf(body: Json | Json[], negotiatedBefore: string | null): Record<string, string> {
  if (Array.isArray(body)) return negotiatedBefore === null ? {} : { 'MCP-Protocol-Version': negotiatedBefore }
  const params = isJson(body['params']) ? body['params'] : {}
  const meta = isJson(params['_meta']) ? params['_meta'] : {}
  const revision = meta[PROTOCOL_VERSION]
  if (typeof revision !== 'string')
    return negotiatedBefore === null || body['method'] === 'initialize'
      ? {}
      : { 'MCP-Protocol-Version': negotiatedBefore }
  const name = params['name'] ?? params['uri'] ?? params['taskId']
  return {
    'MCP-Protocol-Version': headerText(revision),
    ...(typeof body['method'] === 'string' && { 'Mcp-Method': headerText(body['method']) }),
    ...(typeof name === 'string' && { 'Mcp-Name': headerText(name) }),
  }
}

/** Plain text unchanged; anything else in base64 between marks, as the revision requires. */
const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

/** Posts a message and yields the texts of the answers as they arrive. */
async function* answersOf(
  { url, key }: BridgeTarget,
  body: Json | Json[],
  revision: string | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(key !== null && { 'X-API-KEY': key }),
    ...headersOf(body, revision),
  }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual', signal })
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || response.status === 202) return response.body?.cancel()
  if (response.ok && type.startsWith('text/event-stream')) return yield* eventsOf(response.body)
  const text = await wholeOf(response.body)
  const answer = parsed(text)
  if (response.ok && answer !== null) return yield text
  throw new Said(refusalOf(response, answer, { url, key }))
}

/** A refusal that already is JSON-RPC is repeated; any other becomes a sentence. */
function refusalOf({ status, headers }: Response, answer: unknown, { url, key }: BridgeTarget): unknown {
  const place = placeOf(url)
  if (status === 401)
    return {
      code: REFUSED,
      message:
        key === null
          ? `Quarry at ${place} needs a key. Set QUARRY_KEY; "quarry keys create" creates one.`
          : `Quarry at ${place} does not know this key. Set QUARRY_KEY to an active key.`,
    }
  if (isJson(answer) && isJson(answer['error'])) return answer['error']
  if (status >= 300 && status < 400) {
    const location = headers.get('location')
    const there = location === null ? null : URL.parse(location, url)
    const advice = there === null ? '' : ` Use ${there.origin}${there.pathname} if that is your Quarry.`
    return { code: REFUSED, message: `${place} redirects elsewhere, and the key is not sent there.${advice}` }
  }
  const wait = Number(headers.get('retry-after') ?? Number.NaN)
  const again = Number.isFinite(wait) ? ` Try again in ${wait} seconds.` : ''
  return { code: REFUSED, message: `${place} answered with HTTP ${status} and no MCP message.${again}` }
}

const placeOf = (url: string): string => URL.parse(url)?.origin ?? 'that address'

const lost = (url: string): string =>
  `The connection to Quarry at ${placeOf(url)} was lost before it answered. The request may have been carried out: check before you repeat it.`

function sentenceOf(error: unknown): string {
  const { message = String(error), cause } = error instanceof Error ? error : {}
  const code = isJson(cause) || cause instanceof Error ? (cause as { code?: unknown }).code : undefined
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EHOSTUNREACH')
    return `Quarry does not answer (${code}). Start it, or set QUARRY_URL to where it runs.`
  if (message === 'fetch failed' || message === 'terminated')
    return 'The connection to Quarry was lost. The request may have been carried out: check before you repeat it.'
  return message
}

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > MAX_MESSAGE_BYTES) throw new Error('The answer is longer than any that Quarry sends.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The data of server-sent events (HTML Living Standard 9.2): each message as soon as its event is complete. */
async function* eventsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of linesOf(bytes, null, MAX_MESSAGE_BYTES)) {
    if (line === null) throw new Error('The answer is longer than any that Quarry sends.')
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    if (line !== '' || data.length === 0) continue
    const text = data.join('\n')
    data = []
    if (text !== '') yield text
  }
}

/**
 * Lines without their endings; null in place of one that is too long. Empty lines are yielded only in answers, not in the
 * host's input.
 */
async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | null,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = []
  let size = 0
  const whole = (): string | null => {
    const text = size > maxBytes ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    parts = []
    size = 0
    return text
  }
  const keep = (part: Uint8Array) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  }
  for await (const chunk of bytes) {
    if (signal?.aborted === true) return
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at))
      from = at + 1
      const line = whole()
      if (signal === null || line === null || line.trim() !== '') yield line
    }
    keep(chunk.subarray(from))
  }
  if (size > 0) yield whole()
}
