import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'

const encoding = new Tiktoken(o200k)
/** What is encoded by itself, by the definition of the encoding. */
const PIECES = new RegExp(o200k.pat_str, 'gu')

/** Tokens of each piece so far: tests say the same over and over, and long words cost the square of their length. */
const counted = new Map<string, number>()

/** How many tokens of o200k_base a text takes. */
export function tokensOf(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) {
    const count = counted.get(piece) ?? encoding.encode(piece).length
    counted.set(piece, count)
    tokens += count
  }
  return tokens
}
