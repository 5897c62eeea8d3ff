import { DAY_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { calendarOf, nextInBoth, openHours } from './sending-window.ts'
import type { SendingWindow } from './sending-window.ts'

/** A mailbox from the planner's point of view. */
export interface PlannedMailbox {
  id: number
  /** The most messages per day. */
  dailyLimit: number
  /** Least time between two messages. */
  gapSeconds: number
  /** Its own hours, which apply in addition to those of a campaign; null if it has none. */
  window: SendingWindow | null
  /** The time zone in which its days are counted. */
  timeZone: string
  /** When it has sent or will send: milliseconds since 1970, in any order. */
  occupied: readonly number[]
}

export interface MailboxCalendar {
  mailboxId: number
  /**
   * The first free time from `earliest` on; null if there is none within ten years.
   * @param step requests for one step tend to move forward, so what the last one learned about busy times is kept for the next.
   */
  find: (earliest: number, step: number) => number | null
  take: (instant: number) => void
  /** Messages on the day of an instant. */
  countOn: (instant: number) => number
}

const NEVER = Number.POSITIVE_INFINITY
const HORIZON_MS = 3_653 * DAY_MS

/** The times of a mailbox in one plan. */
export function createMailboxCalendar(
  mailbox: PlannedMailbox,
  window: SendingWindow,
  notBefore: number,
): MailboxCalendar {
  const hours = openHours(window)
  const own = mailbox.window === null ? null : openHours(mailbox.window)
  const calendar = calendarOf(mailbox.timeZone)
  const horizon = notBefore + HORIZON_MS
  const gapMs = mailbox.gapSeconds * SECOND_MS
  const taken = Float64Array.from(mailbox.occupied).sort()
  const busy = createSortedTimes(taken)
  const days = createDayCounts(mailbox.dailyLimit)
  for (const instant of taken) days.add(calendar.dayOf(instant))
  /** There is no free time between the two, and never will be. */
  const learnt = new Map<number, { from: number; to: number }>()

  function search(earliest: number): number | null {
    let at = wholeSecond(earliest)
    for (;;) {
      const open = own === null ? hours.next(at, horizon) : nextInBoth(hours, own, at, horizon)
      if (open === null) return null
      const day = calendar.dayOf(open)
      const free = days.firstWithRoom(day)
      const clash = busy.firstAfter(open - gapMs)
      // A clock set back may show the same day again.
      if (free > day) at = Math.max(calendar.startOf(free), open + SECOND_MS)
      else if (clash !== undefined && clash < open + gapMs) at = wholeSecond(clash + gapMs)
      else return open
      if (at > horizon) return null
    }
  }

  return {
    mailboxId: mailbox.id,
    find: (earliest, step) => {
      if (mailbox.dailyLimit < 1) return null
      const last = learnt.get(step)
      const known = last !== undefined && last.from <= earliest && earliest <= last.to
      if (known && last.to === NEVER) return null
      const found = search(known ? last.to : earliest)
      learnt.set(step, { from: known ? last.from : earliest, to: found ?? NEVER })
      return found
    },
    take: (instant) => {
      busy.add(instant)
      days.add(calendar.dayOf(instant))
    },
    countOn: (instant) => days.countOf(calendar.dayOf(instant)),
  }
}

const wholeSecond = (instant: number): number => Math.ceil(instant / SECOND_MS) * SECOND_MS

/** Counts the messages of each day, and knows which days are full. */
function createDayCounts(limit: number) {
  const counts = new Map<number, number>()
  /** For a full day, a later day before which there is no room. */
  const later = new Map<number, number>()
  return {
    countOf: (day: number): number => counts.get(day) ?? 0,
    add: (day: number): void => {
      const count = (counts.get(day) ?? 0) + 1
      counts.set(day, count)
      if (count >= limit) later.set(day, later.get(day) ?? day + 1)
    },
    firstWithRoom: (day: number): number => {
      let free = day
      for (let next = later.get(free); next !== undefined; next = later.get(free)) free = next
      if (free > day) later.set(day, free)
      return free
    },
  }
}

/** Times in ascending order, stored in blocks: inserting one moves at most a few hundred others. */
function createSortedTimes(initial: ArrayLike<number>) {
  const all = Array.from(initial)
  const blocks = Array.from({ length: Math.max(1, Math.ceil(all.length / BLOCK)) }, (_, index) =>
    all.slice(index * BLOCK, (index + 1) * BLOCK),
  )
  /** The first block that ends after an instant; the last one if none does. */
  const blockOf = (instant: number): number => {
    const found = firstIndex(blocks.length, (index) => (blocks[index]?.at(-1) ?? NEVER) > instant)
    return Math.min(found, blocks.length - 1)
  }
  const indexAfter = (block: readonly number[], instant: number): number =>
    firstIndex(block.length, (index) => (block[index] ?? NEVER) > instant)
  return {
    firstAfter: (instant: number): number | undefined => {
      const block = blocks[blockOf(instant)] ?? []
      return block[indexAfter(block, instant)]
    },
    add: (instant: number): void => {
      const place = blockOf(instant)
      const block = blocks[place] ?? []
      block.splice(indexAfter(block, instant), 0, instant)
      if (block.length >= 2 * BLOCK) blocks.splice(place + 1, 0, block.splice(BLOCK))
    },
  }
}

const BLOCK = 512

/**
 * The first of `count` indexes for which `holds` is true, given that it is true for all after it too; `count` if it is true for
 * none.
 */
function firstIndex(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
