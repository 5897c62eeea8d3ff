import { expect, test } from 'vitest'
import { addressWait, capWait, companyAfter, companyWait } from '../../../src/engine/guard/pacing.ts'
import { verdictGate } from '../../../src/engine/guard/verdict-gate.ts'
import type { GateQuestion } from '../../../src/engine/guard/verdict-gate.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'

const NOW = new Date('2026-03-10T09:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const verdict = (status: string, days = 1, isAnswered = false) => ({
  status,
  checkedAt: ago(days * DAY_MS),
  isAnswered,
})

const ASKED: GateQuestion = {
  verdict: null,
  allow: [],
  maxVerdictDays: 30,
  since: null,
  maxRisk: null,
  risk: null,
  canVerify: true,
  hasLeft: false,
}
const gate = (question: Partial<GateQuestion>) => {
  const answer = verdictGate({ ...ASKED, ...question }, NOW)
  if (answer.gate === 'hold') return answer.by
  return answer.gate === 'stop' ? answer.because : answer.gate
}

test.each([
  ['open', { verdict: verdict('valid') }],
  ['old', { verdict: verdict('valid', 31) }],
  ['open', { verdict: verdict('valid', 31), allow: ['old'] }],
  ['old', { verdict: verdict('valid', 1), since: ago(HOUR_MS) }],
  ['invalid', { verdict: verdict('invalid'), allow: ['accept_all', 'unknown', 'unverified', 'old'] }],
  ['invalid', { verdict: verdict('invalid', 90) }],
  ['old', { verdict: verdict('invalid', 91) }],
  ['left_company', { verdict: verdict('valid'), hasLeft: true }],
  ['left_company', { hasLeft: true, allow: ['unverified'] }],
  ['invalid', { verdict: verdict('invalid'), hasLeft: true }],
  ['accept_all', { verdict: verdict('accept_all'), allow: ['unknown'] }],
  ['open', { verdict: verdict('accept_all'), allow: ['accept_all'] }],
  ['risk', { verdict: verdict('accept_all'), allow: ['accept_all'], risk: 0.06 }],
  ['open', { verdict: verdict('accept_all'), allow: ['accept_all'], risk: 0.06, maxRisk: 0.1 }],
  ['unknown', { verdict: verdict('unknown') }],
  ['unknown', { verdict: verdict('webmail') }],
  ['open', { verdict: verdict('webmail', 1, true) }],
  ['unknown', { verdict: verdict('disposable') }],
  ['unverified', {}],
  ['unverifiable', { canVerify: false }],
  ['open', { allow: ['unverified'], canVerify: false }],
] as const)('the gate says %s for %o', (answer, question) => {
  expect(gate(question)).toBe(answer)
})

test('a company gets an email every ten minutes, and at most five first emails a day', () => {
  const free = { isBusy: false, nextSendAt: null, firsts: [] }
  expect(companyWait(free, true, NOW)).toBeNull()
  expect(companyWait({ ...free, isBusy: true }, true, NOW)).toEqual(new Date('2026-03-10T09:00:30Z'))
  const { nextSendAt } = companyAfter([], true, NOW)
  expect(companyWait({ ...free, nextSendAt }, false, NOW)).toEqual(new Date('2026-03-10T09:10:00Z'))
  const firsts = [23, 20, 10, 5, 1].map((hours) => ago(hours * HOUR_MS))
  expect(companyWait({ ...free, firsts }, true, NOW)).toEqual(new Date('2026-03-10T10:00:00Z'))
  expect(companyWait({ ...free, firsts }, false, NOW)).toBeNull()
  expect(companyAfter(firsts, true, ago(-2 * HOUR_MS)).firsts).toHaveLength(5)
})

test('an address gets at most two emails a week across all campaigns', () => {
  expect(addressWait([ago(DAY_MS)], NOW)).toBeNull()
  expect(addressWait([ago(DAY_MS), ago(3 * DAY_MS)], NOW)).toEqual(new Date('2026-03-14T09:00:00Z'))
  expect(addressWait([ago(DAY_MS), ago(8 * DAY_MS)], NOW)).toBeNull()
})

test('a 24-hour limit has room again when the oldest email leaves the window', () => {
  expect(capWait({ count: 9, oldest: ago(HOUR_MS) }, 10, DAY_MS, NOW)).toBeNull()
  const wait = capWait({ count: 10, oldest: ago(HOUR_MS) }, 10, DAY_MS, NOW)
  expect(wait?.getTime()).toBeGreaterThan(NOW.getTime() + 23 * HOUR_MS)
  expect(wait?.getTime()).toBeLessThan(NOW.getTime() + 23 * HOUR_MS + 2 * MINUTE_MS)
})
