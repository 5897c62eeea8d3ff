import { decodeBase64 } from './deciphers.ts'
import { percentDecode } from './mailto.ts'
import { readName, readNumber, readPlainPattern, readString, skipBlanks } from '../page/script-tokens.ts'

/**
 * Reads the strings that an inline script would assemble, without running it: literals, `+`, variables assigned before,
 * `String.fromCharCode`, `unescape`, `atob`, joined arrays, and strings that are reversed or have parts replaced.
 */

/** A value being assembled; `made` says that the source does not contain it in this form. */
interface Term {
  value: string
  end: number
  made: boolean
  /** Items of an array literal. */
  items?: string[]
}

export interface ScriptString {
  value: string
  made: boolean
}

/** The variables known so far, by name. */
type Variables = Map<string, string>

/** Stands for a value known only to the running script; no address contains it. */
const UNKNOWN = '\u0000'
const MAX_PARTS = 60
/** Longer values are cut: a paragraph with a link fits. */
const MAX_VALUE = 4_096
/** Characters of all values together. */
const MAX_TOTAL = 1_000_000
const MAX_REPLACEMENT = 64
const MAX_VARIABLES = 1_000
const MAX_NESTING = 4
const MAX_ITEMS = 300

/** The next position where a value or a name may begin; comments are skipped. */
const NEXT = /["'`A-Za-z_$]|\[(?=\s{0,4}["'\d])|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g

/**
 * All strings of a script in order of appearance, and its variables as they are at the end.
 * @param source limited in length by the caller
 */
export function readScriptStrings(source: string): { strings: ScriptString[]; variables: ReadonlyMap<string, string> } {
  const strings: ScriptString[] = []
  const variables: Variables = new Map()
  const next = new RegExp(NEXT)
  let total = 0
  for (let match = next.exec(source); match !== null && total < MAX_TOTAL; match = next.exec(source)) {
    if (match[0].startsWith('/')) continue
    const end = readStatement(source, match.index, variables, strings)
    next.lastIndex = end ?? behindBroken(source, match.index)
    total += 1 + (strings.at(-1)?.value.length ?? 0)
  }
  return { strings, variables }
}

/** Where to continue after a quote that does not close: the rest of its line may be text or code. */
function behindBroken(source: string, start: number): number {
  const newline = source.indexOf('\n', start)
  return newline < 0 ? source.length : newline + 1
}

/** Reads one assignment or one chain of values; returns where to continue, or null at a quote that does not close. */
function readStatement(source: string, start: number, variables: Variables, strings: ScriptString[]): number | null {
  const name = readName(source, start)
  const target = name === null ? null : readAssignment(source, start + name.length)
  const from = target === null ? start : target.end
  const chain = readChain(source, from, variables, 0)
  if (name !== null && target !== null) assign(variables, name, target.adds, chain?.value ?? UNKNOWN)
  if (chain === null) {
    if (target !== null) return target.end
    return /["'`]/.test(source.charAt(start)) ? null : start + (name?.length ?? 1)
  }
  const value = name !== null && target !== null ? (variables.get(name) ?? chain.value) : chain.value
  const made = chain.made || target?.adds === true
  if (value.length > 1) strings.push({ value, made })
  return chain.end
}

function readAssignment(source: string, from: number): { adds: boolean; end: number } | null {
  const at = skipBlanks(source, from)
  const adds = source.startsWith('+=', at)
  const sign = adds ? at + 1 : at
  if (source.charAt(sign) !== '=' || /[=>]/.test(source.charAt(sign + 1))) return null
  return { adds, end: skipBlanks(source, sign + 1) }
}

function assign(variables: Variables, name: string, adds: boolean, value: string): void {
  if (variables.size >= MAX_VARIABLES && !variables.has(name)) return
  const before = adds ? (variables.get(name) ?? UNKNOWN) : ''
  variables.set(name, (before + value).slice(0, MAX_VALUE))
}

/** `term + term + …`; null if no term begins here. */
function readChain(source: string, start: number, variables: Variables, depth: number): Term | null {
  const first = readTerm(source, start, variables, depth)
  if (first === null) return null
  let { value, end, made } = first
  for (let parts = 1; parts < MAX_PARTS && value.length < MAX_VALUE; parts++) {
    const plus = skipBlanks(source, end)
    if (source.charAt(plus) !== '+' || /[+=]/.test(source.charAt(plus + 1))) break
    const term = readTerm(source, skipBlanks(source, plus + 1), variables, depth)
    if (term === null) break
    value += term.value
    end = term.end
    made = true
  }
  return { value, end, made }
}

function readTerm(source: string, start: number, variables: Variables, depth: number): Term | null {
  const term = readBareTerm(source, start, variables, depth)
  return term === null ? null : readMethods(source, term)
}

function readBareTerm(source: string, start: number, variables: Variables, depth: number): Term | null {
  const char = source.charAt(start)
  if (char === '"' || char === "'" || char === '`') return readQuoted(source, start, variables)
  if (char === '[') return readItems(source, start + 1, ']', variables, depth)
  if (char === '(') return readGroup(source, start, variables, depth)
  const number = readNumber(source, start)
  if (number !== null) return { value: String(number.value), end: number.end, made: false }
  const name = readName(source, start)
  return name === null ? null : readNamed(source, start, name, variables, depth)
}

/** The sign is escaped only to hide it. */
const HIDDEN_AT = /\\(?:x40|u0040|100)/

function readQuoted(source: string, start: number, variables: Variables): Term | null {
  const literal = readString(source, start)
  if (literal === null) return null
  if (source.charAt(start) !== '`' || !literal.value.includes('${')) {
    return { ...literal, made: HIDDEN_AT.test(source.slice(start, literal.end)) }
  }
  const value = literal.value.replace(
    /\$\{\s?([\w$.]{1,64})\s?\}/g,
    (_, name: string) => variables.get(name) ?? UNKNOWN,
  )
  return { value, end: literal.end, made: true }
}

function readGroup(source: string, start: number, variables: Variables, depth: number): Term | null {
  if (depth >= MAX_NESTING) return null
  const inner = readChain(source, skipBlanks(source, start + 1), variables, depth + 1)
  if (inner === null) return null
  const close = skipBlanks(source, inner.end)
  return source.charAt(close) === ')' ? { ...inner, end: close + 1 } : null
}

/** A variable, a method of one, or a call of a decoding function. */
function readNamed(source: string, start: number, name: string, variables: Variables, depth: number): Term | null {
  const end = start + name.length
  if (source.charAt(skipBlanks(source, end)) !== '(') return readVariable(name, end, variables)
  const dot = name.lastIndexOf('.')
  const decode = DECODERS.get(name.slice(dot + 1))
  if (decode === undefined) return dot < 0 ? null : readVariable(name.slice(0, dot), start + dot, variables)
  if (depth >= MAX_NESTING) return null
  const list = readItems(source, skipBlanks(source, end) + 1, ')', variables, depth + 1)
  return list === null ? null : { value: decode(list.items ?? []), end: list.end, made: true }
}

const KEYWORDS = new Set('var let const return new typeof function if else for while in of'.split(' '))

function readVariable(name: string, end: number, variables: Variables): Term | null {
  if (KEYWORDS.has(name)) return null
  const known = variables.get(name)
  return known === undefined ? { value: UNKNOWN, end, made: false } : { value: known, end, made: true }
}

const DECODERS = new Map<string, (items: string[]) => string>(
  Object.entries({
    fromCharCode: fromCodes,
    fromCodePoint: fromCodes,
    unescape: ([text = '']: string[]) => percentDecode(text),
    decodeURIComponent: ([text = '']: string[]) => percentDecode(text),
    decodeURI: ([text = '']: string[]) => percentDecode(text),
    atob: ([text = '']: string[]) => decodeBase64(text) ?? UNKNOWN,
    Array: spell,
  }),
)

function fromCodes(items: readonly string[]): string {
  const codes = items.map(Number)
  return codes.every((code) => code > 0 && code < 0x10000) ? String.fromCharCode(...codes) : UNKNOWN
}

/** Reads items up to the closing bracket; the value is the items joined, or what they spell as character codes. */
function readItems(source: string, start: number, close: string, variables: Variables, depth: number): Term | null {
  if (depth >= MAX_NESTING) return null
  const items: string[] = []
  let at = skipBlanks(source, start)
  while (items.length < MAX_ITEMS && source.charAt(at) !== close) {
    const item = readChain(source, at, variables, depth + 1)
    if (item === null) return null
    items.push(item.value)
    at = skipBlanks(source, item.end)
    if (source.charAt(at) === ',') at = skipBlanks(source, at + 1)
    else if (source.charAt(at) !== close) return null
  }
  return source.charAt(at) === close ? { value: spell(items), end: at + 1, made: true, items } : null
}

/**
 * Five or more numbers that include the code of `@` are text; other items are joined unchanged, unless one is already an
 * address: then they are arguments of something else.
 */
function spell(items: readonly string[]): string {
  const areCodes = items.length >= 5 && items.includes('64') && items.every((item) => /^\d{2,3}$/.test(item))
  if (areCodes) return fromCodes(items)
  return items.some((item) => /[^@]@[^@]/.test(item)) ? '' : items.join('')
}

const METHOD = /\s{0,8}\.(join|reverse|split|replace|replaceAll|concat|toString|toLowerCase|trim)\(/y

/** Applies `.split('').reverse().join('')`, `.join('@')`, `.replace('[at]', '@')` one after another. */
function readMethods(source: string, term: Term): Term {
  let now = term
  for (let calls = 0; calls < MAX_PARTS; calls++) {
    METHOD.lastIndex = now.end
    const method = METHOD.exec(source)
    if (method === null) return now
    const args = readArguments(source, METHOD.lastIndex)
    if (args === null) return now
    now = { ...apply(now, method[1] ?? '', args.values), end: args.end, made: true }
  }
  return now
}

function readArguments(source: string, start: number): { values: string[]; end: number } | null {
  const values: string[] = []
  let at = skipBlanks(source, start)
  while (values.length < 3 && source.charAt(at) !== ')') {
    const argument = /["']/.test(source.charAt(at)) ? readString(source, at) : readPlainPattern(source, at)
    if (argument === null) return null
    values.push(argument.value)
    at = skipBlanks(source, argument.end)
    if (source.charAt(at) === ',') at = skipBlanks(source, at + 1)
  }
  return source.charAt(at) === ')' ? { values, end: at + 1 } : null
}

function apply(term: Term, method: string, args: readonly string[]): Omit<Term, 'end' | 'made'> {
  const [first = ',', second = ''] = args
  const items = term.items ?? []
  if (method === 'split') return { value: term.value, items: term.value.split(first).slice(0, MAX_VALUE) }
  if (method === 'reverse') return { value: [...items].reverse().join(''), items: [...items].reverse() }
  if (method === 'join' && term.items !== undefined) return { value: items.join(first) }
  if (method.startsWith('replace'))
    return { value: term.value.replaceAll(first, () => second.slice(0, MAX_REPLACEMENT)).slice(0, MAX_VALUE) }
  if (method === 'concat') return { value: term.value + args.join('') }
  return { value: term.value }
}
