import type { LeadColumn } from '../../db/leads/lead-statements.ts'
import { AppError } from '../../errors.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { LEAD_VALUE_COLUMNS } from '../leads/lead-changes.ts'
import { personFieldOf } from '../../engine/import/people-mapping.ts'
import { isOfPlace, withoutOwner } from '../../lib/vocabulary/column-persons.ts'
import { columnOfHeader, plainHeader } from '../fields/column-spellings.ts'
import { invalidField } from '../fields/name-field.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** A first and a last name in one cell; columns that have only one of them take precedence. */
export const FULL_NAME = 'full_name'

/** The field that a column of a file fills. */
export type ImportTarget = 'email' | typeof FULL_NAME | LeadColumn | `custom_attributes.${string}`

export interface PlannedColumn {
  /** Its place in a row. */
  index: number
  /** The name in the file. */
  column: string
  field: ImportTarget
  /** Of a name: `van` beside `Dijk`, `Soto` beside `Vega`, a whole one that begins with the surname, or one that may be none. */
  part?: NamePart
}

const NAME_PARTS = ['last_name_prefix', 'second_last_name', 'last_first_name'] as const
/** `either`: a name that may be a company's, and counts if the address is made of it. */
type NamePart = (typeof NAME_PARTS)[number] | 'either'

const partOf = (column: string): NamePart | undefined => {
  const field = personFieldOf(column)
  return NAME_PARTS.find((part) => part === field)
}

/** What only one column can fill: a field, or one part of the surname. */
const placeOf = (field: ImportTarget, part: NamePart | undefined): string =>
  field === 'last_name' && part !== undefined ? part : field

/** The word in a mapping for a column that is left out. */
export const IGNORED = '-'

const ATTRIBUTE = 'custom_attributes.'
const MAX_COLUMNS = 500
const MAX_NAME_LENGTH = 100

/** Targets that a mapping may name. */
export const isKnownTarget = (target: string, slugs: readonly string[]): boolean =>
  target === IGNORED ||
  target === 'email' ||
  target === FULL_NAME ||
  isColumn(target) ||
  slugs.includes(withoutPrefix(target))

const isColumn = (name: string): name is LeadColumn => (LEAD_VALUE_COLUMNS as readonly string[]).includes(name)
const withoutPrefix = (target: string): string =>
  target.startsWith(ATTRIBUTE) ? target.slice(ATTRIBUTE.length) : target

/**
 * Decides what the columns of a file mean: what the mapping says, otherwise what their names say. Of two columns for one field,
 * the first counts; a column without a name or mapping is left out.
 * @throws AppError validation_failed if the header does not fit.
 */
export function planColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  slugs: readonly string[],
): PlannedColumn[] {
  const names = distinctNames(header)
  refuseWide(header)
  if (header.some((cell) => cell.includes('@'))) throw invalidField('csv', 'must begin with a header row.')
  const unknown = Object.keys(mapping).find((column) => !names.includes(column))
  if (unknown !== undefined) throw invalidField('mapping', `names column ${quoted(unknown)}, which is not in the file.`)
  const taken = new Set<string>()
  const plan: PlannedColumn[] = []
  const take = (index: number, field: ImportTarget | null, part = partOf(header[index] ?? '')): void => {
    const column = names[index] ?? ''
    if (field === null || taken.has(placeOf(field, part))) return
    taken.add(placeOf(field, part))
    plan.push({ index, column, field, ...(part !== undefined && { part }) })
  }
  const isMapped = (name: string): boolean => Object.hasOwn(mapping, name)
  names.forEach((name, index) => isMapped(name) && take(index, targetOf(ownValue(mapping, name) ?? IGNORED)))
  const guesses = guessesOf(header, slugs)
  for (const certainty of CERTAINTIES)
    names.forEach((name, index) => {
      const guess = guesses[index]
      if (!isMapped(name) && guess?.certainty === certainty) take(index, guess.field)
    })
  const isNamed = [FULL_NAME, ...PARTS].some((part) => taken.has(part))
  // Beside a company, a name is that of the person.
  const isSure = taken.has('company')
  const namedBy = (isName: (column: string) => boolean): number[] =>
    header.flatMap((name, at) => (!isNamed && isName(name) ? [at] : []))
  const [called, contacts] = [namedBy(isEitherName), namedBy(isNoName)]
  const whose = called.length > 0 ? called : contacts
  if (whose.length === 1 && !isMapped(names[whose[0] ?? 0] ?? ''))
    take(whose[0] ?? 0, FULL_NAME, isSure ? undefined : 'either')
  if (!taken.has('email'))
    throw new AppError('validation_failed', 'csv must have a column of email addresses; map one to email.', {
      field: 'csv',
      reason: 'no_address_column',
    })
  return plan.toSorted((a, b) => a.index - b.index)
}

/** @throws AppError validation_failed for more columns than anybody looks through. */
export function refuseWide(header: readonly string[]): void {
  if (header.length > MAX_COLUMNS) throw invalidField('csv', `must have at most ${MAX_COLUMNS} columns.`)
}

