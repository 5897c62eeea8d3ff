import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import type { Answer } from '../capability/capability.ts'
import { clearbitPerson } from './clearbit-format.ts'
import { charging } from '../billing/credits.ts'
import { EnrichPersonInput, personNamed } from './enrich-input.ts'
import { ENRICHMENT_PRICE, enrichmentPurchase, knownPerson } from './enrich-lookups.ts'
import { EnrichPersonOutput } from './enrich-output.ts'
import { affiliationOfAddress } from '../search/affiliation/affiliation-of-address.ts'
import { personProfile, personSources } from './person-profile.ts'
import { profileSources, profilesOf, withProfiles } from './own-profiles.ts'

/** What is known about one person. */
export const EnrichPerson = capability({
  name: 'enrich_person',
  group: 'people',
  scope: 'read',
  input: EnrichPersonInput,
  output: EnrichPersonOutput,
  check: personNamed,
  run: async (call: Call, input): Promise<EnrichPersonOutput & Answer> => {
    const row = await knownPerson(call, input)
    if (row === null) throw unknownPerson(input)
    const { credits } = await charging(call, enrichmentPurchase('people', row.value), async () => ({
      result: null,
      price: ENRICHMENT_PRICE,
    }))
    const now = call.clock.now()
    const profiles = await profilesOf(call, row.value)
    const data = withProfiles(personProfile(row, now), profiles)
    const sources = { ...personSources(row), ...profileSources(profiles, isoDate(now)) }
    const meta = { email: input.email?.full ?? null, sources }
    const more = input.include?.includes('affiliation') === true && {
      affiliation: await affiliationOfAddress(call, row.value),
    }
    return {
      data: { ...data, ...more },
      meta,
      credits,
      ...(input.clearbit_format && { root: clearbitPerson(data, call.lists.inUse) }),
    }
  },
})

/** @param company at the address, if known: included in `meta.company` of the error. */
export function unknownPerson(
  { linkedin_handle: handle }: Pick<EnrichPersonInput, 'linkedin_handle'>,
  company: object | null = null,
): AppError {
  const asked = `No person found for this ${handle === undefined ? 'email' : 'handle'}`
  if (company === null) return new AppError('not_found', `${asked}.`)
  return new AppError('not_found', `${asked}, but a company was found for its domain.`, {
    beside: { meta: { company } },
  })
}
