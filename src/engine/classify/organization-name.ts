import { dropMarks } from '../../lib/text/fold-text.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { companyKey, withoutLegalForm } from './company-name.ts'

/** What the pages of a site say about its owner's name; each list is in page order, with the start page first. */
export interface OrganizationEvidence {
  domain: string
  /** Names of JSON-LD, microdata or h-card organisations that do not belong to another site. */
  structured: readonly string[]
  /** `og:site_name` and `application-name`. */
  siteNames: readonly string[]
  /** `<title>` of each page. */
  titles: readonly string[]
  /** Names in copyright lines. */
  copyrights?: readonly string[]
  /** Texts of logo images. */
  logos?: readonly string[]
  /** Names with a legal form in footers and imprints. */
  legalNames?: readonly string[]
}

/** The weight of one mention; a part of a title alone means nothing until it recurs or resembles the domain. */
const STRUCTURED_POINTS = 3
const SITE_NAME_POINTS = 2.5
const TITLE_POINTS = 1
const COPYRIGHT_POINTS = 1.5
const LOGO_POINTS = 1
const LEGAL_NAME_POINTS = 1
/** For a name that the domain spells exactly. */
const SPELT_POINTS = 2
/** A name written as a domain counts only if there is nothing better. */
const DOMAIN_POINTS = 6
/** Each additional kind of sign counts more than repetition of one. */
const SIGN_POINTS = 3
/** That the domain spells it is the best sign that a part of a title is the name and not a slogan. */
const SAME_AS_LABEL_POINTS = 3
const LIKE_LABEL_POINTS = 2
const MAX_MENTIONS = 50
/** Longer texts are slogans or sentences. */
const MAX_NAME_CHARS = 70
const MAX_NAME_WORDS = 8
const MOST_NAME_WORDS = 5

/** Separators between the parts of a title; a hyphen counts only between spaces. */
const PARTS = /\s*[|–—·•»«›‹:]\s*|\s+(?:-{1,3}|~)\s+|\s*\.\s*\.\s*\.\s*/u
const GREETING =
  /^(?:welcome to|home of|willkommen (?:bei|auf)|bienvenue (?:chez|sur|à)|bienvenidos? a|benvenuti (?:in|da|su)|bem[- ]vindo(?:s)? (?:a|à|ao)|welkom bij)\s+(?:the website of\s+)?/iu
/** What a title says of its page in the same words as the name: `Contact Acme`, `Acme Contact Information`. */
const OF_PAGE =
  /^(?:about|contact|kontakt|impressum|über|contacter|contactar|sobre) (?=\p{Lu})|\s+(?:contact(?: us| info(?:rmation)?| details)?|about us|official (?:web ?)?site|home ?page|kontakt|impressum|imprint|contacto|contatti)$/iu
const NO_NAMES = new Set(
  (
    'home|homepage|home page|start|startseite|accueil|inicio|principal|index|welcome|willkommen|bienvenue|bienvenidos|benvenuti|contact|contact us|kontakt|contacto|contatti|' +
    'about|about us|uber uns|team|our team|people|impressum|imprint|news|blog|login|services|products|untitled|untitled document|website|official site|official website|' +
    'page not found|a propos|quienes somos|chi siamo|over ons|careers|jobs|privacy|privacy policy|shop|store|online shop|coming soon|just a moment|access denied|404|error|' +
    'your company|your company name|company name|your name|your logo|your business|your brand|your site|your website|my site|my website|site name|site title|sitename|business name|brand name|logo'
  ).split('|'),
)

type Sign = 'structured' | 'site' | 'title' | 'constant' | 'copyright' | 'logo' | 'legal'

interface Candidate {
  points: number
  signs: Set<Sign>
  spellings: Map<string, number>
}

/**
 * The organisation's name, from what its pages say: structured data, then the site name, then what titles share; among equals,
 * the one that the domain spells. Names keep their case and legal form.
 * @returns null if nothing reaches the threshold: a wrong name is worse than none
 */