/** What each column of a file seems to be, for people to review; null if that cannot be told. */
export function guessColumns(
  header: readonly string[],
  slugs: readonly string[],
): { column: string; field: ImportTarget | null }[] {
  const guesses = guessesOf(header, slugs)
  const hasNames = guesses.some((guess) => guess?.field === 'first_name' || guess?.field === 'last_name')
  const taken = new Map<string, number>()
  for (const certainty of CERTAINTIES)
    for (const [index, guess] of guesses.entries())
      if (guess?.certainty === certainty && !taken.has(guess.place)) taken.set(guess.place, index)
  return distinctNames(header).map((column, index) => {
    const field = guesses[index]?.field ?? null
    // Whose name it is is only certain once somebody has looked.
    const isName = !hasNames && !taken.has(FULL_NAME) && isEitherName(column)
    if (field === null && isName) taken.set(FULL_NAME, index)
    const guessed = field ?? (isName ? FULL_NAME : null)
    const place = guesses[index]?.place ?? guessed
    return { column, field: place !== null && taken.get(place) === index ? guessed : null }
  })
}

/** The second `Name` of a file becomes `Name (2)`; a column without a name gets its number. */
export function distinctNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((cell, index) => {
    const name = cell.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function targetOf(target: string): ImportTarget | null {
  if (target === IGNORED) return null
  return target === 'email' || target === FULL_NAME || isColumn(target)
    ? target
    : `custom_attributes.${withoutPrefix(target)}`
}

/** The whole name, or the part of it that no other column has. */
const EITHER_NAME = new Set('name nome naam namn navn nimi jmeno'.split(' '))
const isEitherName = (column: string): boolean =>
  !isOfPlace(column) && EITHER_NAME.has(plainHeader(withoutOwner(column)))
/** Words that name no name alone: whose it is, or what else there is of somebody. */
const NO_NAMES = new Set([
  ...EITHER_NAME,
  'contact',
  'contacts',
  'person',
  'employee',
  'kontakt',
  'contatto',
  'contacto',
  'attendee',
])

const isNoName = (column: string): boolean => NO_NAMES.has(plainHeader(column).replace(/1$/, ''))

/** What imported people call the whole name. */
function isWholeName(name: string): boolean {
  const field = personFieldOf(name)
  return field === 'last_first_name' || (field === 'full_name' && !isNoName(name))
}

/** How certain a guess is: the name itself; `Title`, which may be `Ms`; a name among other words. */
const CERTAINTIES = ['named', 'vague', 'inside'] as const
interface Guess {
  field: ImportTarget
  certainty: (typeof CERTAINTIES)[number]
}

const VAGUE = new Set(['title', 'titel'])
const PARTS = ['first_name', 'last_name'] as const

function guessesOf(header: readonly string[], slugs: readonly string[]): ReturnType<typeof guess>[] {
  const guesses = header.map((name) => guess(name, slugs))
  const missing = PARTS.filter((part) => !guesses.some((one) => one?.field === part))
  const [part] = missing
  if (part === undefined || missing.length > 1) return guesses
  const isGerman = header.some((name) => plainHeader(name) === 'vorname')
  return guesses.map((one, at) =>
    one === null && isPart(plainHeader(header[at] ?? ''), part, isGerman)
      ? { field: part, certainty: 'named', place: part }
      : one,
  )
}

/** `Name` beside `Vorname` is the family name; beside `First name` it may be the whole. */
const isPart = (spelling: string, part: string, isGerman: boolean): boolean =>
  EITHER_NAME.has(spelling) && (spelling !== 'name' || part === 'first_name' || isGerman)

function guess(name: string, slugs: readonly string[]): (Guess & { place: string }) | null {
  const guessed = guessOf(name, slugs)
  return guessed && { ...guessed, place: placeOf(guessed.field, partOf(name)) }
}

function guessOf(name: string, slugs: readonly string[]): Guess | null {
  const spelling = plainHeader(name)
  const slug = slugs.find((candidate) => plainHeader(candidate) === spelling)
  if (slug !== undefined) return { field: `custom_attributes.${slug}`, certainty: 'named' }
  if (isWholeName(name)) return { field: FULL_NAME, certainty: 'named' }
  const named = columnOfHeader(name)
  if (named !== null) return { field: named, certainty: VAGUE.has(spelling) ? 'vague' : 'named' }
  const both = fieldOfTwo(name)
  if (both !== null) return { field: both, certainty: 'inside' }
  const inside = columnOfHeader(withoutOwner(name))
  // A `Lead Score` is not how certain the address is.
  return inside === null || inside === 'confidence_score' ? null : { field: inside, certainty: 'inside' }
}

/** `Firma / Company` is one field in two languages, `Nachname, Vorname` a whole name. */
function fieldOfTwo(name: string): ImportTarget | null {
  const [one, other, ...more] = name.split(/[/|,;&+]/, 3).map(columnOfHeader)
  if (!one || !other || more.length > 0) return null
  if (one === other) return one
  const isName = PARTS.every((part) => part === one || part === other)
  return isName ? FULL_NAME : null
}
