import type { PageFacts } from '../extract/page/page-facts.ts'

/**
 * Addresses generated for each request are traps: mail to one reveals that it was harvested. They contain something that
 * identifies the request, so a page with an address that looks like a counter, a time or a hash is fetched a second time.
 */
const MINTED_LOCAL = /\d{3}|(?=[a-z]*\d)[a-f0-9]{8}|[bcdfghjklmnpqrstvwxz]{7}/

const looksMinted = (local: string): boolean => MINTED_LOCAL.test(local)

export const hasMintedLook = (facts: PageFacts): boolean => facts.scan.addresses.some(({ local }) => looksMinted(local))

/** The facts without the addresses that a second fetch of the page no longer shows. */
export function keepStable(first: PageFacts, second: PageFacts): { facts: PageFacts; dropped: number } {
  const again = new Set(second.scan.addresses.map(({ value }) => value))
  return keepAddresses(first, (value) => again.has(value))
}

/** The facts without any address that looks generated, for the rest of a site that was caught doing this. */
export const withoutMinted = (facts: PageFacts): PageFacts => {
  const minted = new Set(facts.scan.addresses.filter(({ local }) => looksMinted(local)).map(({ value }) => value))
  return keepAddresses(facts, (value) => !minted.has(value)).facts
}

function keepAddresses(facts: PageFacts, keep: (value: string) => boolean): { facts: PageFacts; dropped: number } {
  const addresses = facts.scan.addresses.filter(({ value }) => keep(value))
  const dropped = facts.scan.addresses.length - addresses.length
  if (dropped === 0) return { facts, dropped }
  const people = facts.people.map((person) =>
    person.email === null || keep(person.email) ? person : { ...person, email: null, via: null },
  )
  return { facts: { ...facts, scan: { ...facts.scan, addresses }, people }, dropped }
}