export function chooseOrganization(evidence: OrganizationEvidence): string | null {
  const candidates = new Map<string, Candidate>()
  const label = labelOf(evidence.domain)
  const add = (sign: Sign, names: readonly string[], points: number): void => {
    for (const name of names.slice(0, MAX_MENTIONS)) {
      mention(candidates, name, { sign, points })
      // A long text is a name followed by what the company does.
      const spelt = name.split(/\s+/).length > MOST_NAME_WORDS ? speltRun(name, label) : null
      if (spelt !== null) mention(candidates, spelt, { sign, points })
    }
  }
  add('structured', evidence.structured, STRUCTURED_POINTS)
  add('site', evidence.siteNames, SITE_NAME_POINTS)
  add('title', evidence.titles.slice(0, MAX_MENTIONS).flatMap(titleNames), TITLE_POINTS)
  add(
    'title',
    evidence.titles.slice(0, MAX_MENTIONS).flatMap((title) => speltWithin(title, label)),
    TITLE_POINTS,
  )
  add('constant', constantParts(evidence.titles), 0)
  add('title', namesWithin(evidence.titles, (evidence.copyrights ?? []).map(withoutLegalForm)), TITLE_POINTS)
  // These are on every page in the same words: once is enough.
  add('copyright', [...new Set(evidence.copyrights)].map(withoutLegalForm), COPYRIGHT_POINTS)
  add('logo', [...new Set(evidence.logos)], LOGO_POINTS)
  add('legal', [...new Set(evidence.legalNames)].map(withoutLegalForm), LEGAL_NAME_POINTS)
  const found: { name: string; points: number; isLiked: boolean }[] = []
  for (const [key, { points, signs, spellings }] of candidates) {
    const name = favourite(spellings)
    const isShown = signs.has('copyright') || signs.has('logo') || signs.has('legal') || signs.has('site')
    const isSpelt = key.replaceAll(' ', '') === label
    const liked =
      isSpelt || isShown || isWholeName(name, key, label) ? likeness(key, label) + (isSpelt ? SPELT_POINTS : 0) : 0
    const kinds = signs.size + (liked > 0 ? 1 : 0)
    // A single sign may be a slogan, a product or a partner; only structured data suffices alone. What titles share is no
    // second sign beside the titles, nor is a legal name beside the copyright line: both may name the operator of a shop or
    // hotel that others own.
    const apart = kinds - sameTwice(signs, 'title', 'constant') - sameTwice(signs, 'copyright', 'legal')
    if (apart < 2 && !signs.has('structured')) continue
    const total =
      Math.min(points, 2 * STRUCTURED_POINTS) + liked + SIGN_POINTS * kinds - (isDomain(name) ? DOMAIN_POINTS : 0)
    if (total > 0) found.push({ name, points: total, isLiked: liked > 0 })
  }
  // A domain is what software fills in if nobody entered a name: it yields to a name that it abbreviates.
  const isNamed = found.some(({ name, isLiked }) => isLiked && !isDomain(name))
  const [first, ...others] = found.filter(({ name }) => !isNamed || !isDomain(name))
  return first === undefined
    ? null
    : others.reduce((one, other) => (other.points > one.points ? other : one), first).name
}

const sameTwice = (signs: ReadonlySet<Sign>, one: Sign, other: Sign): number =>
  signs.has(one) && signs.has(other) ? 1 : 0

function titleParts(title: string): string[] {
  const parts = title.slice(0, 4 * MAX_NAME_CHARS).split(PARTS)
  return [
    ...new Set(
      parts.map((part) =>
        part
          .trim()
          .replace(GREETING, '')
          .replace(/[!.,\s]+$/u, ''),
      ),
    ),
  ].filter(isNameLike)
}

/** The parts of a title, and what is left of them without words about the page. */
const titleNames = (title: string): string[] =>
  titleParts(title).flatMap((part) => {
    const name = part.replace(OF_PAGE, '')
    return name !== part && isNameLike(name) ? [part, name] : [part]
  })

function isNameLike(text: string): boolean {
  if (text.length < 2 || text.length > MAX_NAME_CHARS || text.split(/\s+/).length > MAX_NAME_WORDS) return false
  const key = dropMarks(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return /\p{L}/u.test(key) && !NO_NAMES.has(key)
}

function mention(
  candidates: Map<string, Candidate>,
  text: string,
  { sign, points }: { sign: Sign; points: number },
): void {
  const name = text.replace(/\s+/g, ' ').replace(PICTURES_AROUND, '').replace(GREETING, '')
  const key = companyKey(name.replace(EASTERN_SPACE, ''))
  if (key === '' || !isNameLike(name)) return
  const candidate = candidates.get(key) ?? { points: 0, signs: new Set<Sign>(), spellings: new Map<string, number>() }
  candidate.points += points
  candidate.signs.add(sign)
  candidate.spellings.set(name, (candidate.spellings.get(name) ?? 0) + points)
  candidates.set(key, candidate)
}

/** `🦷 Acme Dental`: what a title has around the name to be seen. */
const PICTURES_AROUND =
  /^(?:\s|\u{fe0f}|(?![©®™])\p{Extended_Pictographic})+|(?:\s|\u{fe0f}|(?![©®™])\p{Extended_Pictographic})+$/gu
/** `株式会社 田中商店` and `株式会社田中商店` are one. */
const EASTERN_SPACE = /(?<=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]) (?=[\u3040-\u30ff\u4e00-\u9fff])/gu

/** The most used spelling; those all in capitals or all in lower case only if there is no other. */
function favourite(spellings: ReadonlyMap<string, number>): string {
  const isMixed = (name: string): boolean => name !== name.toUpperCase() && name !== name.toLowerCase()
  const sorted = [...spellings].sort(([a, p], [b, q]) => Number(isMixed(b)) - Number(isMixed(a)) || q - p)
  return sorted[0]?.[0] ?? ''
}

