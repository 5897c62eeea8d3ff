import type { z } from 'zod'
import type { Call } from '../../../context.ts'
import type { FoundAddressRow } from '../../../db/search/search-store.ts'
import { personKey } from '../../../engine/change/person-key.ts'
import type { NameParts } from '../../../engine/names/patterns.ts'
import { registrableDomain } from '../../../lib/addresses/domain-name.ts'
import { NowAt, nowAt } from './now-at.ts'
import { affiliationShown, MAX_EVIDENCE, ShownAffiliation } from './shown-affiliation.ts'

/** For somebody who has left, with where they are now, if known. */
export const LeftAffiliation = ShownAffiliation.extend({ now_at: NowAt.optional() })
export type LeftAffiliation = z.output<typeof LeftAffiliation>

interface Asked {
  domain: string
  name: NameParts
  /** The LinkedIn handle in the request. */
  handle: string | null
  row: FoundAddressRow | null
}

/**
 * Evidence that a person has left a company: for the address on record, or, if none has been seen since, for the name alone.
 * Null if nothing says that the person has left.
 */
export async function leftCompany(
  call: Pick<Call, 'store' | 'optoutKey' | 'principal'>,
  asked: Asked,
): Promise<LeftAffiliation | null> {
  const left = await whoLeft(call, asked)
  if (left === null) return null
  const now = await nowAt(call, { ...asked, handle: asked.row?.linkedin ?? asked.handle })
  return { ...left, ...(now !== null && { now_at: now }) }
}

async function whoLeft({ store }: Pick<Call, 'store'>, { domain, name, row }: Asked): Promise<ShownAffiliation | null> {
  if (row?.affiliation === 'former') return affiliationShown(row)
  const key = personKey(`${name.first} ${name.last}`)
  const last = key === '' ? null : await store.changesList.lastOf(registrableDomain(domain), key)
  if (last?.type !== 'left') return null
  const [seenOn, leftOn] = last.happenedBetween
  if (row !== null && row.last_seen_on >= leftOn) return null
  return { state: 'former', since: leftOn, last_seen_on: seenOn, evidence: last.evidence.slice(0, MAX_EVIDENCE) }
}
