/**
 * The character table of the address reader: how far a local part extends to the left of an anchor and a domain to the right.
 * Both reads are bounded, so that any text takes linear time.
 */

/** RFC 5321 4.5.3.1 allows 64 octets; the rest is room for what the layout attached (a phone number, `u003e`). */
const MAX_LOCAL_READ = 64 + 24
/** RFC 1035 2.3.4 */
const MAX_DOMAIN_READ = 253

const LOCAL = 1
const DOMAIN = 2
const TABLE = new Uint8Array(128)
const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.'
for (const char of LETTERS_AND_DIGITS) TABLE[char.charCodeAt(0)] = LOCAL | DOMAIN
/** Of RFC 5322 atext only what mailboxes use in running text; the rest is punctuation there, and is read only in `mailto:`. */
for (const char of "_+'&") TABLE[char.charCodeAt(0)] = LOCAL

const DOT = 0x2e
/** Latin letters beyond ASCII form one word with ASCII; other scripts do not (`邮箱jo@…`). */
const isLatin = (code: number): boolean => code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7
const isOtherScript = (code: number): boolean => code > 0x24f && /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code))

const has = (code: number, kind: number): boolean => code < 128 && ((TABLE[code] ?? 0) & kind) !== 0

/**
 * Where the local part that ends at `end` (exclusive) begins; `end` itself if there is none, or if it is too long. A local part
 * has one script: the character before `end` decides which.
 */
export function localStart(text: string, end: number): number {
  const wide = end > 0 && isOtherScript(text.charCodeAt(end - 1))
  const floor = Math.max(0, end - MAX_LOCAL_READ)
  let start = end
  while (start > floor && continuesLocal(text.charCodeAt(start - 1), wide)) start--
  const cutShort = start === floor && floor > 0 && continuesLocal(text.charCodeAt(start - 1), wide)
  return cutShort ? end : start
}

const continuesLocal = (code: number, wide: boolean): boolean =>
  has(code, LOCAL) || (wide ? isOtherScript(code) : isLatin(code))

/**
 * Where the host name that begins at `start` ends (exclusive). A label that begins in Latin ends where another script begins.
 */
export function domainEnd(text: string, start: number): number {
  const ceiling = Math.min(text.length, start + MAX_DOMAIN_READ)
  let end = start
  let wide = false
  while (end < ceiling) {
    const code = text.charCodeAt(end)
    if (end === start || text.charCodeAt(end - 1) === DOT) wide = isOtherScript(code)
    if (!has(code, DOMAIN) && !isLatin(code) && !(wide && isOtherScript(code))) break
    end++
  }
  return end
}
