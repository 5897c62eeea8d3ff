import { foldName } from '../../../lib/text/person-name-fold.ts'
import { firstForms, initialForms, lastForms } from '../../names/name-forms.ts'
import { otherFirstNames } from '../../names/nicknames.ts'
import { COMMON, GIVEN, SURNAME, kindOfFolded } from './name-words.ts'
import type { PersonName } from './name-evidence.ts'

/**
 * How well a local part fits a name. 3: the surname with first name or initial; 2: one part alone, initials, or a truncated
 * login; 1: it contains a good part of the name; 0: no evidence, as for a login of three letters that are not initials; -1: it
 * contains somebody else's name.
 */
export type FitGrade = -1 | 0 | 1 | 2 | 3

/** Shorter parts occur in local parts by chance. */
const MIN_PART_CHARS = 4
const MIN_STEM_CHARS = 3
const MAX_FIRST_CHARS = 14
const MIN_TWO_HEADS = 5
/** Old login systems truncate names at eight characters. */
const LOGIN_CHARS = 8
const SEPARATORS = /[._-]/g
const AT_EDGE = /^[._-]|[._-]$/

/** The spellings of each part of a name, as sets of pieces of local parts. */
interface NameForms {
  first: string
  /** The page has only the initial of the first name. */
  initialled: boolean
  last: string
  firsts: ReadonlySet<string>
  lasts: ReadonlySet<string>
  /** What may accompany the surname: first name or initial, with or without middle name. */
  beside: ReadonlySet<string>
  lastInitials: ReadonlySet<string>
  initials: ReadonlySet<string>
  own: readonly string[]
  /** Every longer local part that fits contains one of these: the beginning of a form of the surname or the first name. */
  stems: readonly string[]
  /** Grades of the local parts tried so far. */
  grades: Map<string, FitGrade>
}

/** Grades local parts against names; the forms of a name and its grades are kept for the page. */
export class NameFitter {
  private readonly known = new Map<string, NameForms>()

  grade(local: string, name: PersonName, key: string): FitGrade {
    const forms = this.formsOf(name, key)
    let grade = forms.grades.get(local)
    if (grade === undefined) {
      grade = gradeOf(local, forms)
      forms.grades.set(local, grade)
    }
    return grade
  }

  private formsOf(name: PersonName, key: string): NameForms {
    const id = `${key} ${name.middle}`
    const known = this.known.get(id)
    if (known) return known
    const forms = buildForms(name)
    this.known.set(id, forms)
    return forms
  }
}

function gradeOf(local: string, forms: NameForms): FitGrade {
  const bare = local.toLowerCase().replace(/\d{1,4}$/, '')
  const letters = bare.replace(/[^a-z\u0080-\uffff]/g, '')
  const mayFit = letters.length <= MIN_PART_CHARS || forms.stems.some((stem) => letters.includes(stem))
  const pattern = mayFit ? patternGrade(bare, forms) : 0
  if (pattern > 0) return pattern
  if (letters === '') return 0
  if (holdsPart(letters, forms)) return 1
  if (letters.length < MIN_PART_CHARS) {
    // A generated login (`q881x`, `kvt`) is evidence neither for nor against anyone.
    return forms.initials.has(letters) && letters.length > 1 ? 1 : 0
  }
  if (forms.initialled && mayBeFirst(bare, forms)) return 1
  return carriesOther(bare, forms.own) ? -1 : 0
}

