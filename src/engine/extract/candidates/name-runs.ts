import { GIVEN } from '../names/name-words.ts'
import type { PageLine } from '../page/page-lines.ts'
import type { CandidateList, NameCandidate } from './candidate-list.ts'
import { titleless } from './name-parts.ts'
import type { Span } from './name-spans.ts'
import { isNameShaped } from './name-shape.ts'
import { IS_CAPITAL, IS_INITIAL, IS_PARTICLE, IS_PLAIN, IS_TITLE, IS_WORD, shapeOf } from './word-shape.ts'
import type { ShapedWord } from './word-shape.ts'

const MAX_RUNS_A_LINE = 40
/** Words of a name within a longer run. */
const MAX_RUN_WORDS = 4
/** What runs begin with, and what they are made of. */
const MAY_BEGIN = IS_WORD | IS_INITIAL | IS_TITLE
const MAY_RUN = MAY_BEGIN | IS_PARTICLE
const CAPITAL_PLAIN = IS_CAPITAL | IS_PLAIN

/** What is known of a text before runs are looked for in it. */
interface RunText {
  /** The whole of it is a candidate already. */
  isKnown?: boolean
  /** Only runs that begin with a known given name count. */
  isProse?: boolean
}

interface PlacedWord extends ShapedWord {
  start: number
  end: number
  /** Punctuation ends a name here. */
  closes: boolean
}

/** Runs of capitalised words within a longer text: each whole run, and what it holds of two to four words when it is longer. */
export function readRuns(line: PageLine, span: Span, found: CandidateList, { isKnown, isProse }: RunText): void {
  if (!mayHoldRun(line.text, span)) return
  const words = placedWords(line.text, span)
  let left = MAX_RUNS_A_LINE
  for (let first = 0; first + 1 < words.length;) {
    const last = runEnd(words, first)
    for (let from = first; from + 1 < last && left > 0; from++) {
      for (let to = Math.min(last, from + MAX_RUN_WORDS); to >= from + 2 && left > 0; to--) {
        // A word of another kind within: every longer stretch from here holds it too, and so does none.
        if (to - from > 2 && ((words[to - 1]?.shape ?? 0) & CAPITAL_PLAIN) === CAPITAL_PLAIN) continue
        if (isKnown === true && to - from === words.length) continue
        const names = titleless(words.slice(from, to))
        if (isParticle(names[0]) || isParticle(names.at(-1)) || !isNameShaped(names)) continue
        left--
        if (isProse === true && ((names[0]?.shape ?? 0) & GIVEN) === 0) continue
        found.add(line, { start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0, place: 'run' }, names)
      }
    }
    first = Math.max(last, first + 1)
  }
}

/** A quick look: two letters that are no small ones of English, no farther apart than the words of a name. */
function mayHoldRun(text: string, { start, end }: Span): boolean {
  let word = MAX_RUN_WORDS
  let last = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 32) word++
    else if ((code >= 65 && code <= 90) || code >= 0xc0) {
      if (word - last < MAX_RUN_WORDS) return true
      last = word
    }
  }
  return false
}

const isParticle = (word: ShapedWord | undefined): boolean => ((word?.shape ?? 0) & IS_PARTICLE) !== 0

/** Behind the last word of the run that begins with a word; particles at its end are none of it. */
function runEnd(words: readonly PlacedWord[], first: number): number {
  let last = first
  while (last < words.length && mayRun(words, first, last)) last++
  while (last > first && isParticle(words[last - 1])) last--
  return last
}

function mayRun(words: readonly PlacedWord[], first: number, at: number): boolean {
  const shape = words[at]?.shape ?? 0
  if (at === first) return (shape & MAY_BEGIN) !== 0
  return (shape & MAY_RUN) !== 0 && words[at - 1]?.closes !== true
}

/** The words of a part of a line. Small words are read only beside what may be part of a name: most stand in sentences. */
function placedWords(text: string, { start, end }: Span): PlacedWord[] {
  const words: PlacedWord[] = []
  let isBeside = false
  for (let at = start; at < end;) {
    const blank = text.indexOf(' ', at)
    const stop = blank < 0 || blank > end ? end : blank
    if (stop > at) {
      const word: PlacedWord =
        isBeside || !isSmall(text, at) ? readWord(text, at, stop) : { ...UNREAD, start: at, end: stop }
      isBeside = (word.shape & MAY_RUN) !== 0
      words.push(word)
    }
    at = stop + 1
  }
  for (let at = words.length - 2; at >= 0; at--) {
    const [word, next] = [words[at], words[at + 1]]
    if (word?.text === '' && next && (next.shape & MAY_RUN) !== 0) words[at] = readWord(text, word.start, word.end)
  }
  return words
}

/** Punctuation behind a word, or the `s` of whose something is. */
const MAY_CLOSE = /['’]s$|[.,;:!?"”’')]$/

function readWord(text: string, start: number, end: number): PlacedWord {
  const raw = text.slice(start, end)
  if (PLAIN_WORD.test(raw)) return { text: raw, start, end, closes: false, shape: shapeOf(raw) }
  const bare = raw.replace(LEADS_IN, '')
  const isWhole = !MAY_CLOSE.test(bare) || (shapeOf(bare) & (IS_INITIAL | IS_TITLE)) !== 0
  const word = isWhole ? bare : bare.replace(/(?:['’]s)?[.,;:!?"”’')]*$/u, '')
  const from = end - bare.length
  return { text: word, start: from, end: from + word.length, closes: word.length < bare.length, shape: shapeOf(word) }
}

const PLAIN_WORD = /^[A-Za-z]+$/
/** A small word that nobody looks at: with nothing like a name beside it, it is part of none. */
const UNREAD: PlacedWord = { text: '', start: 0, end: 0, closes: false, shape: 0 }
/** `de`, but not `d'Arc`. */
const isSmall = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code >= 97 && code <= 122 && !/['’]/.test(text.charAt(at + 1))
}
const LEADS_IN = /^["'“‘(]+/

/** Whether a run of words stands as a name on its own does, and is no part of a sentence. */
export const standsAlone = ({ line: { text }, start, end }: NameCandidate): boolean =>
  (end === text.length && ONE_WORD.test(text.slice(0, start))) ||
  (start === 0 && CONTACT.test(text.slice(end, end + MAX_CONTACT)))
/** `Sister Jane Doe`, `Uncle Bob Roe`: behind one word, whatever that is, and nothing else on the line. */
const ONE_WORD = /^\p{L}{2,16}\.? $/u
/** `Jane Doe jane@acme.example`, `Jane Doe 01632 960644`: in front of how to reach that person, and nothing else on the line. */
const CONTACT = /^ (?:[^\s@,]{1,64}@[^\s@,]{4,64}|[+(]?\d[\d ()./-]{5,24}) ?$/
const MAX_CONTACT = 140
