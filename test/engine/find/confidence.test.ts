import { describe, expect, it } from 'vitest'
import { confidence } from '../../../src/engine/find/confidence.ts'
import type { ConfidenceSource } from '../../../src/engine/find/confidence.ts'

const now = new Date('2026-02-01T00:00:00Z')
const page: ConfidenceSource = {
  domain: 'acme.example',
  sourceDomain: 'acme.example',
  quality: 'high',
  hidden: false,
  lastSeenAt: now,
  stillOnPage: true,
}
const noSigns = { nameFits: null, patternFits: null, verification: null }
const of = (sources: ConfidenceSource[], signs = {}): number => confidence(sources, { ...noSigns, ...signs }, now)

describe('confidence', () => {
  it("is 90 for a fresh link on the company's own site, and 94 when name and pattern fit", () => {
    expect(of([page])).toBe(90)
    expect(of([page], { nameFits: true, patternFits: true })).toBe(94)
  })

  it('falls with age, halving in three years, and when the page dropped the address', () => {
    expect(of([{ ...page, lastSeenAt: new Date('2023-02-01T00:00:00Z') }])).toBe(45)
    expect(of([{ ...page, stillOnPage: false }])).toBe(45)
  })

  it('grows more with a second site than with a second page', () => {
    const weak = { ...page, quality: 'medium' as const }
    const samePage = of([weak, weak])
    const otherSite = of([weak, { ...weak, sourceDomain: 'fair.example' }])
    expect(samePage).toBeGreaterThan(of([weak]))
    expect(otherSite).toBeGreaterThan(samePage)
  })

  it('stays low for one weak source, whatever fits', () => {
    expect(of([{ ...page, quality: 'low' }], { nameFits: true, patternFits: true })).toBeLessThan(30)
    expect(of([{ ...page, hidden: true }])).toBeLessThan(30)
  })

  it('follows a verification', () => {
    expect(of([page], { verification: 'valid' })).toBeGreaterThan(of([page]))
    expect(of([page], { verification: 'invalid' })).toBeLessThan(5)
    expect(of([page], { verification: 'accept_all' })).toBe(of([page]))
  })

  it('is zero without sources and never certain', () => {
    expect(of([])).toBe(0)
    expect(of(Array.from({ length: 500 }, (_, i) => ({ ...page, sourceDomain: `site${i}.example` })))).toBe(99)
  })
})
