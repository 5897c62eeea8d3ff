import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { UnreadableFile } from '../packed/unreadable-file.ts'
import { rowsInside } from './rows-inside.ts'

export interface UnpackOrder {
  /** The packed file. */
  from: string
  /** Where its contents go. */
  to: string
  maxBytes: number
}

/**
 * Unpacks a file in a thread of its own.
 * @returns what is wrong with the file, or null
 */
export default async function unpackFileTask({ from, to, maxBytes }: UnpackOrder): Promise<string | null> {
  try {
    await pipeline(atMost(rowsInside(from), maxBytes), createWriteStream(to, { mode: 0o600 }))
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message
    throw error
  }
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > most) throw new UnreadableFile('The file is too large once it is unpacked.')
    yield chunk
  }
}
