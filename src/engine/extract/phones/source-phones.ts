import { resolveReferences } from '../page/html-text.ts'
import type { FoundPhone } from '../page/page-facts.ts'
import { guessCountry } from './phone-country.ts'
import type { CountryEvidence } from './phone-country.ts'
import { findPhones } from './phone.ts'

/**
 * Looks like a number: three groups of digits, an area code with a long number or with one in pairs, five pairs, the code of a
 * country, digits behind the word for a telephone, or a link to a number.
 */
const NUMBER_SIGN =
  /[>\s(:+]\(?(?:0?\d{2,4}\)?[\s./-]{1,2}\d{3,4}[\s.-]{1,2}\d{3,4}|0\d(?:[\s.-]\d\d){4}|0\d{1,3}[ -]\d{2,3} \d\d(?: \d\d)?|0\d{2,4}\)?[ /-]\d{5,8}|\+\d{1,3}\)?[\s.()–-]{1,3}\d{2,4}[\s.()–-]{1,3}\d{2,4}[\d\s.–-]{2,12})[\s<,;.]|[>\s)]0?\d{3,5}\)? \d{5,6}[\s<,;.]|[Tt](?:el|él|EL|ÉL)(?:[eé]f[a-z]{0,6})?[.:\s]{1,4}[+(]?\d\d|href=["']?tel:/g
/** Enough for the label before a number and the postal address around it. */
const BEFORE_CHARS = 300
const AFTER_CHARS = 200
const MAX_SIGNS = 60
const TAG = /<[^<>]{0,2000}>/g
/** Between quotation marks a number may have blanks. */
const TEL_LINK = /href=(?:"(tel:[^">]{3,60})|'(tel:[^'>]{3,60})|(tel:[^"'\s>]{3,60}))/gi

/** Numbers of a page that is not worth a tree: read from the source around anything that looks like one. */
export function sourcePhones(html: string, known: Omit<CountryEvidence, 'telLinks' | 'text'>): FoundPhone[] {
  const parts: string[] = []
  let end = 0
  for (const match of html.matchAll(NUMBER_SIGN)) {
    if (parts.length >= MAX_SIGNS) break
    const start = Math.max(end, match.index - BEFORE_CHARS)
    end = Math.max(end, match.index + match[0].length + AFTER_CHARS)
    parts.push(html.slice(start, end))
  }
  if (parts.length === 0) return []
  const source = parts.join('')
  const telLinks = Array.from(source.matchAll(TEL_LINK), ([, ...found]) => found.find(Boolean) ?? '')
  const lines = resolveReferences(source.replace(TAG, '\n')).split(/\s*\n\s*/)
  return findPhones({ lines, telLinks, country: guessCountry({ ...known, telLinks, text: lines.join('\n') }) })
}
