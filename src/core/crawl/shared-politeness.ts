import type { Part } from '../../context.ts'
import { createPoliteness } from '../../engine/crawl/politeness.ts'
import type { Politeness } from '../../engine/crawl/politeness.ts'

type SharingNeeds = Part<'clock' | 'config' | 'dns' | 'http' | 'offThread', 'crawlPlaces' | 'robotsFiles'>

/**
 * How this process visits hosts: in step with all others on the same database. A process with its own database is alone, and
 * coordinates with nobody. Call `leave` at the end, so that others need not wait for the hosts it had.
 */
export function sharedPoliteness({ clock, config, dns, http, offThread, store }: SharingNeeds): Politeness {
  const { delayMs, userAgent, proxyUrl } = config.crawl
  return createPoliteness({
    http,
    clock,
    delayMs,
    userAgent,
    offThread,
    // A proxy may connect to any address it likes.
    ...(proxyUrl === null && { addressOf: (host: string) => firstAddressOf(dns, host) }),
    shared: config.databaseUrl === null ? null : { places: store.crawlPlaces, robots: store.robotsFiles },
  })
}

async function firstAddressOf(dns: SharingNeeds['dns'], host: string): Promise<string | null> {
  const answer = await dns.resolveAddresses(host)
  return answer.outcome === 'found' ? (answer.addresses[0]?.address ?? null) : null
}
