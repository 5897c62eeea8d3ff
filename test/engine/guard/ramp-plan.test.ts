import { expect, test } from 'vitest'
import { daysToGrow, isGrown, plannedCap, stepRamp } from '../../../src/engine/guard/ramp-plan.ts'
import { gapAfter } from '../../../src/engine/guard/pacing.ts'
import { providerCeiling } from '../../../src/engine/guard/provider-ceiling.ts'

const DAY = { place: 4, cap: 20, sent: 20, days: 1, band: 'healthy', isDomainUnfit: false, dailyLimit: 200 } as const

test('a new mailbox follows the plan: from 10 to 50, ten days at 50, then a tenth more each day up to its limit', () => {
  const caps = Array.from({ length: 40 }, (_, place) => plannedCap(place, 200))
  expect(caps.slice(0, 10)).toEqual([10, 12, 14, 17, 20, 24, 29, 35, 42, 50])
  expect(caps.slice(10, 20)).toEqual(Array.from({ length: 10 }, () => 50))
  expect(caps.slice(20, 24)).toEqual([56, 61, 67, 74])
  expect(caps.at(-1)).toBe(200)
  expect(plannedCap(3, 12)).toBe(12)
  expect(isGrown(3, 12)).toBe(true)
  expect(daysToGrow(0, 20)).toBe(4)
})

test('a step up needs a healthy day on which most of the allowance was sent, and a domain that is set up well', () => {
  expect(stepRamp(DAY)).toEqual({ place: 5, cap: 24 })
  expect(stepRamp({ ...DAY, sent: 12 }).place).toBe(5)
  expect(stepRamp({ ...DAY, sent: 11 }).place).toBe(4)
  expect(stepRamp({ ...DAY, band: 'watch' }).place).toBe(4)
  expect(stepRamp({ ...DAY, isDomainUnfit: true }).place).toBe(4)
})

test('a strained mailbox sends half as much, but at least five, and after a long rest the ramp steps back', () => {
  expect(stepRamp({ ...DAY, band: 'strained' })).toEqual({ place: 4, cap: 10 })
  expect(stepRamp({ ...DAY, place: 0, cap: 10, sent: 0, band: 'strained' }).cap).toBe(5)
  expect(stepRamp({ ...DAY, days: 5 })).toEqual({ place: 1, cap: 12 })
  expect(stepRamp({ ...DAY, place: 1, days: 9 }).place).toBe(0)
})

test('gaps vary by the share allowed, and are always the same for a message', () => {
  const gaps = Array.from({ length: 1_000 }, (_, id) => gapAfter(300, 0.4, id))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(180)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(420)
  expect(gaps.reduce((sum, gap) => sum + gap) / gaps.length).toBeCloseTo(300, -1)
  expect(gapAfter(300, 0, 77)).toBe(300)
})

test('providers have ceilings below their own limits', () => {
  expect(providerCeiling('smtp.gmail.com', 'ines@gmail.com')).toBe(400)
  expect(providerCeiling('smtp.gmail.com', 'ines@lumen.example')).toBe(1_500)
  expect(providerCeiling('smtp.office365.com', 'ines@lumen.example')).toBe(1_500)
  expect(providerCeiling('mail.lumen.example', 'ines@lumen.example')).toBeNull()
})
