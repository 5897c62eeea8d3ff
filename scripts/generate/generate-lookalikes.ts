/**
 * `node scripts/generate/generate-lookalikes.ts place|topic FILE… > src/engine/discover/lists/place-lookalikes.txt`: ordinary words of
 * files with a word a line that would be taken for mistyped places, or for mistyped words of trades (`topic-lookalikes.txt`).
 */
import { readFileSync } from 'node:fs'
import { nearestPlace } from '../../src/engine/discover/mistyped-places.ts'
import { nearestTopic } from '../../src/engine/discover/mistyped-topics.ts'
import { longestAt } from '../../src/engine/discover/words/phrase-index.ts'
import type { PhraseIndex } from '../../src/engine/discover/words/phrase-index.ts'
import { placeNames } from '../../src/engine/discover/words/place-names.ts'
import { readQueryText } from '../../src/engine/discover/words/query-text.ts'
import { subjects } from '../../src/engine/discover/words/subject-words.ts'

const [kind, ...files] = process.argv.slice(2)
const index: PhraseIndex<unknown> = kind === 'place' ? placeNames() : subjects()
const words = new Set(files.flatMap((file) => readFileSync(file, 'utf8').toLowerCase().split(/\s+/)))
const found = new Set<string>()
for (const word of words) {
  const query = readQueryText(word)
  const [singular = ''] = query.singulars
  const isKnown = longestAt(index, query, 0) !== null
  const near = kind === 'place' ? nearestPlace(singular) : nearestTopic(singular)
  if (!isKnown && near !== null) found.add(singular)
}
console.log(
  `# Ordinary words that look like a mistyped ${kind === 'place' ? 'name of a place' : 'word of a trade'}. Made by`,
)
console.log(
  '# scripts/generate/generate-lookalikes.ts from the words of SCOWL (whose licence allows it), of lists of German, French and Spanish words, and of this program in German.',
)
for (const letter of new Set([...found].map((word) => word.slice(0, 1)).toSorted()))
  console.log(
    [...found]
      .filter((word) => word.startsWith(letter))
      .toSorted()
      .join(' '),
  )
