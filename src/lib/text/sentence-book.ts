/** A sentence the core writes for programs, with `{holes}`, and its version in a reader's language. */
export type SentencePair = readonly [told: string, said: string]

/** Turns a sentence of the core into the reader's; unknown sentences are returned unchanged. */
export type Retell = (sentence: string, nameOf?: (field: string) => string) => string

/** Longer texts are not sentences. */
const MAX_LENGTH = 1_000

const HOLE = /\{(\w+)\}/

/**
 * A book of sentences, searched from the first page. The text of a hole is put into the same hole of the other sentence; the
 * hole `{field}` contains the name of a parameter, for which readers have another name.
 */
export function sentenceBook(pairs: readonly SentencePair[]): Retell {
  const pages = pairs.map(([told, said]) => ({ pattern: patternOf(told), holes: holesOf(told), said }))
  return (sentence, nameOf = (field) => field) => {
    if (sentence.length > MAX_LENGTH) return sentence
    for (const { pattern, holes, said } of pages) {
      const found = pattern.exec(sentence)
      if (found === null) continue
      const values = new Map(holes.map((hole, at) => [hole, found[at + 1] ?? '']))
      return said.replaceAll(new RegExp(HOLE, 'g'), (_, hole: string) => {
        const value = values.get(hole) ?? ''
        return hole === 'field' ? nameOf(value.charAt(0).toLowerCase() + value.slice(1)) : value
      })
    }
    return sentence
  }
}

const holesOf = (told: string): string[] => [...told.matchAll(new RegExp(HOLE, 'g'))].map(([, hole = '']) => hole)

/** Matches the parts between holes literally; sentences of the core are short, with few holes. */
const patternOf = (told: string): RegExp =>
  new RegExp(
    `^${told
      .split(new RegExp(HOLE.source.replace('(', '(?:')))
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('([^]*?)')}$`,
  )
