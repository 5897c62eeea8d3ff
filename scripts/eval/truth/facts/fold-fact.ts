import { createHash } from 'node:crypto'
import { dropMarks } from '../../../../src/lib/text/fold-text.ts'

/** The facts of a site that are labelled. */
export const SOCIAL_FIELDS = ['linkedin', 'twitter', 'facebook', 'instagram'] as const
export type FactField = 'name' | 'legal_name' | 'address' | 'founded' | 'social' | (typeof SOCIAL_FIELDS)[number]

/** Means that the pages do not state a field. */
export const NOT_TOLD = '-'

/** Labels are stored as hashes: they say whether a value is right, not what it is. */
export const hashedFact = (page: string, field: FactField, folded: string): string =>
  createHash('sha256').update(`quarry facts\0${page}\0${field}\0${folded}`).digest('hex').slice(0, 20)

const FORM =
  /(?<=[^\s])[\s,]+(?:ltd|limited|inc|incorporated|llc|llp|plc|ab|lda|gmbh|pty ltd|pty|co|company|corp|corporation|sl|srl|spa|bv|sas|sarl)\.?$/i

/** A name without legal form, article, case and punctuation. */
export function foldedName(name: string): string {
  let bare = dropMarks(name).replaceAll('&', ' and ').replace(/[.™®]/g, '').trim()
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare.replace(FORM, '')
  }
  return bare
    .toLowerCase()
    .replace(/^the\s/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** A legal name with its form, where `Ltd` and `Limited` are the same. */
export const foldedLegalName = (name: string): string =>
  dropMarks(name)
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/\blimited\b/g, 'ltd')
    .replace(/\bincorporated\b/g, 'inc')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A postal code without blanks and without the last four digits that US codes may have. */
export const foldedCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/^(\d{5})-\d{4}$/, '$1')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The last part of a profile's path: a handle, or the number of a page. */
export const foldedSocial = (path: string): string =>
  path
    .toLowerCase()
    .split('/')
    .findLast((part) => part !== '') ?? ''
