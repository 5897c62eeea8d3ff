import { describe, expect, it } from 'vitest'
import { agedCount, bounceRisk, scoreByRisk, withSend } from '../../../src/engine/verify/bounce-risk.ts'
import type { BounceRisk, SendCount } from '../../../src/engine/verify/bounce-risk.ts'

const NOW = new Date('2026-03-01T00:00:00Z')
const EMPTY = { verdict: {}, group: {}, domain: {} }
const ASKED = { verdict: 'accept_all', evidence: 'pattern' } as const

/** As many sends, the first of which bounced. */
function counted(sends: number, bounces: number, at = NOW): SendCount {
  let count: SendCount | null = null
  for (let each = 0; each < sends; each++) count = withSend(count, each < bounces, at)
  return count as SendCount
}

describe('the risk of a bounce', () => {
  it('is the default for the verdict and the evidence if nothing has been sent yet', () => {
    expect(bounceRisk(ASKED, EMPTY, NOW)).toEqual({ bounce: 0.12, basis: 'verdict', sends: 0 })
    expect(bounceRisk({ verdict: 'valid', evidence: 'published' }, EMPTY, NOW).bounce).toBe(0.005)
    expect(bounceRisk({ verdict: 'unknown', evidence: 'none' }, EMPTY, NOW).bounce).toBe(0.24)
  })

  it('is taken from the narrowest level whose sends count as much as all above it', () => {
    const verdict = { pattern: counted(100, 10) }
    const few = { verdict, group: { pattern: counted(19, 5) }, domain: { pattern: counted(4, 4) } }
    const enough = { ...few, group: { pattern: counted(20, 5) } }
    expect(bounceRisk(ASKED, few, NOW)).toMatchObject({ basis: 'verdict', sends: 100 })
    expect(bounceRisk(ASKED, enough, NOW)).toMatchObject({ basis: 'group', sends: 20 })
    const known = { ...enough, domain: { pattern: counted(38, 0) } }
    expect(bounceRisk(ASKED, known, NOW)).toMatchObject({ basis: 'domain', sends: 38 })
    expect(bounceRisk(ASKED, known, NOW).bounce).toBeLessThan(0.03)
  })

  it('learns what evidence is worth, and does not blame a domain for guesses at it', () => {
    const verdict = { published: counted(400, 8), none: counted(400, 120) }
    const before = { ...EMPTY, verdict }
    const published = bounceRisk({ ...ASKED, evidence: 'published' }, before, NOW).bounce
    const none = bounceRisk({ ...ASKED, evidence: 'none' }, before, NOW).bounce
    expect(published).toBeCloseTo(0.02, 1)
    expect(none).toBeCloseTo(0.3, 1)
    const guessedThere = { ...before, domain: { none: counted(20, 6) } }
    expect(bounceRisk({ ...ASKED, evidence: 'published' }, guessedThere, NOW).bounce).toBeLessThan(0.04)
  })

  it('stays within bounds', () => {
    const bad = { pattern: counted(500, 500) }
    expect(bounceRisk(ASKED, { verdict: bad, group: bad, domain: bad }, NOW).bounce).toBe(0.95)
    const good = { pattern: counted(3_000, 0) }
    expect(bounceRisk(ASKED, { verdict: good, group: good, domain: good }, NOW).bounce).toBe(0.001)
  })

  it('forgets half of what it counted within 180 days', () => {
    const later = new Date(NOW.getTime() + 180 * 86_400_000)
    expect(agedCount(counted(40, 20), later)).toMatchObject({ sends: 20, bounces: 10 })
    expect(agedCount(counted(40, 20, later), NOW)).toMatchObject({ sends: 40, bounces: 20 })
  })

  it('notices within a few emails that a domain has turned bad', () => {
    let count = counted(200, 4)
    for (const bounced of [true, false, true, true]) count = withSend(count, bounced, NOW)
    const { bounce, sends } = bounceRisk(ASKED, { ...EMPTY, domain: { pattern: count } }, NOW)
    expect(bounce).toBeGreaterThan(0.2)
    expect(sends).toBeLessThan(20)
  })
})

describe('the score on a catch-all domain', () => {
  const risk = (of: Partial<BounceRisk>): BounceRisk => ({ bounce: 0.07, basis: 'domain', sends: 38, ...of })

  it('follows the outcome of twenty or more emails to it or its provider', () => {
    expect(scoreByRisk(risk({}))).toBe(90)
    expect(scoreByRisk(risk({ bounce: 0.24, basis: 'group' }))).toBe(76)
    expect(scoreByRisk(risk({ bounce: 0.9 }))).toBe(40)
  })

  it('is not affected by fewer, or by what applies to a verdict everywhere', () => {
    expect(scoreByRisk(risk({ sends: 19 }))).toBeNull()
    expect(scoreByRisk(risk({ basis: 'verdict', sends: 4_000 }))).toBeNull()
  })
})
