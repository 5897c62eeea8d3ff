/** Literals of inline scripts: the small part of the grammar (ECMA-262 12.9) that address decoders consist of. */

export interface Literal {
  value: string
  /** Offset after the literal. */
  end: number
}

const ESCAPE = /\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[0-3]?[0-7]{1,2}|\r\n|[^])/gi
const CONTROL = new Map(Object.entries({ n: '\n', t: '\t', r: '\r', b: ' ', f: ' ', v: ' ', '\n': '', '\r\n': '' }))
/** A longer literal is a document of its own and is not read. */
const MAX_LITERAL = 65_536

/** Resolves the escapes of a script or JSON string. */
export function unescapeScript(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, resolveEscape)
}

function resolveEscape(escape: string): string {
  const body = escape.slice(1)
  if (/^[0-7]/.test(body)) return String.fromCharCode(Number.parseInt(body, 8))
  const hex = /^[ux]\{?([0-9a-f]+)/i.exec(body)?.[1]
  if (hex === undefined || body.length < 3) return CONTROL.get(body) ?? body
  const point = Number.parseInt(hex, 16)
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point)
}

/** The string literal that begins with the quote at `start`; null if it does not end, or not on its line (templates may). */
export function readString(source: string, start: number): Literal | null {
  const quote = source.charCodeAt(start)
  const ceiling = Math.min(source.length, start + MAX_LITERAL)
  for (let index = start + 1; index < ceiling; index++) {
    const code = source.charCodeAt(index)
    if (code === 0x5c) index++
    else if (code === quote) return { value: unescapeScript(source.slice(start + 1, index)), end: index + 1 }
    else if (code === 0x0a && quote !== 0x60) return null
  }
  return null
}

const NUMBER = /(?:0x[0-9a-f]{1,6}|\d{1,7})(?![\w.])/iy
const NAME = /[A-Za-z_$][\w$]{0,63}(?:\.[A-Za-z_$][\w$]{0,63}){0,4}/y
const PATTERN = /\/((?:[^/\\\n[]|\\.|\[[^\]\n]{0,40}\]){1,40})\/[gimuy]{0,4}/y

/** Asked around every name of a script, where nearly always nothing or one blank is. */
export function skipBlanks(source: string, from: number): number {
  let at = from
  while (isBlank(source.charCodeAt(at))) at++
  return at
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

export const readName = (source: string, from: number): string | null => sticky(NAME, source, from)

export function readNumber(source: string, from: number): { value: number; end: number } | null {
  const digits = isDigit(source.charCodeAt(from)) ? sticky(NUMBER, source, from) : null
  return digits === null ? null : { value: Number(digits), end: from + digits.length }
}

/** A short regular expression that matches plain text (`/\[at\]/g`): its text; null for any other. */
export function readPlainPattern(source: string, from: number): Literal | null {
  const literal = sticky(PATTERN, source, from)
  if (literal === null) return null
  const body = literal.slice(1, literal.lastIndexOf('/'))
  const plain = body.replace(/\\([^\w\s])/g, '')
  if (/[[\](){}*+?|^$\\.]/.test(plain)) return null
  return { value: body.replace(/\\([^\w\s])/g, '$1'), end: from + literal.length }
}

function sticky(expression: RegExp, source: string, from: number): string | null {
  expression.lastIndex = from
  return expression.exec(source)?.[0] ?? null
}
