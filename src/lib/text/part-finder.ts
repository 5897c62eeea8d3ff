/** Bits of the number that stands for four letters. */
const BITS = 16
const SIZE = 1 << BITS
/** By so much each letter moves on: four of them fill the number, and what was before has left it. */
const SHIFT = 4
const LETTERS = 4
/** Capitals and small letters are the same number. */
const TO_SMALL = 0x20
const MOST_PARTS = SIZE - 1

/**
 * Finds which of many parts a text holds, whatever its case, by reading the text once: four letters of each part stand for
 * it, and only where they are is the part compared. Parts shorter than that are taken for held.
 * @param parts in lower case
 * @returns places of parts
 */
export function partFinder(parts: readonly string[]): (text: string) => number[] {
  const known = parts.slice(0, MOST_PARTS)
  const ends = standingFor(known)
  const short = known.flatMap((part, place) => (part.length < LETTERS ? [place] : []))
  /** By number: the last part that it stands for, and by part the one before; one more than its place, 0 for none. */
  const last = new Uint16Array(SIZE)
  const before = new Uint16Array(known.length)
  for (const [place, part] of known.entries()) {
    if (part.length < LETTERS) continue
    const number = numberAt(part, ends[place] ?? 0)
    before[place] = last[number] ?? 0
    last[number] = place + 1
  }
  return (text) => {
    const found = new Set(short)
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = next(state, text.charCodeAt(at))
      for (let link = last[state] ?? 0; link !== 0; link = before[link - 1] ?? 0) {
        const start = at + 1 - (ends[link - 1] ?? 0)
        if (isAt(known[link - 1] ?? '', text, start)) found.add(link - 1)
      }
    }
    return [...found]
  }
}

/** Where in each part its four letters end: those that the fewest parts have. `.com` and `tion` are all over a page. */
function standingFor(parts: readonly string[]): number[] {
  const uses = new Uint16Array(SIZE)
  const endsOf = parts.map((part) =>
    Array.from({ length: Math.max(0, part.length - LETTERS + 1) }, (_, at) => at + LETTERS),
  )
  for (const [place, part] of parts.entries())
    for (const number of new Set(endsOf[place]?.map((end) => numberAt(part, end))))
      uses[number] = (uses[number] ?? 0) + 1
  return parts.map((part, place) => {
    const usesAt = (end: number): number => uses[numberAt(part, end)] ?? 0
    return (endsOf[place] ?? []).reduce((best, end) => (best === 0 || usesAt(end) <= usesAt(best) ? end : best), 0)
  })
}

function numberAt(text: string, end: number): number {
  let state = 0
  for (let at = end - LETTERS; at < end; at++) state = next(state, text.charCodeAt(at))
  return state
}

const isAt = (part: string, text: string, start: number): boolean =>
  start >= 0 &&
  isSameLetter(part.charCodeAt(0), text.charCodeAt(start)) &&
  text.slice(start, start + part.length).toLowerCase() === part

/** Or like it: cutting a part out to compare it is dear. */
const isSameLetter = (one: number, other: number): boolean => (one | TO_SMALL) === (other | TO_SMALL)

const next = (state: number, letter: number): number => ((state << SHIFT) ^ (letter | TO_SMALL)) & (SIZE - 1)
