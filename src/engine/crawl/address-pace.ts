import { setTimeout as sleep } from 'node:timers/promises'
import type { HostPlaces } from './places.ts'

/** Requests to one IP address, whatever hosts are there: of shared hosting, a few at a time. */
export interface AddressPace {
  /** Waits until a request may be sent to the address, or the caller leaves. */
  enter: (address: string, signal: AbortSignal) => Promise<void>
}

/** So many requests to one address begin while one host pauses. */
const HOSTS_AT_ONCE = 10
const MAX_ADDRESSES = 20_000

/** One after the other, a pause between. */
interface Line {
  /** Settles when the last one that was let in has begun. */
  tail: Promise<void>
  waiting: number
  /** `performance.now()` */
  nextAt: number
}

/**
 * @param delayMs pause between two requests to one host; without one there is none between addresses
 * @param places where other processes visit hosts too: they share one pace
 */
export function createAddressPace(delayMs: number, places: HostPlaces | null = null): AddressPace {
  const addresses = new Map<string, Line[]>()
  return {
    enter: async (address, signal) => {
      if (delayMs === 0) return
      if (places !== null) return enterTogether(places, address, { delayMs, signal })
      if (addresses.size >= MAX_ADDRESSES) forgetIdle(addresses)
      const lines = addresses.get(address) ?? newLines()
      addresses.set(address, lines)
      const [line] = lines.toSorted((a, b) => a.waiting - b.waiting || a.nextAt - b.nextAt)
      if (line === undefined) return
      line.waiting++
      line.tail = line.tail.then(() => passLine(line, delayMs, signal)).finally(() => line.waiting--)
      return line.tail
    },
  }
}

const newLines = (): Line[] =>
  Array.from({ length: HOSTS_AT_ONCE }, () => ({ tail: Promise.resolve(), waiting: 0, nextAt: 0 }))

async function passLine(line: Line, delayMs: number, signal: AbortSignal): Promise<void> {
  await pauseFor(line.nextAt - performance.now(), signal)
  if (!signal.aborted) line.nextAt = performance.now() + delayMs
}

async function enterTogether(
  places: HostPlaces,
  address: string,
  { delayMs, signal }: { delayMs: number; signal: AbortSignal },
): Promise<void> {
  const place = await places.hold(`address ${address}`, HOSTS_AT_ONCE, signal)
  if (place === null) return
  await pauseFor(place.nextInMs, signal)
  place.free({ nextInMs: delayMs, strikes: 0, leftAloneMs: 0, pauseMs: delayMs })
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0 && !signal.aborted) await sleep(ms, undefined, { signal }).catch(() => undefined)
}

function forgetIdle(addresses: Map<string, Line[]>): void {
  const now = performance.now()
  for (const [address, lines] of addresses)
    if (lines.every(({ waiting, nextAt }) => waiting === 0 && nextAt < now)) addresses.delete(address)
}
