import type { Request } from 'express'
import { AppError } from '../errors.ts'
import { readPatiently } from '../lib/input/body-deadline.ts'
import type { Patience } from '../lib/input/body-deadline.ts'
import { Upload, WORKBOOK_TYPE } from '../lib/input/upload.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/process/clock.ts'

/** A body that is passed on as it arrives, instead of parameters. */
const FILE_TYPES = new Set([
  'text/csv',
  'text/tab-separated-values',
  'application/octet-stream',
  // Programs write pages and XML into files that they call .xls.
  'application/vnd.ms-excel',
  'text/html',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
  'text/markdown',
  // RFC 9512, and what programs said before it.
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
  ...['ndjson', 'x-ndjson', 'jsonl', 'x-jsonlines', 'geo+json'].map((name) => `application/${name}`),
  WORKBOOK_TYPE,
  ...['zip', 'x-zip-compressed', 'gzip', 'x-gzip'].map((name) => `application/${name}`),
])

/** What people send that have a file of another kind. */
const NO_PARAMETERS = /compressed|excel|officedocument|opendocument/

/**
 * The body as an upload; null if its type says that it contains parameters.
 * @throws AppError payload_too_large, unsupported_media_type; the former also while it is read.
 */
export function uploadOf(request: Request, maxBytes: number): Upload | null {
  const { headers } = request
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!FILE_TYPES.has(type)) {
    if (NO_PARAMETERS.test(type)) throw new AppError('unsupported_media_type', OTHER_KIND)
    return null
  }
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw new AppError('unsupported_media_type', 'Send the file uncompressed.')
  const length = headers['content-length'] ?? 'unknown'
  if (Number(length) > maxBytes) throw tooLarge(maxBytes)
  return new Upload(limited(request, maxBytes), `length ${length}`)
}

const OTHER_KIND = `Send the file as text/csv, or as a workbook (.xlsx) under ${WORKBOOK_TYPE}.`

/** Runs `then` once nobody waits for the answer to a request any more. */
export function onceOver({ res: response }: Request, then: () => void): void {
  if (response === undefined || response.closed) then()
  else response.once('close', then)
}

/** A large file over a slow line takes hours; a working line delivers something every minute. */
const PATIENCE: Patience = { idleMs: MINUTE_MS, totalMs: 6 * HOUR_MS }

async function* limited(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of readPatiently(request, PATIENCE)) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The request body is larger than ${maxBytes} bytes.`)
