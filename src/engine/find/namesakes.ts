import type { NameParts } from '../names/patterns.ts'

/** An address shown with the requested name. */
export interface NamesakeRow {
  value: string
  position: string | null
  linkedin: string | null
  sources: readonly { uri: string }[]
}

const NUMBER_AT_END = /\d{1,2}$/

/**
 * Several people with one name, distinguished by their addresses: one has the short form, the other a number or an additional
 * initial; or one page shows both with different positions. One person may well have two addresses, so without such a sign it
 * is one person.
 * @param rows addresses with exactly the requested name
 * @returns an empty list if they belong to one person, or the request says which one is meant
 */
export function namesakesAmong<Row extends NamesakeRow>(
  rows: readonly Row[],
  asked: { name: NameParts; handle: string | null },
): Row[] {
  if (rows.some(({ linkedin }) => linkedin !== null && linkedin.toLowerCase() === asked.handle)) return []
  const others = rows.filter((row) => rows.some((other) => other !== row && areTwoPeople(row, other)))
  if (others.length < 2) return []
  return meantBy(asked.name, others) === null ? others : []
}

/** The one whose address contains the requested middle name's initial. */
export function meantBy<Row extends NamesakeRow>({ first, middle, last }: NameParts, rows: readonly Row[]): Row | null {
  const initial = middle.toLowerCase().charAt(0)
  if (initial === '') return null
  const shows = (row: Row) => extraLetter(localOf(row), first, last) === initial
  const [meant, ...more] = rows.filter(shows)
  return meant === undefined || more.length > 0 ? null : meant
}

/** `i.m.calder`, `ines.m.calder`: the letter between the names. */
function extraLetter(local: string, first: string, last: string): string | null {
  const words = local.split(/[._-]/)
  const [head = '', letter = '', ...tail] = words
  const isBetween = words.length === 3 && letter.length === 1 && first.toLowerCase().startsWith(head)
  return isBetween && tail[0] === last.toLowerCase() ? letter : null
}

const areTwoPeople = (one: NamesakeRow, other: NamesakeRow): boolean =>
  plain(localOf(one)) === plain(localOf(other)) || haveTwoPosts(one, other)

/** Without a number, and without a single letter between other parts. */
const plain = (local: string): string => local.replace(NUMBER_AT_END, '').replace(/([._-])[a-z][._-]/, '$1')

function haveTwoPosts(one: NamesakeRow, other: NamesakeRow): boolean {
  if (one.position === null || other.position === null) return false
  if (one.position.toLowerCase() === other.position.toLowerCase()) return false
  const pages = new Set(one.sources.map(({ uri }) => uri))
  return other.sources.some(({ uri }) => pages.has(uri))
}

const localOf = ({ value }: NamesakeRow): string => value.slice(0, value.lastIndexOf('@'))
