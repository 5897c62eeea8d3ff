import { describe, expect, test } from 'vitest'
import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { learnPattern } from '../../../src/engine/find/pattern-learner.ts'
import type { PatternEvidence, Usual } from '../../../src/engine/find/pattern-learner.ts'
import { countDomain, groupsOf, usualAt as usualOf } from '../../../src/engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../../src/engine/find/usual-patterns.ts'
import { tellingCounts } from '../../../src/engine/find/telling-traits.ts'
import { bareRecord } from '../../../src/lib/text/own-value.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const learn = (evidence: readonly PatternEvidence[], usual?: Usual) => learnPattern(evidence, SHIPPED_LISTS, usual)

const name = (first: string, last: string) => ({ first, middle: '', last })
const PEOPLE = [name('Ines', 'Calder'), name('Otto', 'Kellner'), name('Una', 'Weiss'), name('Jörg', 'Mühl')]
const plain = (text: string) => text.toLowerCase().replace('ö', 'oe').replace('ü', 'ue')

/** Companies whose people all write their addresses in the same way. */
function counted(domains: readonly string[], write: (first: string, last: string) => string): PatternCounts {
  const counts: PatternCounts = bareRecord()
  for (const domain of domains) {
    const evidence = PEOPLE.map((person) => {
      return { local: write(plain(person.first), plain(person.last)), name: person, weight: 1 }
    })
    countDomain(counts, groupsOf(domain), learn(evidence))
  }
  return counts
}

const usualAt = (counts: Parameters<typeof usualOf>[0], domain: string) => usualOf(counts, groupsOf(domain))
const companies = (tld: string, many: number) => Array.from({ length: many }, (_, i) => `firm${i}.${tld}`)
const bestAt = (counts: Parameters<typeof usualAt>[0], domain: string, asked = name('Mara', 'Lind')) =>
  rankCandidates(asked, learn([], usualAt(counts, domain)))[0]?.local

describe('what is usual at an unknown domain', () => {
  test('is the published table while nothing has been counted', () => {
    expect(bestAt({}, 'new.example')).toBe('mara.lind')
  })

  test('is what many other domains do, especially those of its own group', () => {
    const counts = counted(companies('test', 60), (first, last) => first.charAt(0) + last)
    expect(bestAt(counts, 'new.test')).toBe('mlind')
    expect(
      bestAt(
        counted(companies('test', 2), (first, last) => first.charAt(0) + last),
        'new.test',
      ),
    ).toBe('mara.lind')
    const share = (domain: string) => usualAt(counts, domain).conventions.get('{f}{last}') ?? 0
    expect(share('new.test')).toBeGreaterThan(share('new.example'))
    expect(share('new.example')).toBeGreaterThan(usualAt({}, 'new.example').conventions.get('{f}{last}') ?? 1)
  })

  test('includes how names are written', () => {
    const counts = counted(companies('test', 40), (first, last) => `${first}.${last}`)
    expect(bestAt(counts, 'new.test', name('Björn', 'Länge'))).toBe('bjoern.laenge')
  })

  test('includes how alike colleagues are: the more alike, the sooner a single one is trusted', () => {
    const counts = counted(companies('test', 40), (first, last) => `${first}.${last}`)
    const { strength } = usualAt(counts, 'new.test')
    expect(strength.patterns).toBeLessThan(usualAt({}, 'new.test').strength.patterns + 1e-9)
    for (const value of Object.values(strength)) expect(value).toBeGreaterThan(0)
  })

  test('is a distribution, even for odd domains, and survives being stored', () => {
    const counts = counted(companies('test', 5), (_, last) => last)
    const stored = JSON.parse(JSON.stringify(counts)) as PatternCounts
    for (const domain of ['new.test', 'new.constructor', 'new.__proto__', '']) {
      const usual = usualAt(stored, domain)
      expect([...usual.conventions.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
      expect(usual).toEqual(usualAt(counts, domain))
    }
  })

  test('is not changed by a domain with one or two people', () => {
    const counts: PatternCounts = bareRecord()
    countDomain(counts, groupsOf('two.test'), learn([{ local: 'una', name: name('Una', 'Weiss'), weight: 1 }]))
    expect(counts).toEqual({})
  })
})

describe('traits of domains', () => {
  const taught = (
    many: number,
    headcountOf: (at: number) => string,
    write: (at: number, first: string, last: string) => string,
  ) =>
    Array.from({ length: many }, (_, at) => {
      const evidence = PEOPLE.map((person) => ({
        local: write(at, plain(person.first), plain(person.last)),
        name: person,
        weight: 1,
      }))
      return { groups: groupsOf(`firm${at}.test`, { headcount: headcountOf(at) }), learnt: learn(evidence) }
    })
  const small = (at: number) => (at % 2 === 0 ? '1-10' : '51-200')

  test('are kept if they show how addresses are written, and decide at an unknown domain', () => {
    const counts = tellingCounts(taught(120, small, (at, first, last) => (at % 2 === 0 ? first : `${first}.${last}`)))
    const best = (headcount: string) =>
      rankCandidates(name('Mara', 'Lind'), learn([], usualOf(counts, groupsOf('new.test', { headcount }))))[0]?.local
    expect([best('1-10'), best('51-200'), best('11-50')]).toEqual(['mara', 'mara.lind', expect.any(String)])
  })

  test('are left out if they show nothing', () => {
    const counts = tellingCounts(taught(120, small, (at, first, last) => (at % 4 < 2 ? first : `${first}.${last}`)))
    expect(Object.keys(counts).filter((group) => group.startsWith('headcount'))).toEqual([])
  })

  test('have no effect below thirty domains', () => {
    const counts = tellingCounts(taught(40, small, (at, first, last) => (at % 2 === 0 ? first : `${first}.${last}`)))
    const share = (headcount: string) => usualOf(counts, groupsOf('new.test', { headcount })).conventions.get('{first}')
    expect(share('1-10')).toBe(share('51-200'))
  })

  test.each([
    ['firm.de', { country: 'AT' }, 'country:de'],
    ['firm.co.uk', {}, 'country:gb'],
    ['firm.com', { country: 'AT' }, 'country:at'],
    ['firm.com', { country: null }, 'country:com'],
  ])('give %s with %j as %s', (domain, traits, group) => {
    expect(groupsOf(domain, traits)).toEqual([group])
  })
})
