import { foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameCandidate } from '../candidates/candidate-list.ts'
import { IS_PLAIN, shapeOf } from '../candidates/word-shape.ts'
import type { PageTree } from '../page/page-dom.ts'
import { isPost } from '../people/position-text.ts'

/** What the page says outright is worth, as a score of the judge. */
const TOLD = 2.5

const FORM_OF_ADDRESS =
  /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Revd?|Cllr|Sir|Dame|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Sra?|Señora?|Sig|Signora?|Dott|Avv|Dhr|Mevr)\.? \p{Lu}/u
const LABEL = /(?:^|[|;•·]\s{0,3})([^|;•·:]{2,80}):\s*$/u

/**
 * What a page says of words that are shaped like a name, though nobody knows them: a form of address in front of them and nothing
 * else, a label that is a post (`Town Clerk: …`), or a picture of that text above them and a post below.
 */
export function toldSupport({ line, start, end, text, words, place }: NameCandidate, { lines }: PageTree): number {
  if (line.isAlternative || words.some((word) => (shapeOf(word) & IS_PLAIN) !== 0)) return 0
  const isWhole = place !== 'run' || (line.text.slice(0, start) === 'The ' && end >= line.text.length)
  if (isWhole && !text.includes(',') && FORM_OF_ADDRESS.test(text)) return TOLD
  if (place === 'run') return 0
  const label = LABEL.exec(line.text.slice(Math.max(0, start - 90), start))?.[1]?.trim()
  if (label !== undefined && isPost(label)) return TOLD
  const [above, below] = [lines[line.index - 1], lines[line.index + 1]]
  const isPictured = above?.isAlternative === true && foldName(above.text) === foldName(text)
  return isPictured && below !== undefined && isPost(below.text.trim()) ? TOLD : 0
}
