/** Protects parsers: a gauge looks at the bytes of a body as they arrive and reports what exceeds its limits. */
export interface BodyGauge {
  /** The problem with the bytes so far; null if there is none. */
  push: (bytes: Uint8Array) => BodyProblem | null
}

export type BodyProblem = 'too_deep' | 'too_many_keys' | 'too_many_values' | 'long_text' | 'long_space'

export interface JsonLimits {
  /** Levels of objects and arrays; a body that is one object has one. */
  maxDepth: number
  /** In all objects together. */
  maxKeys: number
  /** Members of all objects and elements of all arrays together. */
  maxValues: number
  /** Of one string between its quotation marks, in bytes as written; unlimited by default. */
  maxTextBytes?: number | undefined
}

/** No program indents this far; a longer run of white space only serves to make the server keep it. */
export const MAX_JSON_SPACE = 65_536

const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const AMPERSAND = 0x26

/** Opening brackets and braces differ from closing ones by two (`[` `]`, `{` `}`); the case bit makes them one pair. */
const OPENING = 0x7b
const CLOSING = 0x7d
const CASE_BIT = 0x20

/**
 * Counts levels, keys, values and the bytes of strings and of runs of white space in JSON (RFC 8259) without parsing it; text
 * that is not JSON is counted all the same.
 */
export function jsonGauge({ maxDepth, maxKeys, maxValues, maxTextBytes = Infinity }: JsonLimits): BodyGauge {
  let [depth, keys, values] = [0, 0, 1]
  let inText = false
  let isEscaped = false
  /** Of the current string, in earlier pieces. */
  let textBytes = 0
  /** In the current run, outside strings. */
  let spaceBytes = 0
  const countOf = (byte: number): BodyProblem | null => {
    if (byte === COLON) return ++keys > maxKeys ? 'too_many_keys' : null
    if (byte === COMMA) return ++values > maxValues ? 'too_many_values' : null
    const bracket = byte | CASE_BIT
    if (bracket === OPENING) return ++depth > maxDepth ? 'too_deep' : null
    if (bracket === CLOSING) depth--
    return null
  }
  return {
    push: (bytes) => {
      // By index: this loop runs for each byte of every body.
      let textFrom = 0
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] as number
        if (isEscaped) isEscaped = false
        else if (byte === QUOTE) {
          if (inText && textBytes + at - textFrom > maxTextBytes) return 'long_text'
          inText = !inText
          spaceBytes = 0
          ;[textBytes, textFrom] = [0, at + 1]
        } else if (inText) isEscaped = byte === BACKSLASH
        else if (byte <= SPACE) {
          if (++spaceBytes > MAX_JSON_SPACE) return 'long_space'
        } else {
          spaceBytes = 0
          const problem = countOf(byte)
          if (problem !== null) return problem
        }
      }
      if (inText) textBytes += bytes.length - textFrom
      return inText && textBytes > maxTextBytes ? 'long_text' : null
    },
  }
}

/** Counts occurrences of the boundary of a multipart body (RFC 2046 5.1.1); one that spans two pieces is missed. */
export function multipartGauge(boundary: string, maxParts: number): BodyGauge {
  const mark = Buffer.from(`--${boundary}`)
  let parts = 0
  return {
    push: (bytes) => {
      const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = piece.indexOf(mark); at >= 0; at = piece.indexOf(mark, at + mark.length))
        if (++parts > maxParts) return 'too_many_keys'
      return null
    },
  }
}

/** Counts the pairs of a form (WHATWG URL, `application/x-www-form-urlencoded`). */
export function formGauge(maxPairs: number): BodyGauge {
  let pairs = 1
  return {
    push: (bytes) => {
      for (let at = bytes.indexOf(AMPERSAND); at >= 0; at = bytes.indexOf(AMPERSAND, at + 1))
        if (++pairs > maxPairs) return 'too_many_keys'
      return null
    },
  }
}
