/**
 * The invented mail domains of `bench-bulk.ts`: many domains of very different sizes, behind fewer mail hosts, as in
 * reality.
 */

export interface TownDomain {
  name: string
  kind: 'mailboxes' | 'takes_all' | 'null_mx' | 'unknown_name'
  host: TownHost
  /** Addresses of the list. */
  size: number
}

export interface TownHost {
  name: string
  address: string
  pipelining: boolean
  /** Beyond this number in a transaction, recipients get 452 4.5.3. */
  recipients: number
}

export interface Town {
  domains: TownDomain[]
  hosts: TownHost[]
}

const HOSTERS = 0.02
/** The share of domains at hosters; the others have their own host. */
const AT_HOSTERS = 0.4
/** Sizes fall as (rank + 10) to this power: the largest of 5,000 domains has 550 of 100,000 addresses, the smallest 7. */
const SKEW = -0.7
const RANK_SHIFT = 10
/** Domains from this rank on may have a host that accepts one recipient per transaction: large ones would take hours. */
const SMALL_FROM = 0.3

/** The same for the same numbers. */
export function planTown(addressCount: number, domainCount: number): Town {
  const sizes = sizesOf(addressCount, domainCount)
  const hosters = Array.from({ length: Math.max(1, Math.round(domainCount * HOSTERS)) }, (_, i) => hostAt(i, i % 10))
  const hosts = [...hosters]
  const domains = sizes.map((size, rank): TownDomain => {
    const shared = hosters[rank % hosters.length]
    const isShared = (rank * 7) % 10 < AT_HOSTERS * 10 && shared !== undefined
    const isSmall = rank > domainCount * SMALL_FROM
    const host = isShared ? shared : hostAt(hosts.length, rank % 25, isSmall && rank % 25 === 3 ? 1 : undefined)
    if (!isShared) hosts.push(host)
    return { name: `town${rank}.example`, kind: kindOf(rank), host, size }
  })
  return { domains, hosts }
}

function hostAt(index: number, variety: number, recipients = 1_000): TownHost {
  const address = `127.${1 + Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${1 + (index % 250)}`
  return { name: `mx.host${index}.example`, address, pipelining: variety !== 1, recipients }
}

function kindOf(rank: number): TownDomain['kind'] {
  if (rank % 50 === 17) return 'null_mx'
  if (rank % 50 === 33) return 'unknown_name'
  return rank % 10 === 6 ? 'takes_all' : 'mailboxes'
}

function sizesOf(addressCount: number, domainCount: number): number[] {
  const weights = Array.from({ length: domainCount }, (_, rank) => (rank + RANK_SHIFT) ** SKEW)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sizes = weights.map((weight) => Math.max(1, Math.floor((weight / sum) * addressCount)))
  const missing = addressCount - sizes.reduce((total, size) => total + size, 0)
  return sizes.map((size, rank) => size + (rank < missing % domainCount ? 1 : 0) + Math.floor(missing / domainCount))
}

/** Every fourth does not exist. */
export const localOf = (index: number): string => (index % 4 === 3 ? `gone${index}` : `u${index}`)

/** The right verdict. */
export function statusOf({ kind }: TownDomain, index: number): 'valid' | 'invalid' | 'accept_all' {
  if (kind === 'null_mx' || kind === 'unknown_name') return 'invalid'
  if (kind === 'takes_all') return 'accept_all'
  return index % 4 === 3 ? 'invalid' : 'valid'
}

/** All addresses, mixed between large and small domains, each with its right verdict. */
export function addressesOf({ domains }: Town): { email: string; status: string }[] {
  const rows: { email: string; status: string; place: number }[] = []
  for (const domain of domains)
    for (let index = 0; index < domain.size; index += 1)
      rows.push({
        email: `${localOf(index)}@${domain.name}`,
        status: statusOf(domain, index),
        place: (index + 0.5) / domain.size,
      })
  return rows.sort((a, b) => a.place - b.place).map(({ email, status }) => ({ email, status }))
}
