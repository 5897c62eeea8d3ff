import { registrableDomain } from '../../../lib/addresses/domain-name.ts'
import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { localStart } from './address-characters.ts'
import { cleanDomain, cleanLocal } from './address-cleanup.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules, TextAddress } from './address-rules.ts'
import { withoutFiller } from './nospam-filler.ts'

/**
 * Addresses spelt for people, `jo [at] acme (dot) example`, or spoken, `jo at acme dot example`. In brackets the word for `@`
 * is enough if a real host follows; without brackets both words are needed.
 */

/** Words for `@` when written in brackets: en, de, es/pt, fr, it, nl, pl, cs/sk, hu, sv/da/no, fi, ro, ru, ja. */
const AT_WORDS =
  'at|ät|aet|a|@|＠|arroba|arrobase|arobase|chiocciola|apenstaartje|małpa|malpa|zavináč|zavinac|kukac|snabel-?a|miukumauku|klammeraffe|chez|krøllalfa|alfakrøll|aron|coada de maimuta|собака|アット|アットマーク|at-sign|at sign'
const DOT_WORDS =
  'dot|d0t|\\.|punkt|punto|ponto|point|punt|kropka|tečka|tecka|bodka|pont|piste|prikk|točka|точка|ドット'
const OPEN = '[(\\[{<（［【〔«|]'
const CLOSE = '[)\\]}>）］】〕»|]'
const BRACKETED_AT = new RegExp(`${OPEN}[ \\u00a0]{0,2}(?:${AT_WORDS})[ \\u00a0]{0,2}${CLOSE}`, 'gi')
const BRACKETED_DOT = `[ \\u00a0]{0,2}${OPEN}[ \\u00a0]{0,2}(?:${DOT_WORDS})[ \\u00a0]{0,2}${CLOSE}[ \\u00a0]{0,2}`
const DOT = `(?:${BRACKETED_DOT}|[ \\u00a0](?:dot|punkt|punto|ponto|point|pont|\\.)[ \\u00a0])`
/** The same mark on both sides, set off by spaces: `jo -at- acme.example`. */
const MARKED_AT = /[ \u00a0]([-_*~=])(?:at|ät)\1[ \u00a0]/gi

/** `jo_at_acme.example`, which is also a form of file names: accepted only at the domain of the site. */
const GLUED_AT = /(?<=[\p{L}\p{N}])_at_(?=[\p{L}\p{N}])/giu

/** `jo.doe AT acme.org`, `e-mail: jo AT acme.org`: capitals among small letters, where the local part or a label says what it is. */
const CAPITAL_AT = /(?<=[\p{Ll}\p{N}])[ \u00a0]AT[ \u00a0](?=[\p{Ll}\p{N}-]+(?:\.[\p{Ll}\p{N}-]+)+)/gu
const SMALL_LOCAL = /^[\p{Ll}\p{N}._+-]+$/u
const OF_SEVERAL_PARTS = /[\p{Ll}\p{N}][._]\p{Ll}/u
const LABELLED = /(?:mail|e-?post|courriel|correo|kontakt|contact)\s{0,2}[:=]?\s{0,2}$/iu

/** Which word for the dot goes with which word for `@` if nothing marks them: `point` and `a` alone are everyday words. */
const SPOKEN: ReadonlyMap<string, readonly string[]> = new Map([
  ['dot', ['at']],
  ['punkt', ['at', 'ät']],
  ['punto', ['arroba', 'chiocciola']],
  ['ponto', ['arroba']],
  ['point', ['arobase', 'arrobase']],
  ['pont', ['kukac']],
])
const SPOKEN_DOT = /[ \u00a0](dot|punkt|punto|ponto|point|pont)[ \u00a0]/gi

/** Characters read on each side of an anchor; longer local parts and hosts are not spelt out by hand. */
const WINDOW = 120
/** The most anchors followed in one text. */
const MAX_ANCHORS = 5_000

const LOCAL_TAIL = new RegExp(`(?:[\\p{L}\\p{N}_+'-]|\\.)+(?:${DOT}[\\p{L}\\p{N}_+'-]+){0,3}$`, 'iu')
const LABEL = '[\\p{L}\\p{N}-]+'
/** A host with written or bracketed dots; only if there is none, unmarked words are its dots (`acme.es punto de venta`). */
const HOST_HEADS = [`\\.|${BRACKETED_DOT}`, `\\.|${DOT}`].map(
  (dot) => new RegExp(`^${LABEL}(?:(?:${dot})${LABEL}){1,5}`, 'iu'),
)
const ANY_DOT = new RegExp(DOT, 'gi')

/** A word for `@` in brackets or between marks, or a word for the dot: every spelt address contains one. */
const WORD_SIGN = new RegExp(
  `(?:[([{（［【〔«]|&lt;|&#91;|&#40;)\\s{0,2}(?:${AT_WORDS})\\s{0,2}(?:[)\\]}）］】〕»]|&)|[-_*~=]at[-_*~=]|\\s(?:dot|punkt|punto|ponto|point|pont)\\s`,
  'i',
)
/** `jo < at > acme.example`, looked for only behind a bracket with a blank: each tag begins with a bracket. */
const BARE_SIGN = new RegExp(`<\\s{1,2}(?:${AT_WORDS})\\s{0,2}>`, 'i')
const CAPITAL_SIGN = /[^\sA-Z] AT [^\sA-Z]/
/** `a[at]b.co` */
const SHORTEST = 9

/** Whether a section of the source may contain such a form: one test before anything is decoded. */
export const maySpell = (source: string): boolean =>
  source.length >= SHORTEST &&
  (WORD_SIGN.test(source) || CAPITAL_SIGN.test(source) || (source.includes('< ') && BARE_SIGN.test(source)))

