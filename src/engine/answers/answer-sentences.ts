import { dropMarks } from '../../lib/text/fold-text.ts'
import { beforeNotice } from './legal-notice.ts'
import { alternation } from '../../lib/text/alternation.ts'

/** A sentence of an answer in the form in which phrases are compared. */
export interface Sentence {
  /** Folded, without its full stop. */
  text: string
  asks: boolean
}

/** Characters of new text that are read: what an answer wants is at its beginning. */
const MAX_LENGTH = 1_000
/** Lines at least this long were broken by a mail program, shorter ones by their writer. */
const BROKEN_LINE = 60

/** Lower case, without accents, with straight apostrophes, so that lists of phrases stay short. */
export const folded = (text: string): string => dropMarks(text.replace(/[’‘`´]/g, "'")).trim()

/** English as it is spelt in a hurry. */
const MISSPELT: readonly (readonly [RegExp, string])[] = [
  [/\b(is|does|did|wo|ca|could|would|are|was|have|has|should)nt\b/g, "$1n't"],
  [/\bun ?su[bscri]{2,8}e\b/g, 'unsubscribe'],
]

/** Folded, with the apostrophes that people leave out and "unsubscribe" in one spelling. */
export const spelled = (text: string): string =>
  MISSPELT.reduce((said, [wrong, right]) => said.replace(wrong, right), folded(text))

const GREETING = new RegExp(
  alternation`
    ^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rs]?
      liebe[rs]?|moin|servus|gruezi|bonjour|bonsoir|salut|chere?|madame|monsieur|hola|buenos dias|buenas(?: tardes)?
      estimad[oa]|querid[oa]|ciao|salve|buongiorno|buonasera|gentile|egregio|beste|geachte|goedemorgen|goedemiddag
      goedenavond|dag|ola|bom dia|boa (?:tarde|noite)|car[oa]|prezad[oa])\b[^.!?,:]{0,60}[,:.!-]*$`,
)
/** The greeting on the same line as the first sentence. */
const GREETING_BEFORE =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon)|hallo|guten (?:tag|morgen)|sehr geehrte[rs]?|liebe[rs]?|moin|bonjour|hola|buenos dias|ciao|salve|buongiorno|beste|goedemorgen|goedemiddag|ola|bom dia|boa tarde|car[oa])\b(?: [^\s,.!?:;]+){0,4}[,!:] /

/** The sentences of the new text, without the greeting and legal notices. */
export function sentencesOf(text: string): Sentence[] {
  const lines = text.slice(0, MAX_LENGTH).split('\n')
  const paragraphs = lines.reduce<string[]>((joined, line, at) => {
    const before = lines[at - 1]?.trimEnd() ?? ''
    if (at > 0 && before.length >= BROKEN_LINE) joined.push(`${joined.pop() ?? ''} ${line.trim()}`)
    else joined.push(line.trim())
    return joined
  }, [])
  return paragraphs
    .map((line) => spelled(line).replace(/\s+/g, ' '))
    .filter((line) => line !== '' && !GREETING.test(line))
    .flatMap((line) => beforeNotice(sentencesIn(line.replace(GREETING_BEFORE, ''))))
    .filter(({ text: said }) => said !== '')
}

const sentencesIn = (line: string): Sentence[] =>
  line
    .split(/(?<=[.!?…;])[\s"')]+|(?<=[!?])(?=\p{L})/u)
    .map((sentence) => ({ text: bare(sentence), asks: /\?[\s"')!]*$/.test(sentence) }))

/** Without surrounding quotation marks and full stops. */
export const bare = (text: string): string => text.replace(/^["'“”„«»¿¡*_\s.,–-]+|["'“”«»*_\s.!?…,;–-]+$/gu, '')
