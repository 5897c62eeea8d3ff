import type { NameParts } from '../names/patterns.ts'

/** An address that is shown with the name that was asked for. */
export interface NamesakeRow {
  value: string
  position: string | null
  linkedin: string | null
  sources: readonly { uri: string }[]
}

const NUMBER_AT_END = /\d{1,2}$/

/**
 * Several people of one name, told apart by their addresses: one has the short form, the other a number or an initial more;
 * or one page shows both with different posts. One person may well have two addresses: without such a sign it is one person.
 * @param rows addresses with the very name that was asked for
 * @returns none, when they are one person's or what was asked for says which of them is meant
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

/** The one whose address shows the middle name that was asked for. */
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

/** Without a number, and without a letter alone between others. */
const plain = (local: string): string => local.replace(NUMBER_AT_END, '').replace(/([._-])[a-z][._-]/, '$1')

function haveTwoPosts(one: NamesakeRow, other: NamesakeRow): boolean {
  if (one.position === null || other.position === null) return false
  if (one.position.toLowerCase() === other.position.toLowerCase()) return false
  const pages = new Set(one.sources.map(({ uri }) => uri))
  return other.sources.some(({ uri }) => pages.has(uri))
}

const localOf = ({ value }: NamesakeRow): string => value.slice(0, value.lastIndexOf('@'))
