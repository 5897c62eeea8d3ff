import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../lib/process/clock.ts'

/** What is known about a host when it passes from one process to another; times in ms from now. */
export interface PlacePast {
  /** Until the next request may be sent. */
  nextInMs: number
  /** Consecutive refusals because of our pace. */
  strikes: number
  leftAloneMs: number
  /** The usual pause between two requests; a process that takes over the place of a dead one waits this long. */
  pauseMs: number
}

export interface PlaceKey {
  name: string
  /** From 0; a host has one. */
  place: number
}

/**
 * Where the places of all processes are kept; each is held by one of them at a time, until it is given back or the process
 * dies.
 */
export interface PlaceStore {
  /**
   * A free place out of `most`; null if other processes hold them all.
   * @param asking `wants` asks one of them to give up its place
   */
  take: (asking: {
    holder: string
    name: string
    most: number
    heldMs: number
    wants: boolean
  }) => Promise<(PlaceKey & PlacePast) | null>
  /** @returns the places still held */
  keep: (
    holder: string,
    held: readonly (PlaceKey & { pauseMs: number })[],
    heldMs: number,
  ) => Promise<(PlaceKey & { isWanted: boolean })[]>
  give: (holder: string, places: readonly (PlaceKey & PlacePast)[]) => Promise<void>
}

/** The places at hosts held by this process, so that all processes together stay polite. */
export interface HostPlaces {
  /** Waits for one of the places with this name; null if the caller left while waiting. */
  hold: (name: string, most: number, signal: AbortSignal) => Promise<HeldPlace | null>
  /** Gives back what is held, and afterwards takes places only for callers already waiting. */
  close: () => Promise<void>
}

export interface HeldPlace {
  /** What the previous holder left, if it was another process; null if this process still had the place. */
  past: PlacePast | null
  /** Until the next request may be sent, in ms. */
  nextInMs: number
  /** @param left for the next holder */
  free: (left: PlacePast) => void
}

/** A process without a sign of life for this long has lost its places. */
const HELD_MS = 30 * SECOND_MS
const KEEP_EVERY_MS = 3 * SECOND_MS
/** The longest a request lasts; none begins that might outlive its place. */
const REQUEST_MS = 20 * SECOND_MS
/** The pause between two pages of a visit; after it, the next holder need not wait. */
const IDLE_MS = 5 * SECOND_MS
const ASK_EVERY_MS = 500

interface Own extends PlaceKey {
  isBusy: boolean
  /** Another process waits for it. */
  isWanted: boolean
  /** `performance.now()` until which it is certainly ours. */
  until: number
  freeSince: number
  /** `performance.now()` at which `left` was recorded. */
  leftAt: number
  left: PlacePast
}

interface Name {
  places: Own[]
  isAsking: boolean
  askAt: number
  waiting: Set<() => void>
}