/** Finds spelt addresses. Linear: each anchor reads a window of fixed size. */
export function findWordedAddresses(text: string, rules: AddressRules): TextAddress[] {
  const found: TextAddress[] = []
  for (const anchor of anchorsOf(text)) {
    const last = found.at(-1)
    if (last !== undefined && anchor.start < last.end) continue
    const one = readAround(text, anchor, rules)
    if (one !== null) found.push(one)
  }
  return found
}

/** An `@` on its own, as in the text of an address whose parts are in separate elements. */
const SET_OFF_AT = /[ \u00a0]@(?=[ \u00a0\p{L}])/gu

/** In the text of a page `<at>` is not a tag. */
const MAY_STAND_APART = / @|<a/i

/** Whether a text may hold local parts of spelt addresses, or an `@` on its own. */
export const maySpellLocal = (text: string): boolean => maySpell(text) || MAY_STAND_APART.test(text)

/** The text without the local parts of spelt addresses, which are not words of its language. */
export function withoutSpelledLocals(text: string): string {
  if (!maySpellLocal(text)) return text
  const marks = Array.from(matches(text, SET_OFF_AT), ({ index }) => index)
  const starts = [...anchorsOf(text).map(({ start }) => start), ...marks].toSorted((a, b) => a - b)
  let kept = ''
  let from = 0
  for (const start of starts) {
    const left = text.slice(Math.max(from, start - WINDOW), start).trimEnd()
    const end = Math.max(from, start - WINDOW) + left.length
    kept += text.slice(from, end - (LOCAL_TAIL.exec(left)?.[0].length ?? 0))
    from = Math.max(from, start)
  }
  return kept + text.slice(from)
}

interface Anchor {
  /** The word for `@` including its brackets. */
  start: number
  end: number
  /** Only an address at the site's own domain is accepted. */
  isGlued?: boolean
  /** Only a local part that cannot be a word of a sentence is accepted. */
  isUnmarked?: boolean
}

function anchorsOf(text: string): Anchor[] {
  const anchors: Anchor[] = []
  for (const expression of [BRACKETED_AT, MARKED_AT]) {
    for (const match of matches(text, expression)) {
      anchors.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  for (const match of matches(text, CAPITAL_AT)) {
    anchors.push({ start: match.index, end: match.index + match[0].length, isUnmarked: true })
  }
  for (const match of matches(text, GLUED_AT)) {
    anchors.push({ start: match.index, end: match.index + match[0].length, isGlued: true })
  }
  for (const match of matches(text, SPOKEN_DOT)) {
    const anchor = spokenAt(text, match.index, match[1] ?? '')
    if (anchor !== null) anchors.push(anchor)
  }
  return anchors.sort((a, b) => a.start - b.start)
}

function* matches(text: string, expression: RegExp): Generator<RegExpExecArray> {
  expression.lastIndex = 0
  for (let count = 0; count < MAX_ANCHORS; count++) {
    const match = expression.exec(text)
    if (match === null) return
    expression.lastIndex = match.index + match[0].length - 1 // the space at its end may begin the next match
    yield match
  }
}

/** One label before ` dot `, and the word for `@` before that: `… at acme dot`. */
function spokenAt(text: string, dot: number, dotWord: string): Anchor | null {
  const labelStart = wordStart(text, dot)
  const wordEnd = labelStart - 1
  const atStart = wordStart(text, wordEnd)
  const word = text.slice(atStart, wordEnd).toLowerCase()
  if (SPOKEN.get(dotWord.toLowerCase())?.includes(word) !== true) return null
  return { start: atStart, end: wordEnd }
}

/** Start of the word that ends at `end`; at most as far back as a label is long. */
function wordStart(text: string, end: number): number {
  const floor = Math.max(0, end - 63)
  let start = end
  while (start > floor && !/[\s\u00a0]/.test(text.charAt(start - 1))) start--
  return start
}

function readAround(text: string, anchor: Anchor, rules: AddressRules): TextAddress | null {
  const left = text.slice(Math.max(0, anchor.start - WINDOW), anchor.start).trimEnd()
  const right = text.slice(anchor.end, anchor.end + WINDOW)
  const head = right.trimStart()
  const tail = LOCAL_TAIL.exec(left)?.[0]
  if (tail === undefined) return null
  if (anchor.isUnmarked === true && !isOutright(tail, left.slice(0, left.length - tail.length))) return null
  const start = anchor.start - (Math.min(WINDOW, anchor.start) - left.length) - tail.length
  for (const expression of HOST_HEADS) {
    const host = expression.exec(head)?.[0] ?? ''
    const address = build(tail, host, left.slice(0, left.length - tail.length), rules)
    const end = anchor.end + (right.length - head.length) + host.length
    if (address !== null && (anchor.isGlued !== true || isOwn(address, rules)))
      return { address, start, end, form: 'bracketed', label: null }
  }
  return null
}

const isOutright = (local: string, before: string): boolean =>
  SMALL_LOCAL.test(local) && (OF_SEVERAL_PARTS.test(local) || LABELLED.test(before.slice(-MAX_LABEL_CHARS)))
const MAX_LABEL_CHARS = 20

const isOwn = ({ domain }: EmailAddress, { siteDomain }: AddressRules): boolean =>
  siteDomain !== undefined && registrableDomain(domain) === siteDomain

function build(tail: string, host: string, before: string, rules: AddressRules): EmailAddress | null {
  const spelt = tail.replace(ANY_DOT, '.')
  const local = cleanLocal(spelt.slice(localStart(spelt, spelt.length)), before)
  const domain = cleanDomain(host.replace(ANY_DOT, '.'), rules)
  if (domain === null) return null
  return withoutFiller(local, domain, rules) ?? acceptAddress(`${local}@${domain}`, rules)
}
