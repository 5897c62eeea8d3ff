import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { foldings } from '../../lib/text/fold-text.ts'
import { readWordList } from '../../lib/text/word-list.ts'
import { fitPatterns } from '../names/patterns.ts'
import { foldedWords } from './address-lists.ts'
import type { AddressLists } from './address-lists.ts'

/** What is known about the owner of an address; unknown parts are null. */
export interface AddressOwner {
  firstName: string | null
  lastName: string | null
}

/** Where an address was seen: its own domain, and the domain of the site that shows it. */
export interface AddressPlace {
  domain?: string
  siteDomain?: string
}

type RoleWords = Pick<AddressLists, 'role'>

const BUSINESS_WORDS = foldedWords(readWordList(new URL('./lists/business-words.txt', import.meta.url)))
const SURNAME_WORDS = readWordList(new URL('./lists/surname-words.txt', import.meta.url))
const TEAM_WORDS = readWordList(new URL('./lists/team-words.txt', import.meta.url))
const GIVEN_NAMES = readWordList(new URL('../extract/lists/given-names.txt', import.meta.url))

/**
 * Words that indicate a team even if the rest of the local part means nothing (`cpzinfo`, `gradreports`): no known surname
 * begins or ends with them.
 */
const CORE_WORDS =
  'info sales support service services office contact admin webmaster customer enquiries inquiries enquiry inquiry reservations booking bookings ' +
  'marketing accounts accounting careers jobs help helpdesk desk membership programs orders events reports press media billing recruiting recruitment ' +
  'mail admissions alumni sekretariat kontakt vertrieb buchhaltung verwaltung secretariat accueil contacto ventas administracion segreteria ufficio contato'

const CORE_ENDS = CORE_WORDS.split(' ').filter((word) => word !== 'press' && word !== 'help') // Cypress, Whelp
const CORE_STARTS = CORE_WORDS.split(' ').filter((word) => word.length >= 7 || word === 'info' || word === 'sales')

/**
 * What remains of a local part beside a core word must be a word or an abbreviation, not a single initial: `jsales` is a
 * person.
 */
const MIN_REST_CHARS = 2
/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_CHARS = 64
const LONGEST_WORD = 24
/** `gsgs`, `ccdpr`: four or more letters without a vowel are an abbreviation; three letters are somebody's initials. */
const ACRONYM = /^[bcdfghjklmnpqrstvwxz]{4,8}$/
/** `ab8tv`: universities hand out such logins, and what their letters spell is chance. */
const LOGIN = /^[a-z]{2,3}\d[a-z]{2,3}$/
/** Shorter labels of domains occur in names by chance (`ana` in `anaya`). */
const MIN_LABEL_CHARS = 4

/**
 * Whether a local part names a function, department, place or product rather than a person: whole words of about forty
 * languages, `sales-uk`, `info.de`, `office2`, `infoberlin`, `fairhousing`.
 * @param local the part before `@`, in any case; one longer than 64 characters is never a role
 */
export function isRoleAddress(local: string, { role }: RoleWords): boolean {
  if (local === '' || local.length > MAX_LOCAL_CHARS) return false
  return foldings(local).some((folded) => isRole(folded, role))
}

/**
 * Personal or generic. A match with the owner's name overrides the list (`sales@` of Mark Sales); without one, the list
 * decides, then whether the local part is the name of the company (`acmeplumbing@acmeplumbing.example`).
 * @param lists those in use
 * @param place helps to recognise company names; omit it if unknown
 */
export function addressType(
  local: string,
  owner: AddressOwner | null,
  lists: RoleWords,
  place: AddressPlace = {},
): 'personal' | 'generic' {
  const role = isRoleAddress(local, lists)
  if (owner !== null && fitsOwner(local, owner, role)) return 'personal'
  return role || isCompanyName(local, lists.role, place) ? 'generic' : 'personal'
}

/** Initials (`hr` of Hans Roth), truncated names and nicknames match by chance: they never override the list. */
function fitsOwner(local: string, owner: AddressOwner, role: boolean): boolean {
  const fits = fitPatterns(local, { first: owner.firstName ?? '', middle: '', last: owner.lastName ?? '' })
  if (!role) return fits.length > 0
  return fits.some(({ pattern, variant }) => /first|last/.test(pattern) && !/truncated|nickname|numbered/.test(variant))
}

