import { hash } from 'node:crypto'
import { foldName } from '../../lib/text/person-name-fold.ts'

/** Bits for each pair of words, and how many of them are set: one in four hundred absent pairs appears to be present. */
const BITS_EACH = 16
const BITS_SET = 4
const MAX_BITS = 4_096
const MAX_WORDS = 3_000
/** Words that may be parts of names. */
const CAPITAL = /\p{Lu}[\p{L}\p{M}]+/gu

/**
 * The names a page contains, however they were interpreted: a Bloom filter of adjacent words that begin with a capital, in
 * either order, and of the page's addresses, whatever their domain; base64url, at most 700 characters. Query with `mightName`
 * and `mightGive`.
 */
export function namesSketch(lines: readonly string[], addresses: readonly string[]): string {
  const written = lines.map(capitals)
  const names = written.flatMap((words, at) => [...pairs(words), ...acrossLines(words, written[at + 1])])
  const features = new Set([...names.slice(0, MAX_WORDS), ...addresses.slice(0, MAX_WORDS).map(localOf)])
  const bytes = Buffer.alloc(Math.ceil(Math.min(MAX_BITS, features.size * BITS_EACH) / 8))
  for (const feature of features)
    for (const bit of bitsOf(feature, bytes.length * 8)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  return bytes.toString('base64url')
}

/** First and last name may each be on their own line; in longer lines, the end and the next beginning belong to two people. */
const acrossLines = (words: readonly string[], next: readonly string[] = []): string[] =>
  words.length === 1 && next.length === 1 ? pairs([...words, ...next]) : []

/** Opens a sketch; null if there is none. */
export const openSketch = (text: string): Buffer | null => (text === '' ? null : Buffer.from(text, 'base64url'))

/** What to look up in a sketch: the adjacent words of a name, in a ring. Empty for names of one word. */
export function askedName(name: string): string[] {
  const words = capitals(name)
  return words.length < 3 ? pairs(words) : pairs([...words, words[0] ?? ''])
}

/** Whether a page may contain the name, family name first or last, which leaves one gap in the ring of its words. */
export const mightName = (sketch: Buffer, asked: readonly string[]): boolean =>
  asked.length > 0 && asked.filter((pair) => !mightShow(sketch, pair)).length <= (asked.length < 3 ? 0 : 1)

/** Whether a page may give the address; false is certain. */
export const mightGive = (sketch: Buffer, address: string): boolean => mightShow(sketch, localOf(address))

/** Without the domain, so that two domains with the same page have the same sketch. */
const localOf = (address: string): string => address.slice(0, address.lastIndexOf('@') + 1)

const mightShow = (sketch: Buffer, feature: string): boolean =>
  bitsOf(feature, sketch.length * 8).every((bit) => ((sketch[bit >> 3] ?? 0) >> (bit & 7)) & 1)

const capitals = (text: string): string[] => (text.match(CAPITAL) ?? []).map(folded).filter((word) => word.length > 1)

const folded = (word: string): string => foldName(word).replaceAll(/[^a-z]/g, '') || word.toLowerCase()

const pairs = (words: readonly string[]): string[] =>
  words.slice(1).map((word, at) => [words[at] ?? '', word].toSorted().join(' '))

function bitsOf(feature: string, size: number): number[] {
  const digest = hash('md5', feature, 'buffer')
  return Array.from({ length: BITS_SET }, (_, at) => digest.readUInt32LE(at * 4) % size)
}
