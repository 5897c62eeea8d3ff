/** Bits of the number that represents four letters. */
const BITS = 16
const SIZE = 1 << BITS
/** Bits by which each letter shifts the number: four letters fill it, and anything earlier has dropped out. */
const SHIFT = 4
const LETTERS = 4
/** Maps capitals and small letters to the same number. */
const TO_SMALL = 0x20
const MOST_PARTS = SIZE - 1

/**
 * Finds which of many parts a text contains, in any case, by reading the text once: four letters represent each part, and the
 * part is compared only where they occur. Shorter parts always count as contained.
 * @param parts in lower case
 * @returns indexes of parts
 */
export function partFinder(parts: readonly string[]): (text: string) => number[] {
  const known = parts.slice(0, MOST_PARTS)
  const ends = standingFor(known)
  const short = known.flatMap((part, place) => (part.length < LETTERS ? [place] : []))
  /**
   * `last` maps a number to the last part it represents, `before` each part to the previous one with that number; values are
   * the index plus one, 0 for none.
   */
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

/**
 * For each part, where its four representative letters end: the ones that the fewest parts share. `.com` and `tion` are all
 * over a page.
 */
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

/** Or may be the same: a cheap test before the expensive one, which cuts the part out to compare it. */
const isSameLetter = (one: number, other: number): boolean => (one | TO_SMALL) === (other | TO_SMALL)

const next = (state: number, letter: number): number => ((state << SHIFT) ^ (letter | TO_SMALL)) & (SIZE - 1)
