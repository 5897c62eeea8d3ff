import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Request } from 'express'
import { holdBodyTime } from '../lib/input/body-deadline.ts'
import type { BodyRules } from '../api/api-door.ts'
import { onceOver } from '../api/request-upload.ts'
import { AppError } from '../errors.ts'
import { formGauge, jsonGauge, MAX_JSON_SPACE, multipartGauge } from '../lib/input/body-gauge.ts'
import type { BodyGauge, BodyProblem } from '../lib/input/body-gauge.ts'
import { bracketFormOf, MAX_PAIRS, parseBracketForm } from '../lib/input/bracket-form.ts'
import { formPairs } from '../lib/input/form-pairs.ts'
import { WORKBOOK_TYPE } from '../lib/input/upload.ts'
import { heapText } from '../lib/input/heap-text.ts'
import { giveBack, givingBack, joinedChunks } from '../lib/input/spent-bytes.ts'
import { createTurns } from '../lib/process/turns.ts'
import type { Turns } from '../lib/process/turns.ts'
import { otherEncoding, readMultipart, unsupported } from './multipart-form.ts'

/** Parameters of a request as plain values, in whatever form they arrived. */
export type RawInput = Record<string, unknown>

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/
const ROWS_TYPES = new Set(['text/csv', WORKBOOK_TYPE])
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'

/** Deeper JSON cannot be one of our parameters, and is expensive to walk. */
const MAX_JSON_DEPTH = 32
/** Objects with many keys are slow to create and to copy. */
const MAX_JSON_KEYS = 10_000

/** Larger bodies take turns until they are answered, so that their contents never fill the memory together. */
const LARGE_BYTES = 262_144
const LARGE_AT_ONCE = { total: 4, perParty: 1 }

export type ReadBody = (request: Request, rules: BodyRules) => Promise<RawInput>

/** The query of a request; Express calls it each time `request.query` is read (`query parser`). */
export const queryParameters = (text: string | undefined): RawInput => (text ? parseBracketForm(text) : {})

/**
 * Reads the bodies of all requests of a server: POST, PUT or DELETE with JSON, with bracket forms, or with JSON under no type
 * or a plain one; also CSV or a workbook where the route reads rows. A body is measured while it arrives, and parsed only if it is within all
 * limits.
 * @throws AppError payload_too_large, unsupported_media_type, malformed_json.
 */
export function createBodyReader(): ReadBody {
  const largeBodies = createTurns(LARGE_AT_ONCE)
  return async (request, rules) => {
    const leaves: (() => void)[] = []
    const leave = (): void => leaves.forEach((each) => each())
    try {
      const input = await read(request, rules, bytesOf(request, rules, largeBodies, leaves))
      onceOver(request, leave)
      return input
    } catch (error) {
      leave()
      throw error
    }
  }
}

async function read(request: Request, rules: BodyRules, bytes: AsyncIterable<Uint8Array>): Promise<RawInput> {
  const type = typeOf(request)
  if (ROWS_TYPES.has(type) && rules.readCsv !== undefined && !isEncoded(request))
    return rules.readCsv(givingBack(bytes))
  const chunks: Uint8Array[] = []
  try {
    const form = await gather(request, rules, bytes, chunks)
    if (form === null) return {}
    if (form.name === 'multipart') return await readMultipart(request.headers['content-type'] ?? '', chunks)
    if (form.name === 'form') return formOf(joinedChunks(chunks))
    const text = jsonText(chunks)
    if (text.length > LARGE_BYTES) await nextTurn()
    return parseJsonObject(text)
  } finally {
    for (const chunk of chunks) giveBack(chunk)
  }
}

/**
 * Collects everything but white space outside V8's heap: text arriving in pieces would be moved by the collector, and kept.
 * @returns the kind of body; null if nothing arrived
 */
async function gather(
  request: Request,
  rules: BodyRules,
  bytes: AsyncIterable<Uint8Array>,
  chunks: Uint8Array[],
): Promise<Form | null> {
  let form: Form | null = null
  for await (const chunk of bytes) {
    form ??= kindOf(request, rules, chunk)
    if (form === null) {
      giveBack(chunk)
      continue
    }
    chunks.push(chunk)
    const problem = form.gauge.push(chunk)
    if (problem !== null) throw refusalOf(problem, form.name, rules)
  }
  return form
}

/**
 * Without the white space and the byte order mark in front, part of which may have come in a separate chunk. The chunks are
 * empty afterwards.
 * @throws AppError malformed_json for anything but UTF-8 (RFC 8259 8.1), whatever charset a header names
 */
function jsonText(chunks: Uint8Array[]): string {
  try {
    return heapText(spentPieces(chunks.splice(0)), { fatal: true })
  } catch (cause) {
    throw new AppError('malformed_json', 'The JSON in the request body is not in UTF-8.', { cause })
  }
}

