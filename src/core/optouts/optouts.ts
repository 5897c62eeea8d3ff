import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Claim } from '../../db/optouts/optouts-store.ts'
import { AppError } from '../../errors.ts'
import { normalizeDomain, registrableDomain } from '../../lib/addresses/domain-name.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { quoted } from '../../lib/input/input-fields.ts'

/**
 * Opt-outs: a claimed address or domain is never served nor stored again. An address is kept only as a keyed hash, so
 * that the list of those who want to be forgotten is no list of people.
 */

/** Keyed hash of a normalised address or domain. */
export const claimDigest = (claimKey: string, subject: string): Buffer =>
  createHmac('sha256', claimKey).update(subject).digest()

/** A claimed domain claims its sub-domains: the names under which a domain may be claimed. */
export function claimableDomains(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, start) => labels.slice(start).join('.'))
}

export const isDomainClaimed = (context: Context, domain: string): Promise<boolean> =>
  context.store.claims.claimsDomain(claimableDomains(domain))

/** Whether this address, or the domain it stands under, is claimed. */
export async function isAddressClaimed(context: Context, address: { full: string; domain: string }): Promise<boolean> {
  const claimed = await context.store.claims.claimed([claimDigest(context.claimKey, address.full)])
  return claimed.length > 0 || isDomainClaimed(context, address.domain)
}

/** Asks once for many addresses which of them, or of the domains they stand under, are claimed. */
export async function claimsAmong(
  { claimKey, store }: Context,
  addresses: readonly { full: string; domain: string }[],
): Promise<(address: { full: string; domain: string }) => boolean> {
  const digestOf = createDigests(claimKey)
  const subjectsOf = ({ full, domain }: { full: string; domain: string }): string[] => [
    full,
    ...claimableDomains(domain),
  ]
  const digests = [...new Set(addresses.flatMap(subjectsOf))].map(digestOf)
  const claimed = new Set((await store.claims.claimed(digests)).map((digest) => digest.toString('base64')))
  return (address) => subjectsOf(address).some((subject) => claimed.has(digestOf(subject).toString('base64')))
}

/** Digests made once each. */
function createDigests(claimKey: string): (subject: string) => Buffer {
  const known = new Map<string, Buffer>()
  return (subject) => {
    const digest = known.get(subject) ?? claimDigest(claimKey, subject)
    known.set(subject, digest)
    return digest
  }
}

/**
 * Adds an opt-out and removes what is stored of its subject at once.
 * @param subject an email address or a domain.
 * @throws AppError invalid_email when it is neither.
 */
export async function addClaim(
  context: Context,
  subject: string,
  reason: string | null,
): Promise<{ id: number; kind: Claim['kind'] }> {
  const { kind, name } = readSubject(subject)
  const digest = claimDigest(context.claimKey, name)
  const id = await context.store.claims.add({
    kind,
    digest,
    domain: kind === 'domain' ? name : null,
    reason,
    subject: name,
  })
  return { id, kind }
}

/** Lifts an opt-out; false when there was none. Nothing comes back by itself: the next crawl may find it again. */
export function removeClaim(context: Context, subject: string): Promise<boolean> {
  const { name } = readSubject(subject)
  const site = registrableDomain(name.slice(name.lastIndexOf('@') + 1))
  return context.store.claims.remove(claimDigest(context.claimKey, name), site)
}

export const listClaims = (context: Context): Promise<Claim[]> => context.store.claims.list()

function readSubject(subject: string): { kind: Claim['kind']; name: string } {
  const address = parseEmailAddress(subject)
  if (address !== null) return { kind: 'email', name: address.full }
  const domain = subject.includes('@') ? null : normalizeDomain(subject)
  if (domain === null)
    throw new AppError('invalid_email', `${quoted(subject)} is neither an email address nor a domain.`)
  return { kind: 'domain', name: domain }
}
