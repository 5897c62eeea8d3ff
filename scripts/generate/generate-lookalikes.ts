/**
 * `node scripts/generate/generate-lookalikes.ts place|topic ENGLISH FILE… >
 * src/engine/discover/lists/place-lookalikes.txt`: ordinary words, from files with one word per line, that would be
 * taken for mistyped places, or for mistyped words of trades (`topic-lookalikes.txt`). Words of the first file also
 * stand for their English derivatives: `review` for `reviewable`. The old list is one of the files when it is generated
 * again, which is due whenever topics or places are added. With `city`, ordinary words that are cities, or become one
 * without a plural ending, for `scripts/eval/queries/city-words.txt`.
 */
import { readFileSync } from 'node:fs'
import { isCityWord } from '../eval/queries/made-traps.ts'
import { nearestPlace } from '../../src/engine/discover/mistyped-places.ts'
import { nearestTopic } from '../../src/engine/discover/words/near-topics.ts'
import { longestAt } from '../../src/engine/discover/words/phrase-index.ts'
import type { PhraseIndex } from '../../src/engine/discover/words/phrase-index.ts'
import { placeNames } from '../../src/engine/discover/words/place-names.ts'
import { readQueryText } from '../../src/engine/discover/words/query-text.ts'
import { subjects } from '../../src/engine/discover/words/subject-words.ts'

const [kind, english = '', ...files] = process.argv.slice(2)
const ENDINGS = ['able', 'ability', 'er', 'ing', 'ed', 'ly', 'ness', 'less', 'ful', 'ish', 'ation', 'ize', 'ise']
const index: PhraseIndex<unknown> = kind === 'place' ? placeNames() : subjects()
const wordsIn = (file: string): string[] => readFileSync(file, 'utf8').toLowerCase().split(/\s+/)
const derived = (word: string): string[] =>
  kind === 'city' ? [] : ENDINGS.map((ending) => word.replace(/e$/, '') + ending)
const words = new Set([...wordsIn(english).flatMap((word) => [word, ...derived(word)]), ...files.flatMap(wordsIn)])
const found = new Set<string>()
for (const word of words) {
  if (kind === 'city' && isCityWord(word)) found.add(word)
  if (kind === 'city') continue
  const query = readQueryText(word)
  const [singular = ''] = query.singulars
  const isKnown = longestAt(index, query, 0) !== null
  const near = kind === 'place' ? nearestPlace(singular) : nearestTopic(singular)
  if (!isKnown && near !== null) found.add(singular)
}
const WHAT: Record<string, string> = {
  place: 'that look like a mistyped name of a place',
  topic: 'that look like a mistyped word of a trade',
  city: 'that are names of cities as well',
}
console.log(`# Ordinary words ${WHAT[kind ?? ''] ?? ''}. Made by scripts/generate/generate-lookalikes.ts`)
console.log(
  kind === 'city'
    ? '# from the words of SCOWL (whose licence allows it).'
    : '# from the words of SCOWL (whose licence allows it), of lists of German, French and Spanish words, and of this program and the packages that it is built of.',
)
for (const letter of new Set([...found].map((word) => word.slice(0, 1)).toSorted()))
  console.log(
    [...found]
      .filter((word) => word.startsWith(letter))
      .toSorted()
      .join(' '),
  )
