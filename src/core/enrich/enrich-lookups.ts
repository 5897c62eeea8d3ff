import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { Call } from '../../context.ts'
import type { CompanyProfileRow, PersonProfileRow } from '../../db/companies/profiles-store.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import type { Purchase } from '../billing/credits.ts'
import { isAddressOptedOut, isDomainOptedOut, optedOutAmong, refusedByOwner } from '../optouts/opted-out.ts'
import type { KnownCompany } from './company-profile.ts'
import { lookUp } from '../crawl/look-up-domain.ts'

/** What each of the three enrichment calls costs if something is found, in credits. */
export const ENRICHMENT_PRICE = 0.2

export const enrichmentPurchase = (...request: readonly string[]): Purchase => ({
  kind: 'search',
  request,
  smallestPrice: ENRICHMENT_PRICE,
})

interface AskedPerson {
  email?: { full: string; domain: string } | undefined
  linkedin_handle?: string | undefined
}

/**
 * The person that a profile or an address belongs to; a domain never seen is crawled first, while the caller waits.
 * @throws AppError 451 if they asked not to be processed.
 */
export async function knownPerson(
  call: Call,
  { email, linkedin_handle: handle }: AskedPerson,
): Promise<PersonProfileRow | null> {
  const { profiles } = call.store
  if (handle !== undefined) {
    const owner = await profiles.personByProfile(handle)
    if (owner !== null) await refuseOptedOut(call, { full: owner.value, domain: owner.domain })
    return owner
  }
  if (email === undefined) return null
  await refuseOptedOut(call, email)
  const person = () => profiles.personByEmail(email.domain, email.full)
  return (await person()) ?? (await readAfterCrawl(call, email.domain, person))
}

async function refuseOptedOut(
  call: OptoutNeeds & Pick<Call, 'principal'>,
  address: { full: string; domain: string },
): Promise<void> {
  if (await isAddressOptedOut(call, address)) throw refusedByOwner('address')
}

/**
 * The company behind a domain or one of its subdomains; one never seen is crawled first, while the caller waits, and a stale
 * one in the background.
 * @returns null if nothing is known about it.
 * @throws AppError 451 if its owner asked that it not be processed.
 */
export async function knownCompany(call: Call, name: string): Promise<KnownCompany | null> {
  const domain = registrableDomain(name)
  if (await isDomainOptedOut(call, name)) throw refusedByOwner('domain')
  const { profiles } = call.store
  // A site on a subdomain of somebody else's domain may be known separately.
  const row = async () => (name === domain ? null : await profiles.company(name)) ?? (await profiles.company(domain))
  const known = await row()
  const found =
    (await readAfterCrawl({ ...call, crawlWaitMs: known === null ? call.crawlWaitMs : 0 }, domain, row)) ?? known
  const own = found?.facts.domain ?? domain
  const surroundings = await profiles.companySurroundings(own)
  if (found === null && surroundings.emails.length === 0) return null
  return { domain: own, row: found === null ? null : await withoutOptedOut(call, found), surroundings }
}

/** Imported files contain companies' addresses too; invalid ones and those that opted out are not shown. */
async function withoutOptedOut(
  call: OptoutNeeds & Pick<Call, 'principal'>,
  { facts, sources }: CompanyProfileRow,
): Promise<CompanyProfileRow> {
  const addresses = (facts.emails ?? []).flatMap((email) => parseEmailAddress(email) ?? [])
  if (addresses.length === 0) return { facts: { ...facts, emails: [] }, sources }
  const isOptedOut = await optedOutAmong(call, addresses)
  const emails = addresses.filter((address) => !isOptedOut(address)).map(({ full }) => full)
  return { facts: { ...facts, emails }, sources }
}

/** Mailbox providers are not crawled: everything known about them is already there. */
async function readAfterCrawl<T>(call: Call, domain: string, read: () => Promise<T | null>): Promise<T | null> {
  const known = await lookUp(call, domain, async (question) => ({
    facts: await call.store.search.domainFacts(question),
  }))
  return known === null ? null : read()
}
