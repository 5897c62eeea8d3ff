import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { createTurns } from '../../lib/process/turns.ts'
import type { Turns } from '../../lib/process/turns.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { Part } from '../../context.ts'
import { job } from '../capability/job.ts'

/** The share of a process's visits and reading that goes to sites requested only by watches. */
const SHARE = 0.1
/** Watched sites in the queue of visits; the others wait until these have been visited. */
const MOST_WAITING = 500

/** The part of a process that visits watched sites. */
export interface WatchPlaces {
  /** Whether another visit of this kind may begin while this many of any kind are open. */
  hasRoom: (open: number) => boolean
  /** @returns a function that gives the place back, to be called once. */
  enter: () => () => void
  /** Turns to read and store a page, taken before those that all visits share. */
  turns: Turns
}

/** If a tenth is less than one visit, one begins when no other is open. */
export function createWatchPlaces({ visits, concurrency }: { visits: number; concurrency: number }): WatchPlaces {
  const places = Math.floor(visits * SHARE)
  const reading = Math.max(1, Math.floor(concurrency * SHARE))
  let inside = 0
  return {
    hasRoom: (open) => (places === 0 ? open === 0 : inside < places),
    enter: () => {
      inside++
      return () => void inside--
    },
    turns: createTurns({ total: reading, perParty: reading }),
  }
}

type Needs = Part<'clock' | 'config' | 'log', 'watches'>

/** Has watched sites visited again when they are due. */
export const VisitWatched = job({
  name: 'visit-watched',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: Needs) => askForWatched(context),
})

/** Requests visits to the watched sites that are due; doing so twice does no harm. */
export async function askForWatched({ store, clock, config, log }: Needs): Promise<void> {
  if (!config.crawl.enabled) return
  const domains = await store.watches.askForDue(clock.now(), MOST_WAITING)
  if (domains.length > 0) log.info({ sites: domains.length }, 'Watched sites are due.')
}

/**
 * Requests visits to the sites whose people may have left: mail servers no longer know their addresses, but the sites still
 * show them. Must be called before the addresses are judged again.
 */
export async function lookAgain(
  { store, clock, config }: Part<'clock' | 'config', 'watches'>,
  refused: readonly { domain: string; value: string }[],
): Promise<void> {
  if (!config.crawl.enabled || refused.length === 0) return
  const domains = await store.watches.shownAsThere(refused)
  if (domains.length > 0)
    await store.watches.askAgain([...new Set(domains.map(registrableDomain))], clock.now(), MOST_WAITING)
}