function buildForms(name: PersonName): NameForms {
  const firsts = firstForms(name.first).map((form) => form.text)
  const middles = [...firstForms(name.middle), ...initialForms(name.middle, 'first')].map((form) => form.text)
  const initials = initialForms(name.first, 'first').map((form) => form.text)
  const heads = [...firsts, ...initials]
  const lastInitials = initialForms(name.last, 'last').map((form) => form.text)
  const lasts = lastForms(name.last).map((form) => form.text)
  const first = foldName(name.first).replace(/[^a-z]/g, '')
  return {
    first,
    initialled: first.length === 1,
    last: foldName(name.last).replace(/[^a-z]/g, ''),
    firsts: new Set(firsts),
    lasts: new Set(lasts),
    stems: [...new Set([...firsts, ...lasts].map((form) => plain(form).slice(0, MIN_STEM_CHARS)))].filter(Boolean),
    beside: new Set([...heads, ...heads.flatMap((head) => middles.map((middle) => head + middle))].map(plain)),
    lastInitials: new Set(lastInitials),
    initials: new Set([
      initialsOf(name.first),
      initialsOf(`${name.first} ${name.middle} ${name.last}`),
      ...twoInitials(initials, lastInitials),
    ]),
    own: foldName(`${name.first} ${name.middle} ${name.last}`).split(/[ '-]+/),
    grades: new Map(),
  }
}

const plain = (text: string): string => text.replace(SEPARATORS, '')
const twoInitials = (first: readonly string[], last: readonly string[]): string[] =>
  first.flatMap((f) => last.map((l) => f + l))
const initialsOf = (text: string): string =>
  foldName(text)
    .split(/[ -]+/)
    .map((part) => part[0] ?? '')
    .join('')

/** Matches the patterns of addresses, as the parts they consist of: what accompanies the surname decides. */
function patternGrade(local: string, forms: NameForms): 0 | 2 | 3 {
  const { firsts, lasts, beside, lastInitials, initials } = forms
  let best: 0 | 2 | 3 = firsts.has(local) ? 2 : 0
  for (const last of lasts) {
    if (local === last && last.length > 1) best = 2
    if (!local.includes(last) || local.length === last.length) continue
    const head = local.endsWith(last) ? local.slice(0, -last.length) : ''
    const tail = local.startsWith(last) ? local.slice(last.length) : ''
    if ((head !== '' && beside.has(plain(head))) || (tail !== '' && beside.has(plain(tail))))
      return local.length > 3 ? 3 : 2
    if (last.length >= MIN_STEM_CHARS && (isHeadOf(head, forms) || isHeadOf(tail, forms))) return 3
  }
  for (const first of firsts) {
    if (local.startsWith(first) && lastInitials.has(local.slice(first.length).replace(AT_EDGE, ''))) best = 2
    if (local.endsWith(first) && lastInitials.has(local.slice(0, -first.length).replace(AT_EDGE, ''))) best = 2
  }
  if (best > 0) return best
  if (local.length > 1 && initials.has(plain(local))) return 2
  if (local.length === LOGIN_CHARS && isCutLogin(local, beside, lasts)) return 2
  return isTwoHeads(local, forms) ? 2 : 0
}

/**
 * Next to a whole surname: the beginning of the first name (`sa.lind`, `christlind`), or a first name of which the page has
 * only the initial.
 */
function isHeadOf(rest: string, { first, initialled }: NameForms): boolean {
  const head = plain(rest)
  if (head.length < 2 || head.length > MAX_FIRST_CHARS || /[^a-z]/.test(head)) return false
  return initialled ? rest !== head && head.startsWith(first.slice(0, 1)) : first.startsWith(head)
}

/** `samlin` of Samira Lindqvist: two or more first letters of each, one after the other. */
function isTwoHeads(local: string, { first, last }: NameForms): boolean {
  if (local.length < MIN_TWO_HEADS || local.length > LOGIN_CHARS) return false
  for (let cut = 2; cut <= local.length - 2; cut++) {
    const [head, tail] = [local.slice(0, cut), local.slice(cut)]
    if ((first.startsWith(head) && last.startsWith(tail)) || (last.startsWith(head) && first.startsWith(tail)))
      return true
  }
  return false
}

function isCutLogin(local: string, beside: ReadonlySet<string>, lasts: ReadonlySet<string>): boolean {
  for (const last of lasts) for (const head of beside) if ((head + last).startsWith(local)) return true
  return false
}

/** `buzsher` of Buz Sherman, `smithlaw` of Ann Smith, `drjones`. */
function holdsPart(letters: string, { first, last }: NameForms): boolean {
  if (last.length >= MIN_PART_CHARS && letters.includes(last)) return true
  if (first.length >= MIN_PART_CHARS && letters.startsWith(first)) return true
  const stem = last.slice(0, MIN_STEM_CHARS)
  return (
    stem.length === MIN_STEM_CHARS &&
    first !== '' &&
    letters.startsWith(first[0] ?? '') &&
    letters.slice(1).includes(stem)
  )
}

/** `giulia@` and `giuliar@` of G. Russo: a given name with that initial, followed at most by the initial of the surname. */
function mayBeFirst(local: string, { first, lastInitials }: NameForms): boolean {
  if (!local.startsWith(first)) return false
  return isGivenOnly(local) || (lastInitials.has(local.slice(-1)) && isGivenOnly(local.slice(0, -1)))
}

/**
 * Whether a local part contains another known name: `mary.jones` for John Smith, or somebody else's given name. One of three
 * letters (`reg` of `reg3dir`) may be short for anything.
 */
function carriesOther(local: string, own: readonly string[]): boolean {
  const tokens = local.split(/[^a-z]+/).filter((token) => token.length >= MIN_STEM_CHARS)
  const isOwn = (token: string): boolean =>
    own.some(
      (part) =>
        part.length > 1 && (token.startsWith(part.slice(0, MIN_STEM_CHARS)) || otherFirstNames(part).includes(token)),
    )
  if (tokens.some(isOwn)) return false
  return (
    tokens.some((token) => (token.length >= MIN_PART_CHARS && isGivenOnly(token)) || isTwoNames(token)) ||
    (tokens.length > 1 && tokens.some((token) => (kindOfFolded(token) & SURNAME) !== 0))
  )
}

const isGivenOnly = (token: string): boolean => (kindOfFolded(token) & (GIVEN | COMMON)) === GIVEN

/** `ashokkumar`, `marysmith`: two known names joined */
function isTwoNames(token: string): boolean {
  for (let cut = MIN_PART_CHARS; cut <= token.length - MIN_STEM_CHARS; cut++) {
    const rest = kindOfFolded(token.slice(cut))
    if (isGivenOnly(token.slice(0, cut)) && (rest & (GIVEN | SURNAME)) !== 0 && (rest & COMMON) === 0) return true
  }
  return false
}
