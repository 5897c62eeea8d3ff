import { z } from 'zod'
import type { Call } from '../../../context.ts'
import { personKey } from '../../../engine/change/person-key.ts'
import type { NameParts } from '../../../engine/names/patterns.ts'
import { registrableDomain } from '../../../lib/addresses/domain-name.ts'
import { domainOfAddress } from '../../../lib/addresses/email-address.ts'
import { nameOfSource } from '../../crawl/shown-sources.ts'
import { optedOutAmong } from '../../optouts/opted-out.ts'

/** The company that currently shows somebody as its own, and the page that does. */
export const NowAt = z.object({ domain: z.string(), uri: z.string(), seen_on: z.iso.date() })
export type NowAt = z.output<typeof NowAt>

/**
 * Where somebody who has left a company is now: another company's own page shows the same full name and LinkedIn profile.
 * Null if nothing links the two; a name alone never does.
 */
export async function nowAt(
  call: Pick<Call, 'store' | 'optoutKey' | 'principal'>,
  { domain, name, handle }: { domain: string; name: NameParts; handle: string | null },
): Promise<NowAt | null> {
  if (handle === null) return null
  const key = personKey(`${name.first} ${name.last}`)
  const rows = await call.store.people.currentWithProfile(handle.toLowerCase())
  const others = rows.filter(
    ({ value, first_name, last_name }) =>
      registrableDomain(domainOfAddress(value)) !== registrableDomain(domain) &&
      personKey(`${first_name} ${last_name}`) === key,
  )
  const isHidden = await optedOutAmong(
    call,
    others.map(({ value }) => ({ full: value, domain: domainOfAddress(value) })),
  )
  for (const { value, sources } of others) {
    const company = registrableDomain(domainOfAddress(value))
    const own = sources.find((source) => source.still_on_page && registrableDomain(source.domain) === company)
    if (own === undefined || isHidden({ full: value, domain: domainOfAddress(value) })) continue
    return { domain: company, uri: nameOfSource(own.uri), seen_on: own.last_seen_on }
  }
  return null
}
