/**
 * `node scripts/generate/generate-place-lookalikes.ts FILE… > src/engine/discover/lists/place-lookalikes.txt`: ordinary words of
 * files with a word a line that would be taken for mistyped places.
 */
import { readFileSync } from 'node:fs'
import { nearestPlace } from '../../src/engine/discover/mistyped-places.ts'
import { longestAt } from '../../src/engine/discover/phrase-index.ts'
import { placeNames } from '../../src/engine/discover/place-names.ts'
import { readQueryText } from '../../src/engine/discover/query-text.ts'

const words = new Set(process.argv.slice(2).flatMap((file) => readFileSync(file, 'utf8').toLowerCase().split(/\s+/)))
const isPlace = (word: string): boolean => longestAt(placeNames(), readQueryText(word), 0) !== null
const found = [...words].filter((word) => {
  const [folded = ''] = readQueryText(word).singulars
  return !isPlace(word) && nearestPlace(folded) !== null
})
const folded = new Set(found.map((word) => readQueryText(word).singulars[0] ?? word))
console.log(
  '# Ordinary words that look like a mistyped name of a place. Made by scripts/generate/generate-place-lookalikes.ts from the',
)
console.log('# words of SCOWL and of lists of German, French and Spanish words.')
for (const letter of new Set([...folded].map((word) => word.slice(0, 1)).toSorted()))
  console.log(
    [...folded]
      .filter((word) => word.startsWith(letter))
      .toSorted()
      .join(' '),
  )
