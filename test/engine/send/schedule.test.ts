import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlannedMailbox } from '../../../src/engine/send/mailbox-calendar.ts'
import { createPlanner } from '../../../src/engine/send/schedule.ts'
import type { PlannedMessage, PlannerOptions, RecipientToPlan } from '../../../src/engine/send/schedule.ts'

interface PlanRequest extends PlannerOptions {
  recipients: readonly RecipientToPlan[]
}

const planMessages = ({ recipients, ...options }: PlanRequest): PlannedMessage[] =>
  createPlanner(options).plan(recipients, options.notBefore)

const HOUR = 3_600
const DAY_MS = 24 * HOUR * 1_000

const formats = new Map<string, Intl.DateTimeFormat>()
const WHOLE = { dateStyle: 'short', timeStyle: 'medium' } as const

/** The wall clock as the platform formats it, independent of the planner's arithmetic. */
function wall(instant: number, timeZone: string): { date: string; weekday: number; seconds: number; text: string } {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { ...WHOLE, timeZone })
  formats.set(timeZone, format)
  const text = format.format(instant)
  const [date = '', time = ''] = text.split(' ')
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return {
    date,
    weekday: new Date(`${date}T00:00:00Z`).getUTCDay(),
    seconds: hours * HOUR + minutes * 60 + seconds,
    text: text.slice(0, 16),
  }
}

const OFFICE = { days: [1, 2, 3, 4, 5], startSeconds: 9 * HOUR, endSeconds: 17 * HOUR - 60, timeZone: 'UTC' }
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const box = (settings: Partial<PlannedMailbox> = {}): PlannedMailbox => ({
  id: 1,
  dailyLimit: 200,
  gapSeconds: 60,
  window: null,
  timeZone: 'UTC',
  occupied: [],
  ...settings,
})
const people = (count: number, waits: readonly number[] = [0]): RecipientToPlan[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    mailboxId: null,
    steps: waits.map((waitDays, step) => ({ step, waitDays })),
    after: null,
  }))
const plan = (request: Partial<PlanRequest> & { at: string }): PlannedMessage[] =>
  planMessages({
    window: OFFICE,
    mailboxes: [box()],
    recipients: people(1),
    ...request,
    notBefore: request.notBefore ?? Date.parse(request.at),
  })
const times = (messages: readonly PlannedMessage[], timeZone = 'UTC') =>
  messages.map(({ dueAt }) => wall(dueAt, timeZone).text)

