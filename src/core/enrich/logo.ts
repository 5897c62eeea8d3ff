import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { StoredLogo } from '../../db/companies/logos-store.ts'
import type { Politeness } from '../../engine/crawl/politeness.ts'
import { findLogo } from '../../engine/logo/logo-finder.ts'
import { MAX_SIDE } from '../../engine/logo/image-kind.ts'
import type { LogoFormat } from '../../engine/logo/logo-render.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { normalizeDomain, registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { TtlMap } from '../../lib/process/ttl-map.ts'
import { job } from '../capability/job.ts'
import { isDomainOptedOut } from '../optouts/opted-out.ts'
import type { LogoNeeds } from './logo-needs.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** Looks for a requested logo, as politely as crawls do. */
export const FetchLogo = job({
  name: 'fetch-logo',
  payload: z.object({ domain: z.string() }),
  concurrency: 2,
  run: async (context: LogoNeeds & { politeness: Politeness }, { domain }, signal) => {
    const found = await fetchLogo(context, domain, { politeness: context.politeness, signal })
    context.log.info({ domain, found }, 'logo')
  },
})

/** How often a missing logo is looked for at most. */
const LOOKED_FOR_EVERY_MS = DAY_MS
/** How long until a stored logo is looked for again; it is served meanwhile. */
const FRESH_FOR_MS = 30 * DAY_MS
/** The longest that looking for a logo may take. */
const SEARCH_MS = MINUTE_MS

export interface LogoPicture {
  bytes: Buffer
  format: LogoFormat
  etag: string
}

/**
 * The logo of a domain in a format and size (longer side in pixels, at most 512). Null if none is stored; a search for it
 * then begins, unless there was one within the last day.
 * @param asker the network that asks, without a key: it may have 500 searches begun in an hour, and gets what is stored after that.
 */
export async function logoOf(
  context: LogoNeeds & Pick<Context, 'rateCounter'>,
  name: string,
  { format, size, asker }: { format: LogoFormat; size: number; asker: string },
): Promise<LogoPicture | null> {
  const normal = normalizeDomain(name)
  const domain = normal === null ? null : registrableDomain(normal)
  if (domain === null || (await isDomainOptedOut(context, domain))) return null
  const logo = await context.store.logos.find(domain)
  const isOld = logo === null || context.clock.now().getTime() - logo.foundAt.getTime() > FRESH_FOR_MS
  if (isOld) await lookForStranger(context, domain, `client:${asker}:logos`)
  return logo === null ? null : pictureOf(logo, format, Math.min(size, MAX_SIDE), context.remembered.logoPictures)
}

/** Whether there is a logo to show; if not, looks for one, as if somebody had requested the picture. */
export async function hasLogo(context: LogoNeeds, domain: string): Promise<boolean> {
  const site = registrableDomain(domain)
  if (await isDomainOptedOut(context, site)) return false
  if ((await context.store.logos.find(site)) !== null) return true
  await lookFor(context, site)
  return false
}

async function pictureOf(
  logo: StoredLogo,
  format: LogoFormat,
  size: number,
  pictures: TtlMap<Buffer>,
): Promise<LogoPicture> {
  const side = Math.min(size, Math.max(logo.width, logo.height))
  const etag = `"${logo.etag}-${side}-${format}"`
  const known = pictures.get(etag)
  const bytes = known ?? (await convert(logo.png, format, side))
  if (known === undefined) pictures.set(etag, bytes)
  return { bytes, format, etag }
}

/** The image library is loaded with the first logo, so that a start need not wait for it. */
async function convert(png: Buffer, format: LogoFormat, side: number): Promise<Buffer> {
  const { convertLogo } = await import('../../engine/logo/logo-render.ts')
  return convertLogo(png, format, side)
}

const MOST_OF_STRANGER = 500

async function lookForStranger(
  context: LogoNeeds & Pick<Context, 'rateCounter'>,
  domain: string,
  window: string,
): Promise<void> {
  const { rateCounter } = context
  if ((await rateCounter.counted(window, HOUR_MS)) >= MOST_OF_STRANGER) return
  if (await lookFor(context, domain)) await rateCounter.count(window, HOUR_MS, MOST_OF_STRANGER)
}

/** Queues a search, at most once a day for each domain; domains of mailbox providers are not visited. @returns whether it did. */
async function lookFor(
  { store, queue, clock, config, lists }: Pick<LogoNeeds, 'store' | 'queue' | 'clock' | 'config' | 'lists'>,
  domain: string,
): Promise<boolean> {
  const { inUse } = lists
  if (!config.crawl.enabled || isWebmail(domain, inUse) || isDisposable(domain, inUse)) return false
  const now = clock.now()
  const isDue = await store.logos.request(domain, now, new Date(now.getTime() - LOOKED_FOR_EVERY_MS))
  if (isDue) await queue.send(FetchLogo, { domain }, { singletonKey: domain, retryLimit: 1 })
  return isDue
}

/** Visits the site for its logo and stores what it finds; a known logo stays even if the site no longer has one. */
export async function fetchLogo(
  context: LogoNeeds,
  domain: string,
  { politeness, signal }: { politeness: Politeness; signal: AbortSignal },
): Promise<boolean> {
  if (await isDomainOptedOut(context, domain)) return false
  using limit = timeLimit(SEARCH_MS, signal)
  const found = await findLogo({ politeness, offThread: context.offThread }, domain, limit.signal)
  signal.throwIfAborted()
  if (found === null) return false
  const etag = createHash('sha256').update(found.png).digest('base64url').slice(0, 22)
  await context.store.logos.keep(domain, { ...found, etag }, context.clock.now())
  return true
}
