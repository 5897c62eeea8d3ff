/** The type of an image by its first bytes; the server's declaration is ignored. */
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'ico' | 'svg'

/** Of a stored logo, in pixels. */
export const MAX_SIDE = 512

const SVG_HEAD_BYTES = 4_096

export function imageKind(bytes: Buffer): ImageKind | null {
  if (bytes.length < 16) return null
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'jpeg'
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && /^avi[fs]/.test(bytes.toString('latin1', 8, 12))) return 'avif'
  if (bytes.readUInt32LE(0) === 0x00010000) return 'ico'
  const head = bytes
    .toString('utf8', 0, SVG_HEAD_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return /^<(?:\?xml|!--|svg[\s>]|!DOCTYPE\s+svg)/i.test(head) && /<svg[\s>]/i.test(head) ? 'svg' : null
}

/** Entities, embedded documents and programs, and filters, some of which occupy a processor for minutes. */
const REFUSED =
  /<!ENTITY|<!DOCTYPE[^>]*\[|<\?xml-stylesheet|@import|<(?:[\w.-]+:)?(?:foreignObject|script|filter|fe[a-z]+)[\s/>]|(?<![\w-])filter\s*[:=]/i
/** In another encoding the same bytes may mean something else. */
const OTHER_ENCODING = /^\s*<\?xml[^>]*\bencoding\s*=\s*["'](?!(?:utf-8|us-ascii|iso-8859-1|windows-1252)["'])/i

/**
 * Whether an SVG is self-contained and cheap to draw: no entities, other files, embedded documents, scripts or filters.
 * Anything else is not rendered. `data:` and `#fragment` references are allowed.
 */
export function isSelfContainedSvg(text: string): boolean {
  if (REFUSED.test(text) || OTHER_ENCODING.test(text.replace(/^\uFEFF/, ''))) return false
  for (const [, , reference = ''] of text.matchAll(/(?:xlink:)?(?:href|src)\s*=\s*(["'])\s*([^"']{0,200})/gi))
    if (!/^(?:#|data:image\/(?:png|jpe?g|gif|webp);|$)/i.test(reference) && !isLink(text, reference)) return false
  for (const [, reference = ''] of text.matchAll(/url\(\s*["']?\s*([^"')]{0,200})/gi))
    if (!/^(?:#|data:)/i.test(reference)) return false
  return true
}

/** An `<a>` inside a drawing is never followed. */
const isLink = (text: string, reference: string): boolean => {
  const at = text.indexOf(reference)
  return /<a\s[^<>]*$/i.test(text.slice(Math.max(0, at - 500), at))
}
