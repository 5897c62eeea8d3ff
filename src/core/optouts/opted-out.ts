import type { KnownName } from '../../db/changes/forget-observed.ts'
import type { Optout } from '../../db/optouts/optouts-store.ts'
import { personKey } from '../../engine/change/person-key.ts'
import { AppError, OPTED_OUT } from '../../errors.ts'
import { normalizeDomain, registrableDomain } from '../../lib/addresses/domain-name.ts'
import { domainOfAddress, parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { optoutDigest, optoutDomains, personDigest } from './optout-digests.ts'
import type { OptoutNeeds } from './optout-needs.ts'

/**
 * Opt-outs: an address or domain that opted out is never shown or stored again. Addresses are stored only as keyed hashes, so
 * that the list of those who want to be forgotten is not a list of people.
 */

export const isDomainOptedOut = (context: OptoutNeeds, domain: string): Promise<boolean> =>
  context.store.optouts.hasDomain(optoutDomains(domain))

/** With an account, those who asked only this account to forget them count too. */
interface AskedAccount {
  principal?: { accountId: number }
}

/** Whether this address, or the domain it is under, has opted out. */
export async function isAddressOptedOut(
  context: OptoutNeeds & AskedAccount,
  address: { full: string; domain: string },
): Promise<boolean> {
  const digest = optoutDigest(context.optoutKey, address.full)
  const optedOut = await context.store.optouts.among([digest], context.principal?.accountId)
  return optedOut.length > 0 || isDomainOptedOut(context, address.domain)
}

/** Finds out in one query which of many addresses, or of their domains, have opted out. */
export async function optedOutAmong(
  { optoutKey, store, principal }: Pick<OptoutNeeds, 'optoutKey' | 'store'> & AskedAccount,
  addresses: readonly { full: string; domain: string }[],
): Promise<(address: { full: string; domain: string }) => boolean> {
  const { digests, hiddenBy } = subjectsAmong(optoutKey, addresses)
  return hiddenBy(await store.optouts.among(digests, principal?.accountId))
}

type OfAccount = Pick<OptoutNeeds, 'optoutKey' | 'store'> & { principal: { accountId: number } }

/**
 * Which of these addresses at a domain are hidden, and all that are hidden there only from this account, whose owners asked it
 * to forget them: others still see them.
 */
export async function hiddenAt(
  call: OfAccount,
  domain: string,
  addresses: readonly { full: string; domain: string }[],
): Promise<{ isHidden: (address: { full: string; domain: string }) => boolean; forgotten: string[] }> {
  const { digests, hiddenBy } = subjectsAmong(call.optoutKey, addresses)
  const found = await call.store.optouts.amongAt(digests, call.principal.accountId, domain)
  return {
    isHidden: hiddenBy(found.digests),
    forgotten: await forgottenAmong(call, found.unsubscribed),
  }
}

/** Addresses, of one domain or all, whose owners asked only this account to forget them: others still see them. */
export const forgottenBy = async (call: OfAccount, domain?: string): Promise<string[]> =>
  forgottenAmong(call, await call.store.optouts.unsubscribed(call.principal.accountId, domain))

async function forgottenAmong(call: OfAccount, addresses: readonly string[]): Promise<string[]> {
  const asked = addresses.map((full) => ({ full, domain: domainOfAddress(full) }))
  const isForgotten = await optedOutAmong(call, asked)
  return asked.filter(isForgotten).map(({ full }) => full)
}

const subjectsOf = ({ full, domain }: { full: string; domain: string }): string[] => [full, ...optoutDomains(domain)]

/** The digests to look for, and who of the addresses is hidden by those found. */
function subjectsAmong(optoutKey: string, addresses: readonly { full: string; domain: string }[]) {
  const digestOf = createDigests(optoutKey)
  return {
    digests: [...new Set(addresses.flatMap(subjectsOf))].map(digestOf),
    hiddenBy: (found: readonly Buffer[]) => {
      const optedOut = new Set(found.map((digest) => digest.toString('base64')))
      return (address: { full: string; domain: string }): boolean =>
        subjectsOf(address).some((subject) => optedOut.has(digestOf(subject).toString('base64')))
    },
  }
}

/** Computes each digest only once. */
function createDigests(optoutKey: string): (subject: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (subject) => {
    const digest = known.get(subject) ?? optoutDigest(optoutKey, subject)
    known.set(subject, digest)
    return digest
  }
}

/**
 * Adds an opt-out and at once removes what is stored about its subject.
 * @param subject an email address or a domain.
 * @throws AppError invalid_email if it is neither.
 */
export async function addOptout(
  context: OptoutNeeds,
  subject: string,
  reason: string | null,
): Promise<{ id: number; kind: Optout['kind'] }> {
  const { kind, name } = readSubject(subject)
  const digest = optoutDigest(context.optoutKey, name)
  const people = kind === 'email' ? await knownNames(context, name) : []
  const id = await context.store.optouts.add({
    kind,
    digest,
    people,
    domain: kind === 'domain' ? name : null,
    reason,
    subject: name,
  })
  return { id, kind }
}

async function knownNames({ store, optoutKey }: OptoutNeeds, address: string): Promise<KnownName[]> {
  const named = await store.optouts.namesOf(domainOfAddress(address), address)
  return named.flatMap(({ domain, key, name }) => {
    const folded = key ?? personKey(name)
    const site = registrableDomain(domain)
    return folded === '' ? [] : [{ domain: site, key: folded, name, digest: personDigest(optoutKey, site, folded) }]
  })
}

/** Lifts an opt-out; false if there was none. Nothing comes back automatically, but the next crawl may find it again. */
export function removeOptout(context: OptoutNeeds, subject: string): Promise<boolean> {
  const { name } = readSubject(subject)
  const site = registrableDomain(domainOfAddress(name))
  return context.store.optouts.remove(optoutDigest(context.optoutKey, name), site)
}

export const listOptouts = (context: OptoutNeeds): Promise<Optout[]> => context.store.optouts.list()

function readSubject(subject: string): { kind: Optout['kind']; name: string } {
  const address = parseEmailAddress(subject)
  if (address !== null) return { kind: 'email', name: address.full }
  const domain = subject.includes('@') ? null : normalizeDomain(subject)
  if (domain === null)
    throw new AppError('invalid_email', `${quoted(subject)} is neither an email address nor a domain.`)
  return { kind: 'domain', name: domain }
}

/** The reason on the wire why somebody or something that opted out was left out. */
export const OPTED_OUT_REASON = 'claimed'

/** The error for somebody who opted out, by address or with the whole domain: 451. */
export const refusedByOwner = (of: 'address' | 'domain'): AppError =>
  new AppError(OPTED_OUT, `The owner of this ${of} asked that it not be processed.`)
