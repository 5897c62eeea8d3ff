import { foldings } from '../../lib/text/fold-text.ts'
import { partsOfFullName } from '../extract/names/full-name.ts'
import { foldName } from '../../lib/text/person-name-fold.ts'

/** First and last name without titles, marks and case; names in scripts without a table stay unchanged. */
export interface FoldedName {
  first: string
  last: string
}

const LETTERS = /[^\p{L}]+/gu

export function foldedName(fullName: string): FoldedName {
  const { first, last } = partsOfFullName(fullName)
  return { first: foldedPart(first), last: foldedPart(last) }
}

const foldedPart = (text: string): string => {
  const folded = foldName(text).replaceAll(/[^a-z]/g, '')
  return folded === '' ? text.toLowerCase().replaceAll(LETTERS, '') : folded
}

/** The key that identifies one person in a site's statements: `jane doe`; empty if the text is not a full name. */
export function personKey(fullName: string): string {
  const { first, last } = foldedName(fullName)
  return first === '' || last === '' ? '' : `${first} ${last}`
}

/** `mueller` becomes `muller` and `agaard` `agard`, as `Müller` and `Ågård` are folded. */
export const withoutSpeltMarks = (folded: string): string => folded.replaceAll(/([aou])e|(a)a/g, '$1$2')

/** The keys under which a site may know the same person: `Müller` is also written `Mueller`, and the reverse. */
export function otherKeys({ key, name }: { key: string; name: string }): string[] {
  const [firsts, lasts] = key.split(' ').map((part) => [part, withoutSpeltMarks(part)])
  const plain = (firsts ?? []).flatMap((first) => (lasts ?? []).map((last) => `${first} ${last}`))
  const keys = [...plain, ...foldings(name).map(personKey)]
  return [...new Set(keys)].filter((other) => other !== '' && other !== key)
}

/** All keys under which a site may know the person with this name, likeliest first; none for what is not a full name. */
export function keysOfName(name: string): string[] {
  const key = personKey(name)
  return key === '' ? [] : [key, ...otherKeys({ key, name })]
}

/** The folded words of a name: the same set in whatever order it is written. */
export const nameWords = (name: string): string[] =>
  name
    .split(/[\s,.’'-]+/)
    .map(foldedPart)
    .filter(Boolean)
