import { dropMarks } from '../../lib/text/fold-text.ts'

/** A reply in comparable form: lower case without diacritics, and without parts that vary (addresses, links, names). */

export interface ReplyWords {
  /** The text in which phrases are looked for. */
  text: string
  /** Host and query of each link, lower case: list names and provider tokens, never the path. */
  links: string
  /** RFC 3463: from the reply, or as `#5.1.1` or in the middle of its text. */
  enhanced: string | null
}

export interface ReplyParts {
  code: number
  enhanced: string | null
  lines: readonly string[]
  mx?: string | null
  sender?: string | null
  recipient?: string | null
}

/** Longer replies only repeat themselves. */
const MAX_TEXT = 1_000
const LINK = /\b(?:https?:\/\/|www\.)([^\s/?#<>"')\]]+)([^\s<>"')\]]*)/g
const ADDRESS = /<?[^\s<>"'()[\],;:@]{1,64}@[a-z\d.-]{0,200}[a-z\d]>?/g
const IP = /\[?\b(?:\d{1,3}\.){3}(?:\d{1,3}|x)\b\]?|\[?\b(?:ipv6:)?[\da-f]{1,4}(?::[\da-f]{0,4}){3,7}\b\]?/g
/** Two dots, or one dot before an ending that is not an English word. */
const HOST =
  /\b[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63}){1,6}\.[a-z]{2,18}\b|\b[a-z\d-]+\.(?:com|net|org|info|edu|gov|test|example|jp|de|fr|uk|br|cn|ru)\b/g
const ENHANCED_INSIDE = /(?:^|[\s#(])([245]\.\d{1,2}\.\d{1,3})(?=[\s).,:;-]|$)/
/** Postfix begins every refusal at RCPT with it, so only what follows counts. */
const REFUSAL_PREFIX = /\brecipient address(?:es)? rejected ?: ?(?=[^\s:.])/

export function replyWords({ code, enhanced, lines, mx, sender, recipient }: ReplyParts): ReplyWords {
  let text = dropMarks(lines.join(' ').slice(0, MAX_TEXT))
  const found = enhanced ?? ENHANCED_INSIDE.exec(text)?.[1] ?? null
  text = masked(text, recipient, '<rcpt>')
  text = masked(text, sender, '<sender>')
  if (mx !== undefined && mx !== null && mx !== '') text = text.replaceAll(mx.toLowerCase(), '<host>')
  let links = ''
  if (text.includes('/') || text.includes('www.')) {
    text = text.replace(LINK, (_, host: string, rest: string) => {
      const query = rest.indexOf('?')
      links += ` ${host}${query < 0 ? '' : rest.slice(query)}`
      return '<url>'
    })
  }
  if (text.includes('@')) text = text.replace(ADDRESS, '<addr>')
  if (text.includes('.') || text.includes(':')) text = text.replace(IP, '<ip>').replace(HOST, '<host>')
  return { text: withoutCodes(text, code).replace(REFUSAL_PREFIX, ''), links, enhanced: found }
}

/** Servers repeat the code and the enhanced code in every line. */
function withoutCodes(text: string, code: number): string {
  return text
    .replaceAll(new RegExp(`(?:^|(?<=\\s))${code}[- ]|[#(]*\\b[245]\\.\\d{1,2}\\.\\d{1,3}\\b\\)?`, 'g'), ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Masks an address wherever it occurs, and its local part only where it is quoted. */
function masked(text: string, address: string | null | undefined, mask: string): string {
  if (address === undefined || address === null || address === '') return text
  const full = address.toLowerCase()
  const local = full.slice(0, full.lastIndexOf('@'))
  let result = text.replaceAll(`<${full}>`, mask).replaceAll(full, mask)
  for (const [open, close] of QUOTES) result = result.replaceAll(`${open}${local}${close}`, mask)
  return result
}

const QUOTES = [
  ['<', '>'],
  ["'", "'"],
  ['"', '"'],
  ['[', ']'],
] as const
