import { dropMarks } from '../../lib/text/fold-text.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { companyKey } from './company-name.ts'

/** What the pages of one site say about its owner's name, each list in the order of the pages, the start page first. */
export interface OrganizationEvidence {
  domain: string
  /** Names of JSON-LD, microdata or h-card organisations that are not of another site. */
  structured: readonly string[]
  /** `og:site_name` and `application-name`. */
  siteNames: readonly string[]
  /** `<title>` of each page. */
  titles: readonly string[]
}

/** How much one mention says; a title part alone says nothing before it repeats or resembles the domain. */
const STRUCTURED_POINTS = 3
const SITE_NAME_POINTS = 2.5
const TITLE_POINTS = 1
/** The name spelled in the domain is the best sign that a part of a title is the name and no slogan. */
const SAME_AS_LABEL_POINTS = 3
const LIKE_LABEL_POINTS = 2
const ENOUGH_POINTS = 2
const MAX_MENTIONS = 50
/** Longer texts are slogans or sentences. */
const MAX_NAME_CHARS = 70
const MAX_NAME_WORDS = 8

/** Separators between the parts of a title; a hyphen only between blanks. */
const PARTS = /\s*[|–—·•»«›‹:]\s*|\s+[-~]\s+|\s*\.\s*\.\s*\.\s*/u
const GREETING =
  /^(?:welcome to|home of|willkommen (?:bei|auf)|bienvenue (?:chez|sur|à)|bienvenidos? a|benvenuti (?:in|da|su)|bem[- ]vindo(?:s)? (?:a|à|ao)|welkom bij)\s+(?:the website of\s+)?/iu
const NO_NAMES = new Set(
  (
    'home|homepage|home page|start|startseite|accueil|inicio|principal|index|welcome|willkommen|bienvenue|bienvenidos|benvenuti|contact|contact us|kontakt|contacto|contatti|' +
    'about|about us|uber uns|team|our team|people|impressum|imprint|news|blog|login|services|products|untitled|untitled document|website|official site|official website|' +
    'page not found|a propos|quienes somos|chi siamo|over ons|careers|jobs|privacy|privacy policy|shop|store|online shop|coming soon|just a moment|access denied|404|error'
  ).split('|'),
)

interface Candidate {
  points: number
  spellings: Map<string, number>
}

/**
 * The organisation's name from what its pages say: structured data, then the site name, then what titles share; among equals
 * the one that the domain spells. Names keep their case and legal form.
 * @returns null when nothing reaches the threshold: a wrong name is worse than none
 */
export function chooseOrganization(evidence: OrganizationEvidence): string | null {
  const candidates = new Map<string, Candidate>()
  for (const name of evidence.structured.slice(0, MAX_MENTIONS)) mention(candidates, name, STRUCTURED_POINTS)
  for (const name of evidence.siteNames.slice(0, MAX_MENTIONS)) mention(candidates, name, SITE_NAME_POINTS)
  for (const title of evidence.titles.slice(0, MAX_MENTIONS)) {
    for (const part of titleParts(title)) mention(candidates, part, TITLE_POINTS)
  }
  const label = labelOf(evidence.domain)
  let best: { name: string; points: number } | null = null
  for (const [key, { points, spellings }] of candidates) {
    const total = Math.min(points, 2 * STRUCTURED_POINTS) + likeness(key, label)
    if (total >= ENOUGH_POINTS && total > (best?.points ?? 0)) best = { name: favourite(spellings), points: total }
  }
  return best?.name ?? null
}

/**
 * A page title or site name cut down to the organisation's name: greeting off, the part that the domain spells, else the
 * whole. Null when nothing name-like is left (`Home`, a slogan).
 */
export function tidyCompanyName(text: string, domain: string): string | null {
  const label = labelOf(domain)
  const parts = titleParts(text)
  const liked = parts.filter((part) => likeness(companyKey(part), label) > 0)
  const [name] = liked.length > 0 ? liked : parts.length === 1 ? parts : []
  return name ?? null
}

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

function isNameLike(text: string): boolean {
  if (text.length < 2 || text.length > MAX_NAME_CHARS || text.split(/\s+/).length > MAX_NAME_WORDS) return false
  const key = dropMarks(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return /\p{L}/u.test(key) && !NO_NAMES.has(key)
}

function mention(candidates: Map<string, Candidate>, text: string, points: number): void {
  const name = text.replace(/\s+/g, ' ').trim().replace(GREETING, '')
  const key = companyKey(name)
  if (key === '' || !isNameLike(name)) return
  const candidate = candidates.get(key) ?? { points: 0, spellings: new Map<string, number>() }
  candidate.points += points
  candidate.spellings.set(name, (candidate.spellings.get(name) ?? 0) + points)
  candidates.set(key, candidate)
}

/** The most used spelling; shouted and whispered ones only when there is no other. */
function favourite(spellings: ReadonlyMap<string, number>): string {
  const isMixed = (name: string): boolean => name !== name.toUpperCase() && name !== name.toLowerCase()
  const sorted = [...spellings].sort(([a, p], [b, q]) => Number(isMixed(b)) - Number(isMixed(a)) || q - p)
  return sorted[0]?.[0] ?? ''
}

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
  return label.length >= 4 && joined.some((text) => text.startsWith(label)) ? LIKE_LABEL_POINTS : 0
}
