import { NAME_PARTICLES } from '../../../lib/text/person-name-fold.ts'
import { parsePersonName } from './person-name.ts'
import type { NameParts } from '../../names/name-forms.ts'

const MAX_NAME_CHARS = 200
const MAX_TOKENS = 10

/**
 * First, middle and last name of a full name: `Jane Doe`, `Doe, Jane M.`, `Prof. Dr. Jörg van der Berg`, `田中太郎`.
 * @returns the parts even if the text does not look like a name; `last` is empty for a single word
 */
export function partsOfFullName(text: string): NameParts {
  const name = text.slice(0, MAX_NAME_CHARS).replace(/\s+/g, ' ').trim()
  const parsed = parsePersonName(name)
  if (parsed !== null && parsed.first !== '') return { first: parsed.first, middle: parsed.middle, last: parsed.last }
  const [before = '', after = ''] = name.split(/\s*,\s*/)
  if (after !== '') {
    const [first = '', ...middle] = tokensOf(after)
    return { first, middle: middle.join(' '), last: before }
  }
  return byPosition(tokensOf(name))
}

const tokensOf = (text: string): string[] => text.split(' ').filter(Boolean).slice(0, MAX_TOKENS)

/** The first word is the first name; the last one is the surname, with the particles before it. */
function byPosition(tokens: readonly string[]): NameParts {
  let start = Math.max(1, tokens.length - 1)
  while (start > 1 && NAME_PARTICLES.has((tokens[start - 1] ?? '').toLowerCase())) start--
  return { first: tokens[0] ?? '', middle: tokens.slice(1, start).join(' '), last: tokens.slice(start).join(' ') }
}
