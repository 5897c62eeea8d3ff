import type { Call } from '../../../context.ts'
import type { FoundAddressRow } from '../../../db/search/search-store.ts'
import { personKey } from '../../../engine/change/person-key.ts'
import type { NameParts } from '../../../engine/names/patterns.ts'
import { registrableDomain } from '../../../lib/addresses/domain-name.ts'
import { affiliationShown } from './shown-affiliation.ts'
import type { ShownAffiliation } from './shown-affiliation.ts'

/**
 * What says that a person has left a company: of the address on record, or, where there is none that was seen since, of the
 * name alone. Null where nothing says that the person has left.
 */
export async function leftCompany(
  { store }: Pick<Call, 'store'>,
  { domain, name, row }: { domain: string; name: NameParts; row: FoundAddressRow | null },
): Promise<ShownAffiliation | null> {
  if (row?.affiliation === 'former') return affiliationShown(row)
  const key = personKey(`${name.first} ${name.last}`)
  const last = key === '' ? null : await store.changesList.lastOf(registrableDomain(domain), key)
  if (last?.type !== 'left') return null
  const [seenOn, leftOn] = last.happenedBetween
  if (row !== null && row.last_seen_on >= leftOn) return null
  return { state: 'former', since: leftOn, last_seen_on: seenOn, evidence: [...last.evidence] }
}
