import { lazily } from '../../../lib/process/lazily.ts'
import { dropMarks } from '../../../lib/text/fold-text.ts'
import { keyedLines, listLines } from '../../../lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../lib/vocabulary/places/place-file.ts'
import { subdivisions } from '../../../lib/vocabulary/places/subdivisions.ts'
import { foreignWords } from '../../../lib/vocabulary/foreign-words.ts'

const WORD = /[\p{L}\p{N}]+/gu
const IN_WORD = /[\p{L}\p{N}]/u

/**
 * Names of places that contain words of the list, in lower case without accents, by their first word: `La Plata`,
 * `Aix-en-Provence`.
 */
const names = lazily((): ReadonlyMap<string, readonly string[]> => {
  const words = new Set(foreignWords().flatMap(({ said }) => said.match(WORD) ?? []))
  const found = allNames().filter((name) => {
    const own = name.toLowerCase().match(WORD) ?? []
    return own.length > 1 && own.some((word) => words.has(word))
  })
  const written = found.map(dropMarks)
  const all = new Set(written.flatMap((name) => [name, name.replaceAll('-', ' ')]))
  return Map.groupBy(
    [...all].toSorted((one, other) => other.length - one.length),
    (name) => name.match(WORD)?.[0] ?? '',
  )
})

const bareNames = lazily(() => new Set(allNames().map((name) => dropMarks(name).toLowerCase())))

/** Whether a place of the lists has this name. */
export const isNameOfPlace = (name: string): boolean => bareNames().has(dropMarks(name).toLowerCase())

function allNames(): string[] {
  const cities = listLines(placeFile('cities')).map((line) => line.split('|', 1)[0] ?? '')
  const towns = listLines(placeFile('subdivision-cities')).flatMap((line) => line.split('|').slice(1))
  const called = (['city-words', 'city-exonyms', 'regions'] as const).flatMap((file) =>
    keyedLines(placeFile(file)).flatMap(([words]) => words.split(', ')),
  )
  const regions = keyedLines(placeFile('informal-places')).flatMap(([, words]) => words)
  return [...cities, ...towns, ...called, ...regions, ...[...subdivisions().values()].flatMap((part) => part.names)]
}

/** Changes a text by a rule, except the names of places in it. */
export function exceptNames(text: string, change: (part: string) => string): string {
  const bare = dropMarks(text)
  const lower = bare.length === text.length ? bare : text.toLowerCase()
  let changed = ''
  let end = 0
  for (const { 0: word, index } of lower.matchAll(WORD)) {
    if (index < end) continue
    const name = names()
      .get(word)
      ?.find((one) => lower.startsWith(one, index) && !IN_WORD.test(lower.charAt(index + one.length)))
    if (name === undefined) continue
    changed += change(text.slice(end, index)) + text.slice(index, index + name.length)
    end = index + name.length
  }
  return changed + change(text.slice(end))
}

/** `Danske Bank`: where words for a nation are written small, a capital one before another capital begins a name. */
const NATION = /(?<![\p{L}\p{N}'’-])\p{Lu}\p{Ll}{3,}(?=\s\p{Lu}\p{Ll})/gu

/** The text without the first words of such names. */
export const withoutNations = (text: string, english: ReadonlyMap<string, string>): string =>
  text.replace(NATION, (word) => (isNation(english.get(word.toLowerCase())) ? '' : word))

const isNation = (translation: string | undefined): boolean => /^\p{Lu}/u.test(translation ?? '')
