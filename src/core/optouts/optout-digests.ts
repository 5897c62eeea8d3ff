import { createHmac } from 'node:crypto'

/** Keyed hash of a normalised address or domain. */
export const optoutDigest = (optoutKey: string, subject: string): Buffer =>
  createHmac('sha256', optoutKey).update(subject).digest()

/** The opt-out of a domain holds for its sub-domains: the names whose opt-out concerns a domain. */
export function optoutDomains(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, start) => labels.slice(start).join('.'))
}

/** Under which a person of a site is kept who opted out: pages that name them without an address bring them back neither. */
export const personDigest = (optoutKey: string, domain: string, key: string): Buffer =>
  optoutDigest(optoutKey, `${domain} ${key}`)