describe('a plan', () => {
  test('begins at once inside the window, or else when it opens', () => {
    expect(times(plan({ at: '2026-03-02T10:30:00Z' }))).toEqual(['2026-03-02 10:30'])
    expect(times(plan({ at: '2026-03-02T04:00:00Z' }))).toEqual(['2026-03-02 09:00'])
    expect(times(plan({ at: '2026-03-02T16:59:01Z' }))).toEqual(['2026-03-03 09:00'])
    expect(times(plan({ at: '2026-03-06T20:00:00Z' }))).toEqual(['2026-03-09 09:00'])
  })

  test('keeps the gap, and makes every step wait whole days', () => {
    const messages = plan({ at: '2026-03-02T09:00:00Z', recipients: people(2, [0, 3, 1]) })
    expect(times(messages)).toEqual([
      '2026-03-02 09:00',
      '2026-03-05 09:00',
      '2026-03-06 09:00',
      '2026-03-02 09:01',
      '2026-03-05 09:01',
      '2026-03-06 09:01',
    ])
  })

  test('moves what exceeds a daily limit to the next open day', () => {
    const messages = plan({ at: '2026-03-05T09:00:00Z', recipients: people(5), mailboxes: [box({ dailyLimit: 2 })] })
    expect(times(messages)).toEqual([
      '2026-03-05 09:00',
      '2026-03-05 09:01',
      '2026-03-06 09:00',
      '2026-03-06 09:01',
      '2026-03-09 09:00',
    ])
  })

  test('shares the work between mailboxes, and keeps one mailbox per recipient', () => {
    const mailboxes = [box({ id: 7 }), box({ id: 8, gapSeconds: 120 })]
    const messages = plan({ at: '2026-03-02T09:00:00Z', recipients: people(30, [0, 1]), mailboxes })
    for (const group of Map.groupBy(messages, ({ recipientId }) => recipientId).values())
      expect(new Set(group.map(({ mailboxId }) => mailboxId)).size).toBe(1)
    const byFirst = messages.filter(({ mailboxId }) => mailboxId === 7)
    expect(byFirst).toHaveLength(40)
  })

  test('alternates between mailboxes without a gap', () => {
    const mailboxes = [1, 2, 3].map((id) => box({ id, gapSeconds: 0 }))
    const messages = plan({ at: '2026-03-02T09:00:00Z', recipients: people(9), mailboxes })
    expect(messages.map(({ mailboxId }) => mailboxId)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3])
  })

  test('works around what the mailbox is already sending', () => {
    const occupied = ['09:00:30', '09:02:00', '09:03:30'].map((time) => Date.parse(`2026-03-02T${time}Z`))
    const messages = plan({ at: '2026-03-02T09:00:00Z', recipients: people(2), mailboxes: [box({ occupied })] })
    expect(messages.map(({ dueAt }) => new Date(dueAt).toISOString().slice(11, 19))).toEqual(['09:04:30', '09:05:30'])
  })

  test('also stays within the hours of the mailbox', () => {
    const window = { days: [2, 4, 6], startSeconds: 8 * HOUR, endSeconds: 10 * HOUR, timeZone: 'Europe/Lisbon' }
    const messages = plan({
      at: '2026-07-01T00:00:00Z',
      recipients: people(1, [0, 1, 1]),
      mailboxes: [box({ window })],
    })
    // In July Lisbon is an hour ahead: ten o'clock there is nine in the window.
    expect(times(messages)).toEqual(['2026-07-02 09:00', '2026-07-07 09:00', '2026-07-09 09:00'])
  })

  test('leaves out people no mailbox can ever write to', () => {
    const never = { ...OFFICE, days: [0] }
    expect(plan({ at: '2026-03-02T09:00:00Z', mailboxes: [box({ window: never })] })).toEqual([])
    expect(plan({ at: '2026-03-02T09:00:00Z', mailboxes: [box({ dailyLimit: 0 })] })).toEqual([])
    expect(plan({ at: '2026-03-02T09:00:00Z', mailboxes: [] })).toEqual([])
    expect(plan({ at: '2026-03-02T09:00:00Z', window: { ...OFFICE, days: [] } })).toEqual([])
  })

  test('continues after the last step that was sent', () => {
    const sent = Date.parse('2026-03-02T11:11:11Z')
    const steps = [{ step: 1, waitDays: 2 }]
    const recipients = [{ id: 1, mailboxId: 1, after: sent, steps }]
    expect(times(plan({ at: '2026-03-03T09:00:00Z', recipients }))).toEqual(['2026-03-04 11:11'])
    expect(times(plan({ at: '2026-03-05T09:00:00Z', recipients }))).toEqual(['2026-03-05 09:00'])
    expect(plan({ at: '2026-03-05T09:00:00Z', recipients: [{ id: 1, mailboxId: 2, after: sent, steps }] })).toEqual([])
  })

  test('for 2,000 recipients and three weeks is right to the message', () => {
    const mailboxes = [box({ id: 1, dailyLimit: 150 }), box({ id: 2, dailyLimit: 150 })]
    const messages = plan({ at: '2026-03-02T00:00:00Z', recipients: people(2_000, [0, 3]), mailboxes })
    expect(messages).toHaveLength(4_000)
    const days = Map.groupBy(messages, ({ dueAt, step }) => `${wall(dueAt, 'UTC').date} step ${step}`)
    const counted = [...days].map(([day, { length }]) => `${day}: ${length}`)
    expect(counted.toSorted()).toEqual([
      ...['02', '03', '04'].map((day) => `2026-03-${day} step 0: 300`),
      ...['05', '06', '09'].map((day) => `2026-03-${day} step 1: 300`),
      ...['10', '11', '12'].map((day) => `2026-03-${day} step 0: 300`),
      ...['13', '16', '17'].map((day) => `2026-03-${day} step 1: 300`),
      '2026-03-18 step 0: 200',
      '2026-03-23 step 1: 200',
    ])
  })
})

