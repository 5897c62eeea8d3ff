import { gunzipSync } from 'node:zlib'

/** Members longer than this, packed or unpacked, are read as a stream instead. */
export const MAX_MEMBER_BYTES = 32 * 1_024 * 1_024

const MAGIC = Buffer.from([0x1f, 0x8b, 0x08])

/**
 * Cuts the first member off a buffer that begins with one. Its end is not written anywhere: the next magic that inflates
 * without rest is it.
 * @param isWhole whether the buffer holds the rest of the file
 * @returns `more` when the member does not end in here, `large` when it is to be read as a stream, `damaged` when it
 * cannot be inflated.
 */
export function firstMember(
  buffer: Buffer,
  isWhole: boolean,
): { outcome: 'member'; bytes: Buffer; length: number } | { outcome: 'more' | 'large' | 'damaged' } {
  let from = MAGIC.length
  for (;;) {
    const next = buffer.indexOf(MAGIC, from)
    const length = next === -1 ? buffer.length : next
    if (next === -1 && !isWhole) return { outcome: 'more' }
    const inflated = inflate(buffer.subarray(0, length))
    if (inflated === 'damaged' || inflated === 'large') return { outcome: inflated }
    if (inflated !== 'short') return { outcome: 'member', bytes: inflated, length }
    if (next === -1) return { outcome: 'damaged' }
    from = next + 1
  }
}

/** @returns `short` when bytes are missing at the end, which a later magic may bring. */
function inflate(bytes: Buffer): Buffer | 'short' | 'large' | 'damaged' {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_MEMBER_BYTES })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') return 'large'
    return code === 'Z_BUF_ERROR' ? 'short' : 'damaged'
  }
}

/** Where the next readable member may begin after `from`; -1 when no magic is left. */
export const nextMagic = (buffer: Buffer, from: number): number => buffer.indexOf(MAGIC, from)

export const isGzip = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC)
