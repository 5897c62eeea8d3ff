/** Finds the positions of parts of a valid JSON text. Linear; reads strings and brackets, and builds nothing. */

const QUOTE = 34
const BACKSLASH = 92

/** The position after the value that begins at `start`; -1 if the text ends first, or a string contains a line break. */
export function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(text, at)
      if (at < 0) return -1
      if (depth === 0) return at + 1
    } else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      if (depth === 0) return at
      depth--
      if (depth === 0) return at + 1
    } else if (depth === 0 && (code === 44 || isBlank(code))) return at
  }
  return -1
}

/** The position of the closing quotation mark; a line break in a string means damage (RFC 8259, 7). */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at++
    else if (code === 10) return -1
  }
  return -1
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13

export function behindBlanks(text: string, start: number): number {
  let at = start
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** The positions of the members of the object or list that begins at `start`; for objects, those of the values. */
export function* memberPlaces(text: string, start: number): Generator<{ key: string | null; at: number }> {
  const isObject = text.charCodeAt(start) === 123
  let at = behindBlanks(text, start + 1)
  while (at < text.length && text.charCodeAt(at) !== (isObject ? 125 : 93)) {
    let key: string | null = null
    if (isObject) {
      const end = valueEnd(text, at)
      if (end < 0) return
      key = JSON.parse(text.slice(at, end)) as string
      at = behindBlanks(text, behindBlanks(text, end) + 1)
    }
    yield { key, at }
    const end = valueEnd(text, at)
    if (end < 0) return
    at = behindBlanks(text, end)
    if (text.charCodeAt(at) === 44) at = behindBlanks(text, at + 1)
  }
}

/** The position of what is under nested keys; -1 if there is nothing. */
export function placeAt(text: string, keys: readonly string[]): number {
  let at = behindBlanks(text, text.startsWith('\uFEFF') ? 1 : 0)
  for (const wanted of keys) {
    let next = -1
    for (const member of memberPlaces(text, at)) if (member.key === wanted) next = member.at
    if (next < 0) return -1
    at = next
  }
  return at
}

/** Counts lines on the way through a text: positions have to be ascending. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1
  let counted = 0
  return (at) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++
    return line
  }
}
