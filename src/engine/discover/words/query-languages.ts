import { keyedLines } from '../../../lib/vocabulary/list-lines.ts'
import { wordFile } from './word-file.ts'
import { lazily } from '../../../lib/process/lazily.ts'

/** Questions in German, French and Spanish become English by their words; the grammar reads the rest alike. */

const LETTER = String.raw`[\p{L}\p{N}]`

/** Whole words that no English question has: without one of them nothing is translated, names stay what they are. */
const FOREIGN =
  /(?<![\p{L}\p{N}'’-])(?:mit|aus|nicht|ohne|und|für|im|keine?|ab(?= \d)|avec|sans|sauf|dans|à|au|aux|en|des|les|con|sin|salvo|para|desde|entre|\p{L}*unternehmen|\p{L}*firmen|\p{L}*hersteller|\p{L}+dienste|\p{L}+betriebe|\p{L}+makler|\p{L}+büros|\p{L}*agenturen|\p{L}*brauereien|\p{L}*nützigen?|\p{L}*notierten?|beschäftigten?|mitarbeitern?|gegründet\p{L}*|entreprises|sociétés|empresas|deutsche\p{L}*|\p{L}+ische|français\p{L}*)(?![\p{L}\p{N}'’-])/iu

/** `Softwarefirmen` is one word: `Software` and `firmen`. */
const COMPOUND = /(\p{L}{3,20})s?(firmen|unternehmen|betriebe|hersteller|anbieter)(?!\p{L})/giu
/** `die nach 2015 gegründet wurden`: the verb comes last. */
const VERB_LAST = /(nach|vor|seit|in)\s+(\d{4})\s+gegründet(?:en|e)?(?:\s+wurden?)?/giu
const FROM_NUMBER = /(?<!\p{L})ab\s+(?=\d)/giu
const BETWEEN_NUMBERS = /(\d)\s+(?:und|et|y)\s+(?=\d)/gu
const UP_TO = /(\d)\s+(?:bis|à|a)\s+(?=\d)/gu

const words = lazily((): { english: ReadonlyMap<string, string>; pattern: RegExp } => {
  const english = new Map(
    keyedLines(wordFile('foreign-words')).flatMap(([word, foreign]) =>
      foreign.map((one): [string, string] => [one, word]),
    ),
  )
  // The longest first: `de plus de` before `plus de`. No phrase holds what a pattern takes for a sign.
  const phrases = [...english.keys()].sort((a, b) => b.length - a.length)
  return { english, pattern: new RegExp(`(?<!${LETTER})(?:${phrases.join('|')})(?!${LETTER})`, 'giu') }
})

/** The question with its German, French or Spanish words in English; one without any stays as it is. */
export function inEnglish(text: string): string {
  if (!FOREIGN.test(text)) return text
  const { english, pattern } = words()
  return text
    .replace(VERB_LAST, 'gegründet $1 $2')
    .replace(FROM_NUMBER, 'at least ')
    .replace(COMPOUND, '$1 $2')
    .replace(BETWEEN_NUMBERS, '$1 and ')
    .replace(UP_TO, '$1 to ')
    .replace(pattern, (found) => english.get(found.toLowerCase()) ?? found)
}
