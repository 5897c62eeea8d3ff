import { setImmediate as nextTurn } from 'node:timers/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import { AppError } from '../errors.ts'
import { bracketFormOf, MAX_PAIRS } from '../lib/input/bracket-form.ts'

/** Bytes read at once; other work gets its turn in between. */
const PIECE_BYTES = 65_536
const MAX_NAME_BYTES = 1_000
const MAX_PART_HEADERS = 20

/**
 * Reads multipart without files (RFC 7578) like the fields of a plain form.
 * @throws AppError unsupported_media_type if it is not multipart or contains a file; payload_too_large for too many fields;
 * malformed_json for a field that is neither in UTF-8 nor in the charset it names.
 */
export async function readMultipart(type: string, chunks: readonly Uint8Array[]): Promise<Record<string, unknown>> {
  const pairs: [string, string][] = []
  let refusal: AppError | null = null
  const refuse = (error: AppError) => (refusal ??= error)
  const parser = parserOf(type)
  const ended = Promise.withResolvers<void>()
  parser
    .on('field', (name, value) => void pairs.push([name, value]))
    .on('file', (_name, file) => void (refuse(unsupported()), file.resume()))
    .on('filesLimit', () => void refuse(unsupported()))
    .on('fieldsLimit', () => void refuse(tooMany()))
    .on('partsLimit', () => void refuse(tooMany()))
    .on('error', () => {
      refuse(unsupported())
      ended.resolve()
    })
    .on('finish', () => ended.resolve())
  for (const piece of piecesOf(chunks)) {
    parser.write(piece)
    await nextTurn()
    if (refusal !== null) break
  }
  if (refusal === null) {
    parser.end()
    await ended.promise
  } else parser.destroy()
  if (refusal !== null) throw refusal as AppError
  if (pairs.some((pair) => pair.some(hasLostLetters)) && !isUtf8(chunks)) throw otherEncoding()
  return bracketFormOf(pairs)
}

/** The parser puts this where it could not read a letter; the sender may also have written it. */
const hasLostLetters = (text: string): boolean => text.includes('\ufffd')

function isUtf8(chunks: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const chunk of chunks) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: Infinity,
        fields: MAX_PAIRS,
        files: 0,
        parts: MAX_PAIRS + 1,
        headerPairs: MAX_PART_HEADERS,
      },
    })
  } catch {
    throw unsupported() // no boundary
  }
}

function* piecesOf(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES)
}

export const unsupported = () =>
  new AppError('unsupported_media_type', 'Send application/json or a form, uncompressed.')

const tooMany = () => new AppError('payload_too_large', `The request body has more than ${MAX_PAIRS} fields.`)

export const otherEncoding = (cause?: unknown) =>
  new AppError('malformed_json', 'The form in the request body is not in UTF-8.', { cause })