const isDomain = (name: string): boolean => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+){0,2}\.[a-z]{2,7}$/iu.test(name)

/** Parts shared by three different titles: what varies is about the page, what stays is the company. */
function constantParts(titles: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const title of new Set(titles.slice(0, MAX_MENTIONS)))
    for (const part of titleNames(title)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts].filter(([, count]) => count >= 3).map(([part]) => part)
}

/** Those names from copyright lines that have several words and occur within a title. */
function namesWithin(titles: readonly string[], names: readonly string[]): string[] {
  const texts = titles.slice(0, MAX_MENTIONS).map((title) => ` ${companyKey(title.slice(0, 4 * MAX_NAME_CHARS))} `)
  return [...new Set(names)].slice(0, MAX_MENTIONS).filter((name) => {
    const key = companyKey(name)
    return key.includes(' ') && texts.some((text) => text.includes(` ${key} `))
  })
}

/** The names that the domain spells in parts of a title that are too long to be one: `Elm Farm, apples near Leeds and …`. */
const speltWithin = (title: string, label: string): string[] =>
  title
    .slice(0, 4 * MAX_NAME_CHARS)
    .split(PARTS)
    .filter((part) => part.length > MAX_NAME_CHARS || part.split(/\s+/).length > MAX_NAME_WORDS)
    .flatMap((part) => speltRun(part, label) ?? [])
    // `Find cheap flights to …` is what is sold at cheapflights.
    .filter((name) => /^\p{Lu}/u.test(name) && !name.split(' ').some(isOrdinary))

/** Consecutive words that spell the label of the domain: `Chas & Phil` of `Chas & Phil Wholesale Suppliers` for chasandphil. */
function speltRun(text: string, label: string): string | null {
  const words = text
    .slice(0, 4 * MAX_NAME_CHARS)
    .split(/\s+/)
    .slice(0, 20)
  for (let start = 0; start < words.length; start++)
    for (let end = start + 2; end <= Math.min(words.length, start + 5); end++) {
      const run = words.slice(start, end).join(' ')
      if (companyKey(run).replaceAll(' ', '') === label) return run.replace(/[,;:.]+$/u, '')
    }
  return null
}

const SMALL_WORD = /^(?:a|and|at|by|for|in|of|on|the|to|de|del|der|des|di|du|et|la|le|les|und|van|von|y|&)$/u

/**
 * In a title alone, what the domain spells in part is a name unless it begins a slogan (`Acme offers cheap braces`), or says
 * less than the domain, as the trade alone does (`Dental` of acebracesdental).
 */
function isWholeName(name: string, key: string, label: string): boolean {
  const isPart = key.length < label.length && !key.includes(' ') && withoutLegalForm(name) === name
  return !isPart && !name.split(/\s+/).some(isOrdinary)
}
const isOrdinary = (word: string, at: number): boolean => at > 0 && /^\p{Ll}/u.test(word) && !SMALL_WORD.test(word)

const labelOf = (domain: string): string => (registrableDomain(domain).split('.')[0] ?? '').replaceAll('-', '')

/** How well the domain spells the name: `acmeplumbing`, `acme` or `ap` for Acme Plumbing. */
function likeness(key: string, label: string): number {
  const words = key.split(' ').filter((word) => word !== 'and')
  const joined = [words.join(''), key.replaceAll(' ', '')]
  if (joined.includes(label)) return SAME_AS_LABEL_POINTS
  if (label.length < 2 || joined.every((text) => text.length < 2)) return 0
  const initials = words.map((word) => word[0]).join('')
  if (words.length > 1 && (initials === label || words[0] === label)) return LIKE_LABEL_POINTS
  if (joined.some((text) => text.length >= 4 && label.includes(text))) return LIKE_LABEL_POINTS
  if (words.length > 1 && abbreviates(label, words)) return LIKE_LABEL_POINTS
  return label.length >= 4 && joined.some((text) => text.startsWith(label)) ? LIKE_LABEL_POINTS : 0
}

const MIN_WHOLE = 5
const MAX_ABBREVIATED = 6

/**
 * Whether a label is the words of a name in order, one of them whole and the others by their first letter and some of the rest:
 * `nwtimber` for Northwest Timber.
 */
function abbreviates(label: string, words: readonly string[], hasWhole = false): boolean {
  const [word = '', ...rest] = words
  if (word === '' || words.length > MAX_ABBREVIATED) return label === '' && hasWhole
  if (word.length >= MIN_WHOLE && label.startsWith(word) && abbreviates(label.slice(word.length), rest, true))
    return true
  let at = 0
  for (let length = 1; length <= label.length; length++) {
    at = length === 1 ? (word[0] === label[0] ? 1 : -1) : word.indexOf(label[length - 1] ?? '', at) + 1
    if (at <= 0) return false
    if (abbreviates(label.slice(length), rest, hasWhole)) return true
  }
  return false
}
