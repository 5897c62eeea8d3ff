import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import type { Request } from 'express'
import { AppError } from '../errors.ts'
import { readPatiently } from '../lib/input/body-deadline.ts'
import { bracketFormOf } from '../lib/input/bracket-form.ts'
import { Upload } from '../lib/input/upload.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/process/clock.ts'

const MAX_FIELDS = 100
const MAX_FIELD_BYTES = 100_000
/** Like the uploads of `/v2`. */
const PATIENCE = { idleMs: MINUTE_MS, totalMs: 6 * HOUR_MS }

interface UploadForm {
  fields: Record<string, unknown>
  /** Null if no file was chosen. */
  file: Upload | null
}

/**
 * A form with a file (RFC 7578), which is passed on as it arrives: fields come before it, anything after it is not read.
 * @throws AppError unsupported_media_type, payload_too_large; the latter also while the file is read.
 */
export async function uploadForm(request: Request, maxBytes: number): Promise<UploadForm> {
  const parser = parserOf(request, maxBytes)
  const pairs: [string, string][] = []
  const { promise, resolve, reject } = Promise.withResolvers<{ stream: Readable; name: string } | null>()
  const refused = new AbortController()
  let isFound = false
  /** Anything after the file is ignored. */
  const refuse = (error: AppError): void => {
    reject(error)
    if (!isFound) refused.abort()
  }
  parser
    .on('field', (name, value) => void pairs.push([name, value]))
    .on('file', (_, stream, name) => {
      isFound = true
      resolve({ stream, name })
    })
    .on('fieldsLimit', () => refuse(tooLarge(maxBytes)))
    .on('partsLimit', () => refuse(tooLarge(maxBytes)))
    .on('error', (error: unknown) => refuse(unsupported(error)))
    .on('finish', () => resolve(null))
  void feed(request, parser, refused.signal).catch((error: unknown) => {
    reject(error)
    parser.destroy()
  })
  const found = await promise
  const fields = bracketFormOf(pairs)
  if (found === null) return { fields, file: null }
  const { stream, name } = found
  if (name === '') {
    stream.resume() // no file was chosen
    return { fields, file: null }
  }
  const length = request.headers['content-length'] ?? 'unknown'
  return {
    fields: { ...fields, file_name: asNamed(name) },
    file: new Upload(whole(stream, maxBytes), `length ${length}`),
  }
}

/** Browsers write these three so, and nothing else, in the name of a file (HTML, 4.10.21.8). */
const asNamed = (name: string): string => name.replaceAll('%22', '"').replaceAll(/%0D%0A|%0[DA]/g, ' ')

/** At the pace of the file's reader, and with turns for other work: a piece may contain thousands of parts. */
async function feed(request: Request, parser: BusboyInstance, refused: AbortSignal): Promise<void> {
  for await (const chunk of readPatiently(request, PATIENCE)) {
    if (!parser.write(chunk)) await once(parser, 'drain', { signal: refused })
    await nextTurn()
    if (refused.aborted) return void parser.destroy()
  }
  parser.end()
}

async function* whole(stream: Readable & { truncated?: boolean }, maxBytes: number): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield chunk as Uint8Array
  if (stream.truncated === true) throw tooLarge(maxBytes)
}

function parserOf({ headers }: Request, maxBytes: number): BusboyInstance {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw unsupported()
  if (Number(headers['content-length'] ?? 0) > maxBytes + MAX_FIELD_BYTES) throw tooLarge(maxBytes)
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fileSize: maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, parts: MAX_FIELDS + 2 },
    })
  } catch (error) {
    throw unsupported(error)
  }
}

const unsupported = (cause?: unknown): AppError =>
  new AppError('unsupported_media_type', 'Choose a file and send the form again.', { cause })

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`)
