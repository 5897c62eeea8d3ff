import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { cellOf } from '../../../src/engine/find/calibration-cell.ts'
import type { CalibrationCell } from '../../../src/engine/find/calibration-cell.ts'
import { calibrate } from '../../../src/engine/find/calibration-map.ts'
import { partsOfFullName } from '../../../src/engine/extract/names/full-name.ts'
import { fitEvidence, learnFromFits } from '../../../src/engine/find/pattern-learner.ts'
import type { FittedPerson, Usual } from '../../../src/engine/find/pattern-learner.ts'
import type { NameParts } from '../../../src/engine/names/patterns.ts'
import { countDomain, groupsOf, usualAt } from '../../../src/engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../../src/engine/find/usual-patterns.ts'
import { foldName } from '../../../src/lib/text/person-name-fold.ts'
import { bareRecord } from '../../../src/lib/text/own-value.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'
import { randomFrom } from '../../support/random.ts'
import type { NamedTriple } from '../../support/generate-names.ts'
import type { Guess } from './calibration.ts'

interface Named {
  key: string
  name: NameParts
  local: string
  domain: string
  /** The address compared with the name; empty for a role address. */
  fitted: readonly FittedPerson[]
}

/** The person asked for, with what the finder said. */
export interface AskedGuess extends Guess {
  cell: CalibrationCell
  /** The chance given by the patterns alone, before the map. */
  raw: number
  /** Who was missed, for reading, if none of the answers was right. */
  missed: string | null
}

export interface World {
  people: number
  domains: number
  largeDomains: number
  /** Asks for each person in turn, with this many of the others known. */
  guessesAt: (known: number) => AskedGuess[]
}

const FOLDS = 20
/** Domains with fewer people are left out if there are enough with this many: the published figures are about those. */
export const MIN_PEOPLE = 10
const ENOUGH_DOMAINS = 20
/** So that the largest companies do not decide. */
const MAX_CASES_A_DOMAIN = 10
/** The weight of evidence: the known addresses are true. */
const WEIGHT = 1

/**
 * People with known addresses, to be asked for one at a time. What is usual is learnt from the other domains, as a
 * running Quarry does every night from its index: each twentieth of the domains is asked with what the others taught.
 * @param isAlone whether nothing is learnt from other domains
 */
export function worldOf(triples: readonly NamedTriple[], isAlone: boolean): World {
  const people = triples.map(named)
  const byDomain = Map.groupBy(people, (person) => person.domain)
  const companies = [...byDomain.values()]
  const large = companies.filter((colleagues) => colleagues.length >= MIN_PEOPLE)
  const usual = isAlone ? new Map<string, Usual>() : usualByDomain(byDomain)
  const askedAt = (known: number) =>
    large.length >= ENOUGH_DOMAINS ? large : companies.filter((colleagues) => colleagues.length > known)
  return {
    people: people.length,
    domains: byDomain.size,
    largeDomains: large.length,
    guessesAt: (known) => askedAt(known).flatMap((colleagues) => askEach(colleagues, known, usual)),
  }
}

function named({ first, last, domain, email }: NamedTriple): Named {
  const name = last === '' ? partsOfFullName(first) : { first, middle: '', last }
  const local = email.slice(0, email.lastIndexOf('@'))
  const fitted = fitEvidence({ local, name, weight: WEIGHT }, SHIPPED_LISTS)
  return { key: foldName(`${name.first} ${name.last}`), name, local, domain, fitted }
}

/** The known colleagues are drawn in the same way every time. */
function askEach(colleagues: readonly Named[], known: number, usual: ReadonlyMap<string, Usual>): AskedGuess[] {
  const shuffled = shuffle(colleagues)
  return shuffled.slice(0, MAX_CASES_A_DOMAIN).map((asked, i) => {
    const others = [...shuffled.slice(i + 1), ...shuffled.slice(0, i)]
      .filter(({ key }) => key !== asked.key)
      .slice(0, known)
    return guess(asked, others, usual.get(asked.domain))
  })
}

/** What to expect at each domain, learnt from the domains in the other folds. */
function usualByDomain(byDomain: ReadonlyMap<string, readonly Named[]>): Map<string, Usual> {
  const domains = [...byDomain].map(([domain, colleagues], i) => {
    return { domain, fold: i % FOLDS, learnt: learnFromFits(colleagues.flatMap(({ fitted }) => fitted)) }
  })
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const counts: PatternCounts = bareRecord()
    for (const other of domains) if (other.fold !== fold) countDomain(counts, groupsOf(other.domain), other.learnt)
    return counts
  })
  return new Map(domains.map(({ domain, fold }) => [domain, usualAt(folds[fold] ?? {}, groupsOf(domain))]))
}

function guess({ name, local, domain }: Named, known: readonly Named[], usual: Usual | undefined): AskedGuess {
  const learnt = learnFromFits(
    known.flatMap(({ fitted }) => fitted),
    usual,
  )
  const ranked = rankCandidates(name, learnt, new Set(known.map((other) => other.local)))
  const cell = cellOf(learnt, name)
  const rank = ranked.findIndex((candidate) => candidate.local === local) + 1
  return {
    rank: rank === 0 ? null : rank,
    probability: calibrate(ranked, cell)[0]?.probability ?? 0,
    domain,
    raw: ranked[0]?.probability ?? 0,
    cell,
    missed: rank === 0 ? `${known.length} known: ${Object.values(name).join(' ')} has ${local}@${domain}` : null,
  }
}

function shuffle<T>(items: readonly T[]): T[] {
  const random = randomFrom(items.length)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
