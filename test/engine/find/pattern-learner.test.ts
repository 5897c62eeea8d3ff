import { assert, array, property, record, string, double } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { evidenceWeight, learnPattern } from '../../../src/engine/find/pattern-learner.ts'
import type { PatternEvidence } from '../../../src/engine/find/pattern-learner.ts'
import { patternPrior } from '../../../src/engine/find/pattern-prior.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const learn = (evidence: readonly PatternEvidence[]) => learnPattern(evidence, SHIPPED_LISTS)

const name = (first: string, last: string) => ({ first, middle: '', last })
const person = (local: string, first: string, last: string, weight = 0.9) => ({
  local,
  name: name(first, last),
  weight,
})

const dotted = [person('ines.calder', 'Ines', 'Calder'), person('otto.kellner', 'Otto', 'Kellner')]

describe('learnPattern', () => {
  it('needs two people', () => {
    expect(learn(dotted.slice(0, 1)).pattern).toBeNull()
    expect(learn(dotted)).toMatchObject({ pattern: '{first}.{last}', support: 2 })
  })

  it('counts a person once, however often the address is seen', () => {
    expect(learn([...dotted.slice(0, 1), ...dotted.slice(0, 1)]).support).toBe(1)
  })

  it('ignores role addresses and evidence without weight', () => {
    const plain = learn(dotted).posterior
    expect(
      learn([...dotted, person('info', 'Ines', 'Calder'), person('icalder', 'Ines', 'Calder', 0)]).posterior,
    ).toEqual(plain)
  })

  it('learns that people follow no pattern', () => {
    const odd = [
      person('zebra7', 'Ines', 'Calder'),
      person('foxtrot', 'Otto', 'Kellner'),
      person('rhubarb', 'Una', 'Weiss'),
    ]
    const learnt = learn(odd)
    expect(learnt.pattern).toBeNull()
    expect(learnt.posterior[0]).toMatchObject({ pattern: null })
  })

  it('falls back to what is usual everywhere', () => {
    expect(learn([]).posterior[0]?.pattern).toBe('{first}.{last}')
  })

  it('returns shares that sum to one', () => {
    const evidence = record({
      local: string(),
      name: record({ first: string(), middle: string(), last: string() }),
      weight: double(),
    })
    assert(
      property(array(evidence, { maxLength: 5 }), (items) => {
        const { posterior } = learn(items.map((item) => ({ ...item, weight: Math.min(1, Math.abs(item.weight)) })))
        expect(posterior.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
      }),
      { numRuns: 50 },
    )
  })
})

describe('rankCandidates', () => {
  it('ranks the pattern of the domain first', () => {
    expect(rankCandidates(name('Una', 'Weiss'), learn(dotted))[0]?.local).toBe('una.weiss')
    const initials = learn([person('icalder', 'Ines', 'Calder'), person('okellner', 'Otto', 'Kellner')])
    expect(rankCandidates(name('Una', 'Weiss'), initials)[0]?.local).toBe('uweiss')
  })

  it('spells umlauts as the domain does', () => {
    const spelled = learn([...dotted, person('joerg.muehl', 'Jörg', 'Mühl'), person('uwe.goetz', 'Uwe', 'Götz')])
    expect(rankCandidates(name('Björn', 'Länge'), spelled)[0]?.local).toBe('bjoern.laenge')
  })

  it('returns at most ten, each once, with probabilities summing to at most one', () => {
    const candidates = rankCandidates(name('Anna-Maria', 'van der Bööm'), learn(dotted))
    expect(candidates).toHaveLength(10)
    expect(new Set(candidates.map(({ local }) => local)).size).toBe(10)
    expect(candidates.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThan(1)
  })

  it('uses what it can fill from a single name, and returns nothing without a name', () => {
    expect(rankCandidates(name('Una', ''), learn(dotted))[0]?.local).toBe('una')
    expect(rankCandidates(name('', ''), learn(dotted))).toEqual([])
  })
})

describe('the weight of evidence', () => {
  const now = new Date('2026-02-01T00:00:00Z')
  const source = { quality: 'high' as const, hidden: false, stillOnPage: true, lastSeenAt: now }

  it('halves in three years and when the page dropped it, and is zero when hidden', () => {
    expect(evidenceWeight(source, now)).toBe(0.9)
    expect(evidenceWeight({ ...source, stillOnPage: false }, now)).toBe(0.45)
    expect(evidenceWeight({ ...source, lastSeenAt: new Date('2023-02-01T00:00:00Z') }, now)).toBeCloseTo(0.45, 2)
    expect(evidenceWeight({ ...source, hidden: true }, now)).toBe(0)
  })

  it('is added to a prior that sums to one', () => {
    expect([...patternPrior(0).values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  })
})
