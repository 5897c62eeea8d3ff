import { z } from 'zod'
import { openContainer } from '../packed/container.ts'
import { UnreadableFile } from '../packed/unreadable-file.ts'
import { wantsTld, wholeNumber } from './chosen-captures.ts'
import type { CaptureChoice, IndexedCapture } from './chosen-captures.ts'

/** Per line; longer ones are skipped. */
const MAX_LINE_BYTES = 65_536

const Fields = z.object({
  url: z.string(),
  status: z.coerce.number().catch(0),
  mime: z.string().catch(''),
  'mime-detected': z.string().optional().catch(undefined),
  languages: z.string().catch(''),
  filename: z.string(),
  offset: z.unknown().transform(wholeNumber),
  length: z.unknown().transform(wholeNumber),
})

/**
 * The captures of a CDXJ index (`com,example)/team 20250304100000 {"url": …}`), plain or gzipped, whose domain is wanted.
 * Invalid lines are skipped.
 * @throws UnreadableFile, also if none of its lines is an index line
 */
export async function* cdxCaptures(path: string, choice: CaptureChoice): AsyncGenerator<IndexedCapture> {
  let [lines, indexed] = [0, 0]
  for await (const line of linesOf(await openContainer(path))) {
    if (line.trim() !== '') lines++
    if (INDEX_LINE.test(line)) indexed++
    const end = line.search(/[,)]/)
    if (end !== -1 && !wantsTld(choice, line.slice(0, end))) continue
    const capture = captureOf(line)
    if (capture !== null) yield capture
  }
  if (lines > 0 && indexed === 0) throw new UnreadableFile('The file contains no lines of a crawl index (CDXJ).')
}

/** A key, a time and an object. */
const INDEX_LINE = /^\S+ \d{1,14} \{/

function captureOf(line: string): IndexedCapture | null {
  const start = line.indexOf('{')
  if (start === -1) return null
  try {
    const { filename: file, 'mime-detected': detected, ...fields } = Fields.parse(JSON.parse(line.slice(start)))
    return { ...fields, file, mime: detected ?? fields.mime }
  } catch {
    return null
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
      if (end - from <= MAX_LINE_BYTES) yield rest.toString('utf8', from, end)
      from = end + 1
    }
    rest = rest.subarray(from)
    // The start of a line that is too long; its remainder is not a valid line either.
    if (rest.length > MAX_LINE_BYTES) rest = Buffer.alloc(0)
  }
  if (rest.length > 0) yield rest.toString('utf8')
}