function isRole(local: string, roles: ReadonlySet<string>): boolean {
  const tokens = local.split(/[^\p{L}]+/u).filter(Boolean)
  if (tokens.length === 0) return false
  const whole = tokens.join('')
  if (roles.has(whole) && !SURNAME_WORDS.has(whole)) return true
  if (TEAM_WORDS.has(whole)) return true
  if (GIVEN_NAMES.has(whole) || LOGIN.test(local)) return false
  if (tokens.length > 1 && tokens.some((token) => isPlainRole(token, roles))) return true
  if (tokens.every((token) => isMadeOfWords(token, roles)) && tokens.some((token) => hasEvidence(token, roles)))
    return true
  return tokens.length === 1 && (hasCoreWord(whole) || ACRONYM.test(whole))
}

const isPlainRole = (token: string, roles: ReadonlySet<string>): boolean =>
  token.length > 1 && roles.has(token) && !SURNAME_WORDS.has(token)

const isMadeOfWords = (token: string, roles: ReadonlySet<string>): boolean =>
  token.length === 1 || cut(token, roles) !== null

/**
 * Whether there is a word that is not a name, and long enough beside a tiny one: `me-vans` is M. Evans, `me-sales` the Middle
 * East.
 */
function hasEvidence(token: string, roles: ReadonlySet<string>): boolean {
  const words = cut(token, roles) ?? []
  const enough = words.some((word) => word.length < 3) ? 5 : 3
  return words.some((word) => word.length >= enough && !SURNAME_WORDS.has(word))
}

function hasCoreWord(local: string): boolean {
  return (
    CORE_ENDS.some((word) => local.endsWith(word) && isRest(local.slice(0, -word.length))) ||
    CORE_STARTS.some((word) => local.startsWith(word) && isRest(local.slice(word.length)))
  )
}

const isRest = (rest: string): boolean => rest.length >= MIN_REST_CHARS && !GIVEN_NAMES.has(rest)

/**
 * Splits a string into words of the lists, as few as possible; null if some letters belong to no word. Words of two letters are
 * accepted only together with a longer word. Quadratic in at most 64 letters.
 */
function cut(text: string, roles: ReadonlySet<string>): string[] | null {
  const best: (string[] | null)[] = [[]]
  for (let end = 1; end <= text.length; end++) {
    let found: string[] | null = null
    for (let start = Math.max(0, end - LONGEST_WORD); start < end; start++) {
      const before = best[start]
      const word = text.slice(start, end)
      if (!before || (found && before.length + 1 >= found.length) || !isWord(word, roles)) continue
      found = [...before, word]
    }
    best.push(found)
  }
  const words = best[text.length] ?? null
  return words?.some((word) => word.length > 2) ? words : null
}

const isWord = (word: string, roles: ReadonlySet<string>): boolean =>
  word.length > 1 && (roles.has(word) || BUSINESS_WORDS.has(word))

/** The company's label, or the label and more: `acme@acme.example`, `acmeclinic@acme.example`, `acme@gmail.com` on acme.example. */
function isCompanyName(local: string, roles: ReadonlySet<string>, place: AddressPlace): boolean {
  const letters = local.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return [place.domain, place.siteDomain].some((domain) => domain !== undefined && isLabel(letters, domain, roles))
}

function isLabel(letters: string, domain: string, roles: ReadonlySet<string>): boolean {
  const label = (registrableDomain(domain).split('.')[0] ?? '').replaceAll('-', '')
  if (label.length < MIN_LABEL_CHARS) return false
  if (letters === label) return true
  return letters.startsWith(label) ? letters.length - label.length >= 3 : isShortFor(letters, label, roles)
}

/** `acme` for `acmeplumbing`: what is missing must be words of trade, so `dan` for `dangoldie` stays a person. */
function isShortFor(letters: string, label: string, roles: ReadonlySet<string>): boolean {
  if (letters.length < MIN_LABEL_CHARS || !label.startsWith(letters) || SURNAME_WORDS.has(letters)) return false
  return cut(label.slice(letters.length), roles) !== null
}
