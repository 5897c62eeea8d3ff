import type { AddressEvidence, AddressRow, SourcePerson, StoredSource } from '../../lib/addresses/address-record.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import type { AddressLists } from '../classify/address-lists.ts'
import { titleTokens } from '../classify/job-title-match.ts'
import { conceptTokens } from '../classify/title-concepts.ts'
import { addressType } from '../classify/role-address.ts'
import { classifyTitle } from '../classify/title.ts'
import { confidence } from './confidence.ts'
import { fitPatterns } from '../names/patterns.ts'

/** An address whose sources have all been gone for this long leaves search. */
const FORGOTTEN_AFTER_MS = 365 * DAY_MS

/** How a page ties a person to an address, strongest first. */
const TIES: readonly SourcePerson['via'][] = ['structured', 'record', 'pattern', 'ancestor', 'order']

const NOBODY = {
  first_name: null,
  last_name: null,
  position: null,
  position_raw: null,
  title_tokens: [],
  seniority: null,
  department: null,
  decision_maker: false,
  linkedin: null,
  twitter: null,
  phone_number: null,
  city: null,
  state: null,
  country: null,
}

type Owner = Omit<SourcePerson, 'via'>

/**
 * Judges an address from everything known about it: whose it is, what they do, how certain that is, and whether it is shown.
 * Pure; the same evidence at the same time gives the same row.
 */
export function judgeAddress(
  { domain, value, sources, pattern, verificationStatus }: AddressEvidence,
  now: Date,
  lists: AddressLists,
): AddressRow {
  const local = value.slice(0, value.lastIndexOf('@'))
  const owner = mergeOwner(sources)
  const siteDomain = sources[0]?.sourceDomain
  const type = addressType(local, owner, lists, { domain, ...(siteDomain !== undefined && { siteDomain }) })
  const fits =
    owner === null ? [] : fitPatterns(local, { first: owner.firstName ?? '', middle: '', last: owner.lastName ?? '' })
  const judgedBy = {
    nameFits: owner === null ? null : fits.length > 0,
    patternFits: pattern === null || owner === null ? null : fits.some((fit) => fit.pattern === pattern),
    verification: verificationStatus,
  }
  return {
    domain,
    value,
    type,
    confidence: confidence(sources, judgedBy, now),
    visible: verificationStatus !== 'invalid' && isShown(sources, now),
    ...(type === 'personal' && owner !== null ? describe(owner) : NOBODY),
  }
}

/** The newest person with the strongest tie gives the name; others with the same name fill gaps. */
function mergeOwner(sources: readonly StoredSource[]): Owner | null {
  const tied = sources.filter((source) => source.person !== null && !source.hidden)
  const ranked = tied.sort(byTieThenDate).flatMap((source) => source.person ?? [])
  const [best] = ranked
  if (best === undefined) return null
  const same = ranked.filter((person) => person.lastName === best.lastName && person.firstName === best.firstName)
  const first = <Field extends keyof Owner>(field: Field): Owner[Field] =>
    same.find((person) => person[field] !== null)?.[field] ?? null
  const titled = same.find((person) => person.position !== null)
  return {
    firstName: best.firstName,
    lastName: best.lastName,
    position: titled?.position ?? null,
    positionRaw: titled?.positionRaw ?? null,
    phone: first('phone'),
    linkedin: first('linkedin'),
    twitter: first('twitter'),
    city: first('city'),
    state: first('state'),
    country: first('country'),
  }
}

const byTieThenDate = (a: StoredSource, b: StoredSource): number =>
  Number(b.stillOnPage) - Number(a.stillOnPage) ||
  TIES.indexOf(a.person?.via ?? 'order') - TIES.indexOf(b.person?.via ?? 'order') ||
  b.lastSeenAt.getTime() - a.lastSeenAt.getTime() ||
  (a.uri < b.uri ? -1 : 1)

function describe(
  owner: Owner,
): typeof NOBODY | Omit<AddressRow, 'domain' | 'value' | 'type' | 'confidence' | 'visible'> {
  const title = owner.position ?? ''
  const { seniority, department, decisionMaker } = classifyTitle(title)
  return {
    first_name: owner.firstName,
    last_name: owner.lastName,
    position: owner.position,
    position_raw: owner.positionRaw,
    title_tokens: [...titleTokens(title), ...conceptTokens(title)],
    seniority,
    department,
    decision_maker: decisionMaker,
    linkedin: owner.linkedin,
    twitter: owner.twitter,
    phone_number: owner.phone,
    city: owner.city,
    state: owner.state,
    country: owner.country,
  }
}

/** A single weak source is not enough, two pages are; an address only in hidden elements is a trap. */
function isShown(sources: readonly StoredSource[], now: Date): boolean {
  const recent = sources.filter(
    (source) =>
      !source.hidden && (source.stillOnPage || now.getTime() - source.lastSeenAt.getTime() < FORGOTTEN_AFTER_MS),
  )
  return recent.some((source) => source.quality !== 'low') || recent.length > 1
}
