import type { ErrorId } from '../../errors.ts'
import type { Matching, Sides } from '../../lib/companies/company-filters.ts'
import { asText, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import type { JsonSchema, Reading } from '../../lib/input/input-fields.ts'

/** The kinds of parameter that only discover has: lists of words to include and to exclude. */

/** The canonical spelling of a word, or null if the list does not have it. */
export type Spelling<T> = (word: string) => T | null

export const oneOf =
  <T extends string>(words: readonly T[]): Spelling<T> =>
  (word) =>
    words.find((known) => known.toLowerCase() === word.toLowerCase()) ?? null

/** The most commas within an entry of the lists. */
const MAX_COMMAS = 4
/** More than any list has, several times over; empty words count too. */
export const MAX_WORDS = 10_000

/**
 * The items of a list parameter in canonical spelling, without duplicates. Text that is in the list stays whole (`Air, Water,
 * and Waste Program Management`), other text is split at commas.
 */
export function readWords<T>(raw: unknown, spelling: Spelling<T>, id: ErrorId, name: string): Reading<T[]> {
  const found = new Set<T>()
  let all = 0
  for (const part of Array.isArray(raw) ? (raw as unknown[]) : [raw]) {
    if (isAbsent(part)) continue
    const text = typeof part === 'string' || typeof part === 'number' ? asText(part) : null
    if (text === null) return refuse(id, `${quoted(part)} is not a known ${name}.`)
    const pieces = text.split(',', MAX_WORDS + 1)
    all += pieces.length
    if (all > MAX_WORDS) return refuse(id, `${name} takes at most ${MAX_WORDS} words.`)
    for (let at = 0; at < pieces.length;) {
      const match = longestWord(pieces, at, spelling)
      if (match !== null) found.add(match.word)
      else if (pieces[at]?.trim() !== '') return refuse(id, `${quoted(pieces[at]?.trim())} is not a known ${name}.`)
      at += match?.pieces ?? 1
    }
  }
  return read([...found])
}

function longestWord<T>(pieces: readonly string[], at: number, spelling: Spelling<T>) {
  for (let count = Math.min(MAX_COMMAS + 1, pieces.length - at); count > 0; count--) {
    const word = spelling(
      pieces
        .slice(at, at + count)
        .join(',')
        .trim(),
    )
    if (word !== null) return { word, pieces: count }
  }
  return null
}

/** The same words as may be included; listed only there, because tool lists have to be short. */
const ALIKE: JsonSchema = { type: 'array', items: { type: 'string' } }

interface SidesOptions<T> {
  items: JsonSchema
  /** Reads one side. */
  side: (raw: unknown, side: 'include' | 'exclude') => Reading<T[]>
  malformed: (raw: unknown) => Reading<never>
  /** The error for a `match` that is neither any nor all; without it there is no `match`. */
  matchId?: ErrorId
  description: string
}

/** `{ include: [...], exclude: [...] }`, with `match` if either all or any of the included ones may be required. */
export const sidesField = <T>({ items, side, malformed, matchId, description }: SidesOptions<T>) => {
  const list: JsonSchema = { type: 'array', items }
  const match = matchId === undefined ? {} : { match: { type: 'string', enum: ['any', 'all'], default: 'all' } }
  const published = { type: 'object', properties: { include: list, exclude: ALIKE, ...match }, description }
  return field<Sides<T> & Matching>(published, (raw) => {
    const value = objectOf(raw)
    if (value === null) return malformed(raw)
    const sides = readSides(value, side)
    if (!sides.ok) return sides
    const isEmpty = isAbsent(sides.value)
    if (matchId !== undefined && !isAbsent(value['match'])) {
      const matching = oneOf(['any', 'all'] as const)(asText(value['match']) ?? '')
      if (matching === null) return refuse(matchId, 'match must be any or all.')
      return isEmpty ? malformed(raw) : read({ ...sides.value, match: matching })
    }
    return isEmpty && !('include' in value || 'exclude' in value) ? malformed(raw) : sides
  })
}

/** Both sides, without empty ones. */
export function readSides<T>(
  value: Record<string, unknown>,
  readSide: (raw: unknown, side: 'include' | 'exclude') => Reading<T[]>,
): Reading<Sides<T>> {
  const sides: Sides<T> = {}
  for (const name of ['include', 'exclude'] as const) {
    if (isAbsent(value[name])) continue
    const reading = readSide(value[name], name)
    if (!reading.ok) return reading
    if (reading.value.length > 0) sides[name] = reading.value
  }
  return read(sides)
}

/** Sides with words from one list. */
export const wordSidesField = <T extends string>(
  name: string,
  options: { spelling: Spelling<T>; id: ErrorId; matchId?: ErrorId; items: JsonSchema; description: string },
) => {
  const { spelling, id, matchId, items, description } = options
  const what = name.replaceAll('_', ' ')
  return sidesField<T>({
    items,
    side: (raw) => readWords(raw, spelling, id, what),
    malformed: () => refuse(id, `${name} must contain include and/or exclude lists of strings.`),
    ...(matchId !== undefined && { matchId }),
    description,
  })
}
