import { worthLeft } from './source-age.ts'

/** One page that shows the address. */
export interface ConfidenceSource {
  /** Mail domain of the address, and domain of the site that shows it. */
  domain: string
  sourceDomain: string
  quality: 'high' | 'medium' | 'low'
  /** Only in elements hidden from readers. */
  hidden: boolean
  lastSeenAt: Date
  stillOnPage: boolean
}

/** What else is known; null if there is nothing to compare. */
export interface ConfidenceSigns {
  /** Whether the local part is a rendering of the owner's name. */
  nameFits: boolean | null
  /** Whether it follows the domain's pattern. */
  patternFits: boolean | null
  /** Status of the latest verification. */
  verification: string | null
}

/** Probability that an address found in this way, today, on its own site, is right and in use. */
const QUALITY: Record<ConfidenceSource['quality'], number> = { high: 0.9, medium: 0.7, low: 0.25 }
/** Another site copies, and learns late that someone has left. */
const OTHER_SITE = 0.85
const HIDDEN = 0.3
/** Pages of one site have the same author and template: a second page counts for a quarter. */
const SAME_SITE = 0.25
/** More pages do not make a visible difference. */
const MAX_SOURCES = 200

/** What remains of the doubt when a sign agrees, and of the confidence when it contradicts. */
const AGREES = 0.8
const CONTRADICTS = 0.95
/** Signs support evidence but cannot replace it: below this, agreement changes nothing. */
const ENOUGH_TO_SUPPORT = 0.5
const VALID_DOUBT = 0.3
const INVALID_CONFIDENCE = 0.02
/** More certainty is not possible from outside. */
const MOST = 0.99

/**
 * How certain it is that the address is right, in percent: independent sources combine as 1 − Π(1 − qᵢ); further pages of one
 * site are not independent. A fresh `mailto:` on the company's own site gives 90, with fitting name and pattern 94.
 * @returns an integer from 0 to 100; 0 without sources
 */
export function confidence(sources: readonly ConfidenceSource[], signs: ConfidenceSigns, now: Date): number {
  if (sources.length === 0) return 0
  let chance = combine(sources.slice(0, MAX_SOURCES), now)
  for (const fits of [signs.nameFits, signs.patternFits]) chance = weigh(chance, fits)
  if (signs.verification === 'valid') chance = 1 - (1 - chance) * VALID_DOUBT
  if (signs.verification === 'invalid') chance = Math.min(chance, INVALID_CONFIDENCE)
  return Math.round(100 * Math.min(chance, MOST))
}

/** A confidence that includes a valid verification, from 0 to 1, as it was before. */
export const withoutVerification = (chance: number): number => Math.max(0, 1 - (1 - chance) / VALID_DOUBT)

function combine(sources: readonly ConfidenceSource[], now: Date): number {
  const bySite = Map.groupBy(sources, (source) => source.sourceDomain)
  let doubt = 1
  for (const pages of bySite.values()) {
    const [best = 0, ...others] = pages.map((page) => chanceOf(page, now)).sort((a, b) => b - a)
    doubt *= 1 - best
    for (const other of others) doubt *= 1 - other * SAME_SITE
  }
  return 1 - doubt
}

function chanceOf(source: ConfidenceSource, now: Date): number {
  const { quality, hidden, sourceDomain, domain } = source
  const site = sourceDomain === domain || domain.endsWith(`.${sourceDomain}`) ? 1 : OTHER_SITE
  return QUALITY[quality] * site * (hidden ? HIDDEN : 1) * worthLeft(source, now)
}

function weigh(chance: number, fits: boolean | null): number {
  if (fits === null) return chance
  if (!fits) return chance * CONTRADICTS
  return chance < ENOUGH_TO_SUPPORT ? chance : 1 - (1 - chance) * AGREES
}
