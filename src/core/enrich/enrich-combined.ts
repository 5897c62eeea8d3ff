import type { Call } from '../../context.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import type { Answer } from '../capability/capability.ts'
import { clearbitCompany, clearbitPerson } from './clearbit-format.ts'
import { companyProfile } from './company-profile.ts'
import type { KnownCompany } from './company-profile.ts'
import { companySources } from './company-sources.ts'
import { charging } from '../billing/credits.ts'
import { EnrichCombinedInput, personNamed } from './enrich-input.ts'
import { ENRICHMENT_PRICE, enrichmentPurchase, knownCompany, knownPerson } from './enrich-lookups.ts'
import { EnrichCombinedOutput } from './enrich-output.ts'
import type { FieldSources } from './enrich-output.ts'
import { unknownPerson } from './enrich-person.ts'
import { personProfile, personSources } from './person-profile.ts'
import { profileSources, profilesOf, withProfiles } from './own-profiles.ts'

/** A person and the company at their address. An unknown person is an error, which includes the company if that is known. */
export const EnrichCombined = capability({
  name: 'enrich_combined',
  group: 'combined',
  scope: 'read',
  input: EnrichCombinedInput,
  output: EnrichCombinedOutput,
  check: personNamed,
  run: async (call: Call, input): Promise<EnrichCombinedOutput & Answer> => {
    const { email, clearbit_format: clearbit, include } = input
    const askedAt = performance.now()
    const row = await knownPerson(call, input)
    const domain = row?.domain ?? (input.linkedin_handle === undefined ? email?.domain : undefined) ?? null
    const known = domain === null ? null : await companyAt({ ...call, crawlWaitMs: waitLeft(call, askedAt) }, domain)
    const now = call.clock.now()
    const company = companyProfile(known, { domain, logoUrl: call.config.logoUrl, now, include })
    if (row === null) throw unknownPerson(input, known === null ? null : company)
    const { credits } = await charging(call, enrichmentPurchase('combined', row.value), async () => ({
      result: null,
      price: ENRICHMENT_PRICE,
    }))
    const profiles = await profilesOf(call, row.value)
    const person = withProfiles(personProfile(row, now), profiles)
    const root = {
      person: clearbitPerson(person, call.lists.inUse),
      company: known === null ? null : clearbitCompany(company, known.row?.facts.employees ?? null, call.lists.inUse),
    }
    const sources = {
      ...under('person', { ...personSources(row), ...profileSources(profiles, isoDate(now)) }),
      ...under('company', known === null ? {} : companySources(company, known)),
    }
    const meta = { email: email?.full ?? null, sources }
    return { data: { person, company }, meta, credits, ...(clearbit && { root }) }
  },
})

/** A caller waits only once for a site, however much they ask about it. */
const waitLeft = ({ crawlWaitMs }: Pick<Call, 'crawlWaitMs'>, askedAt: number): number =>
  Math.max(0, crawlWaitMs - (performance.now() - askedAt))

/** A mailbox provider is not the employer of people who have a mailbox there. */
const companyAt = async (call: Call, domain: string): Promise<KnownCompany | null> =>
  isWebmail(domain, call.lists.inUse) || isDisposable(domain, call.lists.inUse) ? null : knownCompany(call, domain)

const under = (half: string, sources: FieldSources): FieldSources =>
  Object.fromEntries(Object.entries(sources).map(([path, list]) => [`${half}.${path}`, list]))
