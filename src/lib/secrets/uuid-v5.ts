import { createHash } from 'node:crypto'

/** The namespaces of RFC 9562 6.6. */
const NAMESPACES = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
}

/** The UUID of a name (version 5, RFC 9562 5.5): always the same for the same name. */
export function uuidOf(namespace: keyof typeof NAMESPACES, name: string): string {
  const space = Buffer.from(NAMESPACES[namespace].replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