export function createHostPlaces(store: PlaceStore): HostPlaces {
  const holder = randomUUID()
  const names = new Map<string, Name>()
  let timer: NodeJS.Timeout | undefined
  let isKeeping = false
  let isClosed = false

  function nameOf(name: string): Name {
    const known = names.get(name) ?? { places: [], isAsking: false, askAt: 0, waiting: new Set() }
    names.set(name, known)
    return known
  }

  async function ask(known: Name, name: string, most: number): Promise<HeldPlace | null> {
    const sentAt = performance.now()
    known.isAsking = true
    // Without the database it is unknown who has the host, so the question is repeated later.
    const taken = await store
      .take({ holder, name, most, heldMs: HELD_MS, wants: known.places.length === 0 })
      .catch(() => null)
    known.isAsking = false
    if (taken === null) {
      known.askAt = performance.now() + ASK_EVERY_MS
      return null
    }
    const { place, ...past } = taken
    const own: Own = {
      name,
      place,
      isBusy: true,
      isWanted: false,
      until: sentAt + HELD_MS,
      freeSince: sentAt,
      leftAt: performance.now(),
      left: past,
    }
    known.places.push(own)
    if (!isClosed) timer ??= setInterval(() => void keepAll(), KEEP_EVERY_MS).unref()
    wake(known)
    return heldPlace(known, own, past)
  }

  function heldPlace(known: Name, own: Own, past: PlacePast | null): HeldPlace {
    return {
      past,
      nextInMs: Math.max(0, readyAt(own) - performance.now()),
      free: (left) => {
        const now = performance.now()
        Object.assign(own, { left, leftAt: now, isBusy: false, freeSince: now })
        if (own.isWanted || isClosed) void giveBack([own])
        wake(known)
      },
    }
  }

  async function giveBack(gone: readonly Own[]): Promise<void> {
    if (gone.length === 0) return
    for (const own of gone) drop(own)
    // A place that cannot be given back expires.
    await store.give(holder, gone.map(leftBy)).catch(() => undefined)
  }

  function drop(own: Own): void {
    const known = names.get(own.name)
    if (known === undefined) return
    known.places = known.places.filter((each) => each !== own)
    forget(own.name, known)
  }

  function forget(name: string, known: Name): void {
    if (known.places.length === 0 && known.waiting.size === 0 && !known.isAsking && names.get(name) === known)
      names.delete(name)
  }

  async function keepAll(): Promise<void> {
    if (isKeeping) return
    isKeeping = true
    const all = [...names.values()].flatMap(({ places }) => places)
    const sentAt = performance.now()
    const idle = all.filter((own) => !own.isBusy && (own.isWanted || own.freeSince < sentAt - IDLE_MS))
    const kept = all.filter((own) => !idle.includes(own))
    await giveBack(idle)
    if (kept.length > 0) await keep(kept, sentAt).catch(() => undefined)
    else {
      clearInterval(timer)
      timer = undefined
    }
    isKeeping = false
  }

  async function keep(kept: readonly Own[], sentAt: number): Promise<void> {
    const rows = kept.map(({ name, place, left: { pauseMs } }) => ({ name, place, pauseMs }))
    const still = new Map((await store.keep(holder, rows, HELD_MS)).map((row) => [keyOf(row), row]))
    for (const own of kept) {
      const row = still.get(keyOf(own))
      if (row === undefined) drop(own)
      else Object.assign(own, { until: sentAt + HELD_MS, isWanted: row.isWanted })
      if (row?.isWanted === true && !own.isBusy) void giveBack([own])
    }
  }

  return {
    hold: async (name, most, signal) => {
      while (!signal.aborted) {
        const known = nameOf(name)
        const mayAsk = !known.isAsking && known.askAt <= performance.now() && known.places.length < most
        const taken = mayAsk && !isReady(soonest(known)) ? await ask(known, name, most) : null
        if (taken !== null) return taken
        const own = soonest(known)
        if (own !== undefined) {
          own.isBusy = true
          return heldPlace(known, own, null)
        }
        await turnAt(known, signal)
        forget(name, known)
      }
      return null
    },

    close: async () => {
      isClosed = true
      clearInterval(timer)
      await giveBack([...names.values()].flatMap(({ places }) => places.filter(({ isBusy }) => !isBusy)))
    },
  }
}

/** When the next request may be sent from it. */
const readyAt = ({ left, leftAt }: Own): number => leftAt + left.nextInMs

const isReady = (own: Own | undefined): boolean => own !== undefined && readyAt(own) <= performance.now()

/** Among our free places, the one from which a request may be sent first. */
function soonest({ places }: Name): Own | undefined {
  const now = performance.now()
  const free = places.filter(({ isBusy, isWanted, until }) => !isBusy && !isWanted && until - now > REQUEST_MS)
  return free.toSorted((a, b) => readyAt(a) - readyAt(b))[0]
}

const keyOf = ({ name, place }: PlaceKey): string => `${place} ${name}`

/** Its present state, for the next holder. */
function leftBy({ name, place, left, leftAt }: Own): PlaceKey & PlacePast {
  const agoMs = performance.now() - leftAt
  const rest = (ms: number): number => Math.max(0, Math.round(ms - agoMs))
  return { ...left, name, place, nextInMs: rest(left.nextInMs), leftAloneMs: rest(left.leftAloneMs) }
}

function wake({ waiting }: Name): void {
  for (const waker of waiting) waker()
}

/** Waits until a place may be free, or the caller leaves. */
async function turnAt(known: Name, signal: AbortSignal): Promise<void> {
  const turn = new AbortController()
  const waker = (): void => turn.abort()
  known.waiting.add(waker)
  const untilAsked = known.askAt - performance.now()
  const waitMs = known.isAsking || untilAsked <= 0 ? ASK_EVERY_MS : untilAsked
  await sleep(waitMs, undefined, { signal: AbortSignal.any([turn.signal, signal]) }).catch(() => undefined)
  known.waiting.delete(waker)
}
