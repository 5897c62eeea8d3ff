import { describe, expect, test } from 'vitest'
import { pacedEnd } from '../../../src/engine/guard/paced-end.ts'
import type { PacedMailbox } from '../../../src/engine/guard/paced-end.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'

const NOW = Date.parse('2026-03-02T09:00:00Z')
const MAILBOX: PacedMailbox = {
  id: 1,
  ramp: 'off',
  rampPlace: 0,
  rampCap: null,
  weeklyLimit: null,
  dailyLimit: 200,
  smtpHost: 'mail.lumen.example',
  mailboxEmail: 'rui@lumen.example',
}

/** One email each minute, to as many recipients. */
const planned = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ recipientId: n, mailboxId: 1, dueAt: NOW + n * MINUTE_MS }))

const days = (instant: number) => Math.floor((instant - NOW) / DAY_MS)

describe('a plan ends', () => {
  test('as planned, if nothing puts its messages off', () => {
    const end = pacedEnd(planned(100), { companies: new Map(), mailboxes: [MAILBOX], now: NOW })
    expect(end).toEqual({ last: NOW + 99 * MINUTE_MS, slowedBy: [] })
  })

  test.each([
    [5, 0],
    [6, 1],
    [10, 1],
    [11, 2],
  ])('with %i people of one company after %i days', (people, after) => {
    const companies = new Map(planned(people).map(({ recipientId }) => [recipientId, 'crowd.example']))
    const end = pacedEnd(planned(people), { companies, mailboxes: [MAILBOX], now: NOW })
    expect(days(end.last)).toBe(after)
    expect(end.slowedBy).toEqual(after === 0 ? [] : ['company_pace'])
  })

  test('with few people of many companies on the day it began', () => {
    const companies = new Map(planned(60).map(({ recipientId }) => [recipientId, `c${recipientId % 30}.example`]))
    const { last, slowedBy } = pacedEnd(planned(60), { companies, mailboxes: [MAILBOX], now: NOW })
    expect(last - NOW).toBeLessThan(2 * HOUR_MS)
    expect(slowedBy).toEqual([])
  })

  test('as late as a growing mailbox allows: 10, 12, 14 and 17 emails on its first days', () => {
    const mailboxes = [{ ...MAILBOX, ramp: 'auto' as const, rampCap: 10 }]
    const endOf = (count: number) => pacedEnd(planned(count), { companies: new Map(), mailboxes, now: NOW })
    expect([10, 22, 36].map((count) => days(endOf(count).last))).toEqual([0, 1, 2])
    expect(endOf(200).slowedBy).toEqual(['mailbox_caps'])
    expect(days(endOf(200).last)).toBeGreaterThan(6)
  })

  test('as late as the weekly limit of a mailbox allows', () => {
    const mailboxes = [{ ...MAILBOX, weeklyLimit: 10 }]
    const { last } = pacedEnd(planned(30), { companies: new Map(), mailboxes, now: NOW })
    expect(days(last)).toBe(14)
  })

  test('after years, if thousands of people at one company get several emails each', () => {
    const mailboxes = [{ ...MAILBOX, ramp: 'auto' as const, rampCap: 10 }]
    const plan = planned(5_000).flatMap((mail) => Array.from({ length: 6 }, () => mail))
    const companies = new Map(plan.map(({ recipientId }) => [recipientId, 'crowd.example']))
    const end = pacedEnd(plan, { companies, mailboxes, now: NOW })
    expect(end.slowedBy).toContain('company_pace')
    expect(days(end.last)).toBe(999)
  })
})
