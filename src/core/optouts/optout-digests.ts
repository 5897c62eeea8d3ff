import { createHmac } from 'node:crypto'

/** Keyed hash of a normalised address or domain. */
export const optoutDigest = (optoutKey: string, subject: string): Buffer =>
  createHmac('sha256', optoutKey).update(subject).digest()

/** A domain's opt-out includes its subdomains: these are the names whose opt-out concerns a domain. */
export function optoutDomains(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, start) => labels.slice(start).join('.'))
}

/** Identifies a person of a site who opted out, so that pages naming them without an address do not bring them back either. */
export const personDigest = (optoutKey: string, domain: string, key: string): Buffer =>
  optoutDigest(optoutKey, `${domain} ${key}`)
