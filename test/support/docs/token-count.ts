import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'

const encoding = new Tiktoken(o200k)
/** The pieces that are encoded separately, by the definition of the encoding. */
const PIECES = new RegExp(o200k.pat_str, 'gu')

/** A cache of token counts: tests repeat the same pieces, and long words take quadratic time. */
const counted = new Map<string, number>()

/** Counts the tokens of a text in o200k_base. */
export function tokensOf(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) {
    const count = counted.get(piece) ?? encoding.encode(piece).length
    counted.set(piece, count)
    tokens += count
  }
  return tokens
}
