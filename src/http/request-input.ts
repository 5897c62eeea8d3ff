import type { Request } from 'express'
import { AppError } from '../errors.ts'
import { parseBracketForm } from '../lib/bracket-form.ts'

/** Parameters of a request as plain values, whatever form they came in. */
export type RawInput = Record<string, unknown>

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/
const CSV_TYPE = 'text/csv'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'
/** Deeper JSON is no parameter of ours, and expensive to walk. */
const MAX_JSON_DEPTH = 32

/** The query of a request; express calls it once a request (`query parser`). */
export const parseQuery = (text: string | undefined): RawInput => (text ? parseBracketForm(text) : {})

/**
 * Reads the body of a POST, PUT or DELETE: JSON, forms with brackets, or JSON under no or a plain type; CSV where there
 * is a reader for it.
 * @throws AppError payload_too_large, unsupported_media_type, malformed_json.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  readCsv?: (text: string) => RawInput,
): Promise<RawInput> {
  const bytes = await readBytes(request, maxBytes).catch((error: unknown) => {
    throw error instanceof AppError ? error : malformed(error) // the client went away, or broke off in the middle
  })
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (text.trim() === '') return {}
  if (!/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw unsupported()
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (JSON_TYPE.test(type) || type === '' || type === 'text/plain') return parseJsonObject(text)
  if (type === CSV_TYPE && readCsv !== undefined) return readCsv(text)
  const looksLikeJson = text.trimStart().startsWith('{')
  if (type === FORM_TYPE) return looksLikeJson ? parseJsonObject(text) : parseBracketForm(text)
  if (type === MULTIPART_TYPE) return looksLikeJson ? parseJsonObject(text) : parseMultipart(request, bytes)
  throw unsupported()
}

const unsupported = () =>
  new AppError('unsupported_media_type', 'Send application/json or a form body, not compressed.')

const malformed = (cause?: unknown) =>
  new AppError('malformed_json', 'The request body is not a valid JSON object.', { cause })

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new AppError('payload_too_large', `The request body is larger than ${maxBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parseJsonObject(text: string): RawInput {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw malformed(error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeeperThan(value, MAX_JSON_DEPTH))
    throw malformed()
  return value as RawInput
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((item) => isDeeperThan(item, depth - 1))
}

/** Multipart without files: its fields are read like those of a plain form. */
async function parseMultipart(request: Request, bytes: Buffer): Promise<RawInput> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(bytes), { headers }).formData().catch(() => null)
  if (form === null) throw unsupported()
  const pairs: [string, string][] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw unsupported()
    pairs.push([name, value])
  }
  return parseBracketForm(new URLSearchParams(pairs).toString())
}
