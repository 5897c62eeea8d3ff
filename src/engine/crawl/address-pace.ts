import { pauseFor } from './pause.ts'
import type { HostPlaces } from './places.ts'

/** Paces requests to one IP address, whatever its hosts: shared hosting gets a few at a time. */
export interface AddressPace {
  /** Begins a request to the address when it is its turn, or when the caller leaves. */
  run: <T>(address: string, signal: AbortSignal, begin: () => Promise<T>) => Promise<T>
}

/** How many requests to one address begin during the pause of one host. */
const HOSTS_AT_ONCE = 10
const MAX_ADDRESSES = 20_000

/** Requests one after the other, with a pause in between. */
interface Line {
  /** Settles when the last admitted request has begun. */
  tail: Promise<void>
  waiting: number
  /** `performance.now()` */
  nextAt: number
}

/**
 * @param delayMs pause between two requests to one host; if 0, addresses are not paced
 * @param places set if other processes visit hosts too: they share one pace
 */
export function createAddressPace(delayMs: number, places: HostPlaces | null): AddressPace {
  const addresses = new Map<string, Line[]>()
  return {
    run: async (address, signal, begin) => {
      if (delayMs === 0) return begin()
      if (places !== null) return beginTogether(places, address, { delayMs, signal }, begin)
      if (addresses.size >= MAX_ADDRESSES) forgetIdle(addresses)
      const lines = addresses.get(address) ?? newLines()
      addresses.set(address, lines)
      const [line] = lines.toSorted((a, b) => a.waiting - b.waiting || a.nextAt - b.nextAt)
      if (line === undefined) return begin()
      line.waiting++
      const turn = line.tail.then(() => passLine(line, { delayMs, signal }, begin)).finally(() => line.waiting--)
      line.tail = turn.then(nothing, nothing)
      return (await turn).begun
    },
  }
}

const nothing = (): void => undefined

interface Pace {
  delayMs: number
  signal: AbortSignal
}

const newLines = (): Line[] =>
  Array.from({ length: HOSTS_AT_ONCE }, () => ({ tail: Promise.resolve(), waiting: 0, nextAt: 0 }))

/** The next request waits for the pause, not for the answer. */
async function passLine<T>(
  line: Line,
  { delayMs, signal }: Pace,
  begin: () => Promise<T>,
): Promise<{ begun: Promise<T> }> {
  await pauseFor(line.nextAt - performance.now(), signal)
  const begun = begin()
  if (!signal.aborted) line.nextAt = performance.now() + delayMs
  return { begun }
}

async function beginTogether<T>(
  places: HostPlaces,
  address: string,
  { delayMs, signal }: Pace,
  begin: () => Promise<T>,
): Promise<T> {
  const place = await places.hold(`address ${address}`, HOSTS_AT_ONCE, signal)
  if (place === null) return begin()
  await pauseFor(place.nextInMs, signal)
  const begun = begin()
  place.free({ nextInMs: delayMs, strikes: 0, leftAloneMs: 0, pauseMs: delayMs })
  return begun
}

function forgetIdle(addresses: Map<string, Line[]>): void {
  const now = performance.now()
  for (const [address, lines] of addresses)
    if (lines.every(({ waiting, nextAt }) => waiting === 0 && nextAt < now)) addresses.delete(address)
}
