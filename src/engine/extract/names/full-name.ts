import { NAME_PARTICLES } from '../../../lib/text/person-name-fold.ts'
import { tidyCase } from '../../../lib/text/name-case.ts'
import { isHonorific, isSuffixRun, withoutTitles } from './name-titles.ts'
import { parsePersonName, particlesFirst } from './person-name.ts'
import type { NameParts } from '../../names/name-forms.ts'

const MAX_NAME_CHARS = 200
const MAX_TOKENS = 10

/**
 * First, middle and last name of a full name: `Jane Doe`, `Doe, Jane M.`, `Prof. Dr. Jörg van der Berg`, `VAN DER BERG Jörg`,
 * `田中太郎`.
 * @returns the parts even if the text does not look like a name; `last` is empty for a single word
 */
export function partsOfFullName(text: string): NameParts {
  const name = text.slice(0, MAX_NAME_CHARS).replace(/\s+/g, ' ').trim()
  const capitals = familyInCapitals(bareTokens(name.replace(AFTER_CAPITALS, '')))
  if (capitals !== null) return capitals
  const parsed = parsePersonName(name)
  if (parsed !== null && parsed.first !== '') return { first: parsed.first, middle: parsed.middle, last: parsed.last }
  const [before = '', after = ''] = withoutSuffixes(name).split(/\s*,\s*/)
  if (after !== '') {
    const [first = '', ...middle] = tokensOf(after)
    return { first, middle: middle.join(' '), last: particlesFirst(before.split(' ')).join(' ') }
  }
  return byPosition(bareTokens(before))
}

/**
 * The same where the surname is known to come first: `Poe Ada`, `De Santis Laura`. Of three words without a comma or capitals
 * nobody can tell where it ends: all parts are then empty.
 */
export function partsOfFamilyFirst(text: string): NameParts {
  const tokens = bareTokens(text.slice(0, MAX_NAME_CHARS).replace(/\s+/g, ' ').trim())
  if (text.includes(',') || familyInCapitals(tokens) !== null) return partsOfFullName(text)
  const inFamily = tokens.findIndex((token) => !isParticle(token)) + 1
  const end = CAPITALS.test(tokens[inFamily - 1] ?? '') ? inFamily : tokens.length - 1
  if (inFamily === 0 || inFamily !== end || end === tokens.length) return { first: '', middle: '', last: '' }
  const [family, given] = [tokens.slice(0, end), tokens.slice(end)]
  return { first: given[0] ?? '', middle: given.slice(1).join(' '), last: family.map(tidyCase).join(' ') }
}

/** A first and a last name as people fill them into forms, without titles: `Dr. Jane`, `Doe, PhD`. */
export function withoutFormTitles({ first, last }: Pick<NameParts, 'first' | 'last'>): NameParts {
  const given = withoutTitles(tokensOf(first), 1)
  const [lead = '', ...surname] = tokensOf(last)
  return {
    first: given.length > 0 && !given.every(isDottedTitle) ? given.join(' ') : '',
    middle: '',
    last: withoutSuffixes(surname.length > 0 && isDottedTitle(lead) ? surname.join(' ') : last),
  }
}

/** `Dr.`; without a dot, as in `Don` or `Pastor`, it may be a name. */
const isDottedTitle = (token: string): boolean => token.endsWith('.') && isHonorific(token)

const tokensOf = (text: string): string[] => text.split(' ').filter(Boolean).slice(0, MAX_TOKENS)

/** Where only the first word would be left, the others are no titles: `Jan de Heer`. */
function bareTokens(name: string): string[] {
  const tokens = tokensOf(name)
  const bare = withoutTitles(tokens)
  return bare.length === 1 && bare[0] === tokens[0] ? tokens : bare
}

/** Without degrees and generations at the end, with or without a comma; never empty. */
function withoutSuffixes(name: string): string {
  const bare = name.replace(LAST_WORD, (end, word: string) => (isSuffixRun(word) ? '' : end))
  return bare === name ? name : withoutSuffixes(bare)
}
const LAST_WORD = /(?<=\S)[\s,]+([^\s,]+)$/u

/** `VAN DER BERG Jörg`: several words in capitals before others are the surname. */
function familyInCapitals(tokens: readonly string[]): NameParts | null {
  const start = tokens.findIndex((token) => !CAPITALS.test(token))
  const given = tokens.slice(start)
  if (start < 2 || given.some((token) => CAPITALS.test(token))) return null
  const last = tokens.slice(0, start).map((word) => (isParticle(word) ? word.toLowerCase() : tidyCase(word)))
  return { first: given[0] ?? '', middle: given.slice(1).join(' '), last: last.join(' ') }
}
/** `VAN DER BERG, Jörg` */
const AFTER_CAPITALS = /(?<=^(?:\p{Lu}[\p{Lu}\p{M}'’-]+ ){1,4}\p{Lu}[\p{Lu}\p{M}'’-]+) ?,/u
const CAPITALS = /^\p{Lu}[\p{Lu}\p{M}'’-]+$/u

/** The first word is the first name; the last one is the surname, with the particles before it. */
function byPosition(tokens: readonly string[]): NameParts {
  let start = Math.max(1, tokens.length - 1)
  while (start > 1 && isParticle(tokens[start - 1] ?? '')) start--
  return { first: tokens[0] ?? '', middle: tokens.slice(1, start).join(' '), last: tokens.slice(start).join(' ') }
}

const isParticle = (word: string): boolean => NAME_PARTICLES.has(word.toLowerCase())
