import type { Part } from '../../context.ts'
import type { DomainFacts, FoundAddressRow } from '../../db/search/search-store.ts'
import { cellOf } from '../../engine/find/calibration-cell.ts'
import { calibrate } from '../../engine/find/calibration-map.ts'
import { rankCandidates } from '../../engine/find/candidates.ts'
import type { Candidate } from '../../engine/find/candidates.ts'
import { withoutVerification } from '../../engine/find/confidence.ts'
import { learnPattern } from '../../engine/find/pattern-learner.ts'
import type { PatternEvidence } from '../../engine/find/pattern-learner.ts'
import type { NameParts } from '../../engine/names/patterns.ts'
import { meantBy, namesakesAmong } from '../../engine/find/namesakes.ts'
import { samePerson } from '../../engine/find/same-person.ts'
import { foldName } from '../../lib/text/person-name-fold.ts'
import { evidenceOf } from '../crawl/learn-domain.ts'

/** What may be a person's address, before any server has been asked. */
export interface PossibleAddresses {
  /** The address on record for the person. */
  onRecord: RecordedAddress | null
  /** Best first, without the one on record. */
  candidates: Candidate[]
  /** What the index knows about them, by local part. */
  rows: ReadonlyMap<string, FoundAddressRow>
  /** How many people at the domain are known by name and address. */
  colleagues: number
  /** People with exactly this name, if nothing in the request tells which is meant; then none of them is returned. */
  namesakes: FoundAddressRow[]
}

export interface RecordedAddress extends Candidate {
  /** The probability without the mail server's answer, if that is already part of it. */
  unchecked: number
}

/** More people than this reveal nothing new about a pattern. */
const MAX_EVIDENCE = 300
/** With fewer people than this, the organisation's other domains help. */
const ENOUGH_EVIDENCE = 3
const MAX_SISTERS = 3
/** Companies of one group usually, but not always, form addresses alike. */
const SISTER_WEIGHT = 0.5
/** Limits the rows of people with the same last name, and of addresses that may be theirs. */
const MAX_ROWS = 200
/** The share for an address on record under a nickname or an initial, which may be somebody else's. */
const LIKELY_SHARE = 0.8

interface PersonAt {
  domain: string
  name: NameParts
  /** Of a profile, in lower case; null if none was sent. */
  handle: string | null
  facts: DomainFacts
}

/** What the index knows about the person, and what colleagues' addresses make likely. */
export async function possibleAddresses(
  call: Part<'clock' | 'lists' | 'usualPatterns', 'people' | 'sites'>,
  { domain, name, handle, facts }: PersonAt,
): Promise<PossibleAddresses> {
  const { evidence, taken, own } = await colleagues(call, domain, name)
  const sisters = await sisterEvidence(call, evidence, facts)
  const learnt = learnPattern([...evidence, ...sisters], call.lists.inUse, await call.usualPatterns.at(domain))
  const free = calibrate(
    rankCandidates(name, learnt, taken),
    cellOf(learnt, name),
    await call.usualPatterns.calibration(),
  )
  const found = await call.store.people.possibleAddresses({
    domain,
    lastNames: spellingsOf(name),
    values: [...own, ...free.map(({ local }) => `${local}@${domain}`)],
    limit: MAX_ROWS,
  })
  const rows = new Map(found.map((row) => [localOf(row), row]))
  const namesakes = namesakesAmong(
    found.filter((row) => samePerson(name, partsOf(row)) === 'certain'),
    { name, handle },
  )
  const onRecord = recordOf(found, name, handle)
  const candidates = free.filter(({ local }) => local !== onRecord?.local && isFree(rows.get(local)))
  return {
    onRecord,
    candidates: candidates.map((candidate) => seen(candidate, rows)),
    rows,
    colleagues: evidence.length,
    namesakes,
  }
}

/** Evidence for the pattern, the local parts that others have, and addresses shown with the name, however it is spelled. */
async function colleagues(
  call: Part<'clock', 'sites'>,
  domain: string,
  name: NameParts,
): Promise<{ evidence: PatternEvidence[]; taken: Set<string>; own: string[] }> {
  const named = await call.store.sites.namedAddresses(domain, MAX_EVIDENCE)
  const evidence = named.map((address) => evidenceOf(address, call.clock.now()))
  const others = evidence.filter((one) => samePerson(name, one.name) === null)
  const taken = new Set(others.map(({ local }) => local))
  const own = evidence.filter(({ local }) => !taken.has(local)).map(({ local }) => `${local}@${domain}`)
  return { evidence, taken, own }
}

async function sisterEvidence(
  call: Part<'clock', 'sites'>,
  own: readonly PatternEvidence[],
  { linkedDomains }: DomainFacts,
): Promise<PatternEvidence[]> {
  if (own.length >= ENOUGH_EVIDENCE) return []
  const sisters = linkedDomains.slice(0, MAX_SISTERS)
  const named = await Promise.all(sisters.map((sister) => call.store.sites.namedAddresses(sister, MAX_EVIDENCE)))
  const now = call.clock.now()
  return named
    .flat()
    .map((address) => evidenceOf(address, now))
    .map((one) => ({ ...one, weight: one.weight * SISTER_WEIGHT }))
}

/** The person's most certain address; a likely one only if there is no second person it could belong to. */
function recordOf(rows: readonly FoundAddressRow[], name: NameParts, handle: string | null): RecordedAddress | null {
  const alike = rows.map((row) => ({ row, likeness: samePerson(name, partsOf(row)) }))
  const same = alike.flatMap(({ row, likeness }) => (likeness === 'certain' ? [row] : []))
  const ofProfile = same.find(({ linkedin }) => linkedin !== null && linkedin.toLowerCase() === handle)
  const certain = ofProfile ?? meantBy(name, same) ?? same[0]
  if (certain !== undefined) return recorded(certain, 1)
  const [likely, ...more] = alike.filter(({ likeness }) => likeness === 'likely')
  return likely === undefined || more.length > 0 ? null : recorded(likely.row, LIKELY_SHARE)
}

function recorded(row: FoundAddressRow, share: number): RecordedAddress {
  const confidence = row.confidence / 100
  const unchecked = row.verification_status === 'valid' ? withoutVerification(confidence) : confidence
  return { local: localOf(row), probability: share * confidence, unchecked: share * unchecked }
}

/** An address that pages show without a name may be anybody's; one with another name is not this person's. */
const isFree = (row: FoundAddressRow | undefined): boolean => row === undefined || row.last_name === null

/** Pages show it, so somebody has it: this person, or by chance another. */
function seen(candidate: Candidate, rows: ReadonlyMap<string, FoundAddressRow>): Candidate {
  if (!rows.has(candidate.local)) return candidate
  return { ...candidate, probability: 1 - (1 - candidate.probability) * (1 - candidate.probability) }
}

/** Last names as the index may have them, in lower case; also the first name, in case the family name was given first. */
const spellingsOf = ({ first, last }: NameParts): string[] => [
  ...new Set(
    [last, first]
      .flatMap((part) => [
        part.toLowerCase(),
        foldName(part, 'short'),
        foldName(part, 'long'),
        part.split(/[\s-]+/).at(-1) ?? '',
      ])
      .map((text) => text.toLowerCase())
      .filter((text) => text !== ''),
  ),
]

const partsOf = (row: FoundAddressRow): NameParts => ({
  first: row.first_name ?? '',
  middle: '',
  last: row.last_name ?? '',
})

const localOf = ({ value }: FoundAddressRow): string => value.slice(0, value.lastIndexOf('@'))