describe('when clocks change', () => {
  const night = { days: EVERY_DAY, startSeconds: 2 * HOUR, endSeconds: 3 * HOUR - 1, timeZone: 'Europe/Berlin' }
  const nights = (at: string, window = night, count = 4) =>
    times(
      plan({ at, window, recipients: people(count), mailboxes: [box({ gapSeconds: 24 * HOUR - 2 * HOUR })] }),
      window.timeZone,
    )

  test('an hour that is skipped sends nothing on that day', () => {
    expect(nights('2026-03-27T00:00:00Z')).toEqual([
      '2026-03-27 02:00',
      '2026-03-28 02:00',
      '2026-03-30 02:00',
      '2026-03-31 02:00',
    ])
  })

  test('a window that opens in the skipped hour opens after the change', () => {
    const window = { ...night, startSeconds: 2.5 * HOUR, endSeconds: 5 * HOUR }
    expect(nights('2026-03-28T00:00:00Z', window, 3)).toEqual([
      '2026-03-28 02:30',
      '2026-03-29 03:00',
      '2026-03-30 02:30',
    ])
  })

  test('an hour that occurs twice is open both times, on one day', () => {
    const sundayNight = { ...night, days: [0] }
    const request = { window: sundayNight, recipients: people(5) }
    const mailboxes = [box({ dailyLimit: 4, gapSeconds: 30 * 60 })]
    const messages = plan({ at: '2026-10-24T00:00:00Z', ...request, mailboxes })
    expect(messages.map(({ dueAt }) => new Date(dueAt).toISOString().slice(0, 16))).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-11-01T01:00',
    ])
  })

  test('a step waits calendar days, not hours', () => {
    const window = { ...OFFICE, days: EVERY_DAY, timeZone: 'America/New_York' }
    const messages = plan({ at: '2026-03-06T15:30:00Z', window, recipients: people(1, [0, 3, 3]) })
    expect(times(messages, window.timeZone)).toEqual(['2026-03-06 10:30', '2026-03-09 10:30', '2026-03-12 10:30'])
  })

  test('a day that a country skipped is not a day', () => {
    const window = { ...OFFICE, days: EVERY_DAY, timeZone: 'Pacific/Apia' }
    const mailboxes = [box({ dailyLimit: 1, timeZone: window.timeZone })]
    const messages = plan({ at: '2011-12-28T20:00:00Z', window, recipients: people(4), mailboxes })
    expect(times(messages, window.timeZone)).toEqual([
      '2011-12-28 10:00',
      '2011-12-29 09:00',
      '2011-12-31 09:00',
      '2012-01-01 09:00',
    ])
  })
})