function* spentPieces(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const [at, chunk] of chunks.entries()) {
    yield at === 0 ? chunk.subarray(startOf(chunk)) : chunk
    giveBack(chunk)
  }
}

const startOf = (bytes: Uint8Array): number => bytes.findIndex((byte) => !SPACE.has(byte))

/**
 * Pairs are separate texts, so the bytes are not needed afterwards.
 * @throws AppError malformed_json for anything but UTF-8
 */
function formOf(bytes: Buffer): RawInput {
  let pairs: [string, string][]
  try {
    pairs = formPairs(bytes)
  } catch (cause) {
    throw otherEncoding(cause)
  } finally {
    giveBack(bytes)
  }
  return bracketFormOf(pairs)
}

interface Form {
  name: 'json' | 'form' | 'multipart'
  gauge: BodyGauge
}

/** Determines by type and first letter what a body is; null while only white space has arrived. */
function kindOf(
  request: Request,
  { maxValues, maxKeys = MAX_JSON_KEYS, maxTextBytes }: BodyRules,
  chunk: Uint8Array,
): Form | null {
  const first = firstByte(chunk)
  if (first === null) return null
  if (isEncoded(request)) throw unsupported()
  const type = typeOf(request)
  const isForm = type === FORM_TYPE || type === MULTIPART_TYPE
  if ((isForm && first === BRACE) || JSON_TYPE.test(type) || type === '' || type === 'text/plain')
    return {
      name: 'json',
      gauge: jsonGauge({ maxDepth: MAX_JSON_DEPTH, maxKeys, maxValues, maxTextBytes }),
    }
  if (type === FORM_TYPE) return { name: 'form', gauge: formGauge(MAX_PAIRS) }
  if (type === MULTIPART_TYPE) return { name: 'multipart', gauge: multipartGauge(boundaryOf(request), MAX_PAIRS + 1) }
  throw unsupported()
}

const BRACE = 0x7b
/** White space in JSON (RFC 8259 2), and the bytes of a byte order mark. */
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])

function firstByte(chunk: Uint8Array): number | null {
  for (const byte of chunk) if (!SPACE.has(byte)) return byte
  return null
}

const typeOf = ({ headers }: Request): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** @throws AppError unsupported_media_type if there is none. */
function boundaryOf({ headers }: Request): string {
  const [, quotedOne, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(headers['content-type'] ?? '') ?? []
  const boundary = quotedOne ?? plain
  if (boundary === undefined) throw unsupported()
  return boundary
}

const isEncoded = ({ headers }: Request): boolean => !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')

const malformed = (cause?: unknown) =>
  new AppError('malformed_json', 'The request body is not a valid JSON object.', { cause })

function refusalOf(
  problem: BodyProblem,
  form: Form['name'],
  { maxValues, maxKeys = MAX_JSON_KEYS, maxTextBytes }: BodyRules,
): AppError {
  if (problem === 'too_deep') return malformed()
  if (problem === 'long_text')
    return new AppError('payload_too_large', `A string in the request body is longer than ${maxTextBytes} bytes.`)
  if (problem === 'long_space')
    return new AppError(
      'payload_too_large',
      `The request body has more than ${MAX_JSON_SPACE} bytes of space in a row.`,
    )
  const [count, what] =
    form === 'form' ? [MAX_PAIRS, 'fields'] : problem === 'too_many_keys' ? [maxKeys, 'keys'] : [maxValues, 'values']
  return new AppError('payload_too_large', `The request body has more than ${count} ${what}.`)
}

/** The body as it arrives, up to its limit; a large one waits until few others are being read. */
async function* bytesOf(
  request: Request,
  { maxBytes, sender, early, signal }: BodyRules,
  largeBodies: Turns,
  leaves: (() => void)[],
): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new AppError('payload_too_large', `The request body is larger than ${maxBytes} bytes.`)
  if (early !== null) {
    yield early
    return
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  let size = 0
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      if (size > LARGE_BYTES && leaves.length === 0)
        leaves.push(await largeTurn(largeBodies, request, { sender, signal }))
      yield chunk
    }
  } catch (error) {
    throw error instanceof AppError ? error : malformed(error) // the client left or broke off in the middle
  }
}

/** Waiting for others does not count as being late. */
async function largeTurn(
  largeBodies: Turns,
  request: Request,
  { sender, signal }: Pick<BodyRules, 'sender' | 'signal'>,
): Promise<() => void> {
  const goOn = holdBodyTime(request)
  const leave = await largeBodies.take(sender, signal)
  goOn()
  if (leave === null) throw malformed() // no client waits for the answer
  return leave
}

function parseJsonObject(text: string): RawInput {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  return value as RawInput
}