describe('any plan', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Lisbon',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Santiago',
    'Pacific/Chatham',
    'Africa/Casablanca',
  )
  const window = fc
    .record({
      days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
      bounds: fc.uniqueArray(fc.integer({ min: 0, max: 86_399 }), { minLength: 2, maxLength: 2 }),
      timeZone: zone,
    })
    .map(({ days, bounds, timeZone }) => {
      const [startSeconds = 0, endSeconds = 0] = bounds.toSorted((a, b) => a - b)
      return { days, startSeconds, endSeconds, timeZone }
    })
  const start = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-12-31T00:00:00Z') })
  const occupied = fc.array(fc.integer({ min: 0, max: 30 * DAY_MS }), { maxLength: 40 })
  const mailbox = fc.record({
    dailyLimit: fc.integer({ min: 1, max: 12 }),
    gapSeconds: fc.constantFrom(0, 1, 7, 60, 900, 7_200),
    window: fc.option(window, { freq: 4 }),
    occupied,
  })
  const request = fc
    .record({
      window,
      notBefore: start,
      boxes: fc.array(mailbox, { minLength: 1, maxLength: 3 }),
      count: fc.integer({ min: 1, max: 25 }),
      waits: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 }),
      zone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Apia'),
    })
    .map(({ window: hours, notBefore, boxes, count, waits, zone }): PlanRequest & { waits: number[] } => ({
      window: hours,
      notBefore,
      mailboxes: boxes.map((each, index) => ({
        ...each,
        id: index + 1,
        timeZone: zone,
        occupied: each.occupied.map((offset) => notBefore + offset),
      })),
      recipients: people(count, waits),
      waits,
    }))

  test('stays inside windows and limits, and keeps gaps, waits and order', () => {
    fc.assert(
      fc.property(request, ({ waits, ...asked }) => {
        const messages = planMessages(asked)
        const { timeZone } = asked.window
        for (const { dueAt, mailboxId } of messages) {
          expect(dueAt).toBeGreaterThanOrEqual(asked.notBefore)
          for (const hours of [asked.window, asked.mailboxes[mailboxId - 1]?.window ?? asked.window]) {
            const { weekday, seconds } = wall(dueAt, hours.timeZone)
            const inside = seconds >= hours.startSeconds && seconds <= hours.endSeconds && hours.days.includes(weekday)
            expect([inside, hours, weekday, seconds]).toEqual([true, hours, weekday, seconds])
          }
        }
        for (const each of asked.mailboxes) checkMailbox(each, messages)
        for (const group of Map.groupBy(messages, ({ recipientId }) => recipientId).values())
          checkRecipient(group, waits, timeZone)
      }),
      { numRuns: 100 },
    )
  })

  function checkMailbox(
    { id, dailyLimit, gapSeconds, timeZone, occupied: before }: PlannedMailbox,
    all: PlannedMessage[],
  ) {
    const own = all.filter(({ mailboxId }) => mailboxId === id).map(({ dueAt }) => dueAt)
    const perDay = Map.groupBy([...own, ...before], (instant) => wall(instant, timeZone).date)
    for (const date of new Set(own.map((instant) => wall(instant, timeZone).date)))
      expect(perDay.get(date)?.length).toBeLessThanOrEqual(dailyLimit)
    const planned = new Set(own)
    const sorted = [...own, ...before].toSorted((a, b) => a - b)
    for (const [index, instant] of sorted.entries()) {
      const next = sorted[index + 1]
      if (next !== undefined && (planned.has(instant) || planned.has(next)))
        expect(next - instant).toBeGreaterThanOrEqual(gapSeconds * 1_000)
    }
  }

  function checkRecipient(group: PlannedMessage[], waits: readonly number[], zoneName: string) {
    expect(new Set(group.map(({ mailboxId }) => mailboxId)).size).toBe(1)
    for (const [index, { step, dueAt }] of group.entries()) {
      expect(step).toBe(index)
      const before = group[index - 1]?.dueAt
      if (before === undefined) continue
      expect(dueAt).toBeGreaterThan(before)
      const days = (Date.parse(wall(dueAt, zoneName).date) - Date.parse(wall(before, zoneName).date)) / DAY_MS
      expect(days).toBeGreaterThanOrEqual(waits[step] ?? 0)
    }
  }

  test('made in parts is the same as one made at once', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 7 }), (asked, size) => {
        const planner = createPlanner(asked)
        const parts: PlannedMessage[] = []
        for (let first = 0; first < asked.recipients.length; first += size)
          parts.push(...planner.plan(asked.recipients.slice(first, first + size), asked.notBefore))
        expect(parts).toEqual(planMessages(asked))
      }),
      { numRuns: 50 },
    )
  })

  test('finds its way among thousands of times that are taken', () => {
    const at = Date.parse('2026-03-02T00:00:00Z')
    const always = { days: EVERY_DAY, startSeconds: 0, endSeconds: 86_399, timeZone: 'UTC' }
    const taken = Array.from({ length: 5_000 }, (_, index) => at + (2 * index + 1) * 1_000)
    const mailboxes = [box({ occupied: taken, gapSeconds: 1, dailyLimit: 90_000 })]
    const times = planMessages({ window: always, notBefore: at, mailboxes, recipients: people(9_000) })
    const [seen, busy] = [times.map(({ dueAt }) => dueAt), new Set(taken)]
    const free = Array.from({ length: 20_000 }, (_, second) => at + second * 1_000).filter((time) => !busy.has(time))
    expect(seen).toEqual(free.slice(0, 9_000))
  })

  test('leaves no earlier slot unused: a naive search finds the same first times', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const mailboxes = asked.mailboxes.slice(0, 1).map((each) => ({ ...each, gapSeconds: 900, window: null }))
        const hours = { ...asked.window, startSeconds: 0, endSeconds: 86_399 }
        const notBefore = Math.ceil(asked.notBefore / 900_000) * 900_000
        const quarter = mailboxes.map((each) => ({
          ...each,
          occupied: each.occupied.map((instant) => Math.floor(instant / 900_000) * 900_000),
        }))
        const messages = planMessages({ window: hours, notBefore, mailboxes: quarter, recipients: people(8) })
        expect(messages.map(({ dueAt }) => dueAt)).toEqual(naive(hours, notBefore, quarter[0] ?? box(), 8))
      }),
      { numRuns: 100 },
    )
  })

  /** Tries every quarter of an hour. */
  function naive(hours: PlanRequest['window'], notBefore: number, each: PlannedMailbox, count: number): number[] {
    const taken = new Set(each.occupied)
    const perDay = new Map<string, number>()
    const note = (instant: number) => {
      const { date } = wall(instant, each.timeZone)
      perDay.set(date, (perDay.get(date) ?? 0) + 1)
    }
    for (const instant of each.occupied) note(instant)
    const found: number[] = []
    for (let at = notBefore; found.length < count; at += 900_000) {
      const { weekday } = wall(at, hours.timeZone)
      const { date } = wall(at, each.timeZone)
      if (!hours.days.includes(weekday) || taken.has(at) || (perDay.get(date) ?? 0) >= each.dailyLimit) continue
      found.push(at)
      taken.add(at)
      note(at)
    }
    return found
  }
})
