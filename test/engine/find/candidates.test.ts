import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankCandidates } from '../../../src/engine/find/candidates.ts'
import { partsOfFullName } from '../../../src/engine/extract/names/full-name.ts'
import { nameReadings, weighReadings } from '../../../src/engine/find/name-readings.ts'
import { learnPattern } from '../../../src/engine/find/pattern-learner.ts'
import type { PatternEvidence } from '../../../src/engine/find/pattern-learner.ts'
import { chanceWhenAccepted, isOftenShared, rejectCandidate } from '../../../src/engine/find/rerank.ts'
import { samePerson } from '../../../src/engine/find/same-person.ts'
import { noHabits } from '../../../src/engine/find/variant-habits.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const learn = (evidence: readonly PatternEvidence[]) => learnPattern(evidence, SHIPPED_LISTS)

const name = (first: string, last: string, middle = '') => ({ first, middle, last })
const person = (local: string, first: string, last: string) => ({
  local,
  name: name(first, last),
  weight: 0.9,
})
const dotted = [
  person('ines.calder', 'Ines', 'Calder'),
  person('rui.abano', 'Rui', 'Abano'),
  person('tom.birch', 'Tom', 'Birch'),
]
const best = (asked: ReturnType<typeof name>, evidence = dotted) => rankCandidates(asked, learn(evidence))[0]?.local

describe('a domain whose people are written first.last', () => {
  test.each([
    [name('Jörg', 'Müller'), /^j(?:oe|o)rg\.m(?:ue|u)ller$/],
    [name('Piet', 'van der Berg'), /^piet\.(?:vanderberg|berg)$/],
    [name('María', 'García López'), /^maria\.(?:garcia|garcialopez|lopez)$/],
    [name('Anne-Marie', 'Holm'), /^anne-marie\.holm$/],
    [name('Seán', "O'Brien"), /^sean\.obrien$/],
    [name('Róisín', 'Ó Murchú'), /^roisin\.omurchu$/],
    [name('Niamh', 'Ní Bhriain'), /^niamh\.nibhriain$/],
    [name('Ramesh', 'S R'), /^ramesh\.sr$/],
    [name('Юрий', 'Верхов'), /^yury\.verkhov$/],
    [name('Наталья', 'Щербская'), /^natalia\.shcherbskaya$/],
    [name('Ευαγγελία', 'Μπαλόπουλος'), /^evangelia\.balopoulos$/],
    [name('Γιάννης', 'Παππάς'), /^giannis\.pappas$/],
    [name('小明', '王'), /^xiaoming\.wang$/],
    [name('민준', '김'), /^minjun\.kim$/],
    [name('ゆうこ', '田中'), /^yuko\.tanaka$/],
    [name('John A.', 'Birk'), /^john\.birk$/],
    [name('Robert "Bob"', 'Holm'), /^(?:bob|robert)\.holm$/],
    [name('Una', 'Weiss, PhD'), /^una\.weiss$/],
  ])('writes %o accordingly', (asked, expected) => {
    expect(best(asked)).toMatch(expected)
  })

  test('gives an address for a single name', () => {
    expect(best(name('Una', ''))).toBe('una')
    expect(best(name('', 'Weiss'))).toBe('weiss')
  })

  test.each([name('A'.repeat(60), 'Weiss'), name('Una', 'B'.repeat(70)), name('A'.repeat(40), 'B'.repeat(40))])(
    'gives a name too long for an address no certain guess',
    (asked) => {
      const ranked = rankCandidates(asked, learn(dotted))
      expect(ranked.every(({ probability }) => probability > 0 && probability < 0.4)).toBe(true)
    },
  )

  test('does not offer an address that belongs to somebody else', () => {
    const taken = new Set(['una.weiss'])
    const ranked = rankCandidates(name('Una', 'Weiss'), learn(dotted), taken)
    expect(ranked.map(({ local }) => local)).not.toContain('una.weiss')
    expect(ranked.length).toBeGreaterThan(0)
  })
})

describe('a domain shows', () => {
  test('its habits with particles, hyphens, nicknames and both surnames', () => {
    const dropped = [...dotted, person('jan.dorn', 'Jan', 'van der Dorn'), person('lea.holm', 'Lea', 'de Holm')]
    expect(best(name('Piet', 'van Berg'), dropped)).toBe('piet.berg')
    const joined = [...dotted, person('annalisa.holm', 'Anna-Lisa', 'Holm'), person('jeanluc.oak', 'Jean-Luc', 'Oak')]
    expect(best(name('Eva-Maria', 'Lind'), joined)).toBe('evamaria.lind')
    const nicknames = ['Robert/bob', 'William/bill', 'Thomas/tom', 'Michael/mike'].map((pair, i) => {
      const [first = '', short = ''] = pair.split('/')
      return person(`${short}.holm${'abcd'.charAt(i)}`, first, `Holm${'abcd'.charAt(i)}`)
    })
    expect(best(name('Daniel', 'Oak'), nicknames)).toBe('dan.oak')
  })

  test('a changed convention: recent evidence counts more than old', () => {
    const old = dotted.map((one) => ({ ...one, weight: 0.1 }))
    const fresh = [person('kholm', 'Kai', 'Holm'), person('voak', 'Vera', 'Oak')]
    expect(best(name('Una', 'Weiss'), [...old, ...fresh])).toBe('uweiss')
  })

  test('a mixed convention, of which both forms rank first', () => {
    const mixed = [
      ...dotted,
      person('kholm', 'Kai', 'Holm'),
      person('voak', 'Vera', 'Oak'),
      person('ylind', 'Yara', 'Lind'),
    ]
    const [first, second] = rankCandidates(name('Una', 'Weiss'), learn(mixed))
    expect(new Set([first?.local, second?.local])).toEqual(new Set(['una.weiss', 'uweiss']))
  })

  test('the same pattern despite one login name that does not fit', () => {
    const [plain] = rankCandidates(name('Una', 'Weiss'), learn(dotted))
    const [shaken] = rankCandidates(name('Una', 'Weiss'), learn([...dotted, person('zx81', 'Kai', 'Holm')]))
    expect(shaken?.local).toBe('una.weiss')
    expect(shaken?.probability).toBeLessThan(plain?.probability ?? 0)
    expect(shaken?.probability).toBeGreaterThan(0.4)
  })
})

describe('after a server has answered', () => {
  const ranked = rankCandidates(name('Una', 'Weiss'), learn(dotted))

  test('a refused address is gone, and the others share its chance in proportion', () => {
    const [first, second, third] = ranked
    const left = rejectCandidate(ranked, first?.local ?? '')
    expect(left.map(({ local }) => local)).toEqual(ranked.slice(1).map(({ local }) => local))
    expect((left[0]?.probability ?? 0) / (left[1]?.probability ?? 1)).toBeCloseTo(
      (second?.probability ?? 0) / (third?.probability ?? 1),
    )
    expect(left[0]?.probability).toBeGreaterThan(second?.probability ?? 1)
  })

  test('a first name of eight letters is shared like any other, although a login cut to eight would be the same', () => {
    expect(isOftenShared('catarina', name('Catarina', 'Belo'))).toBe(true)
    expect(isOftenShared('tom', name('Tom', 'Belo'))).toBe(true)
    expect(isOftenShared('catarinabelo', name('Catarina', 'Belo'))).toBe(false)
    expect(isOftenShared('tombelow', name('Tom', 'Belowski'))).toBe(false)
  })

  test('an accepted one is nearly certain, a first name alone less so', () => {
    const asked = name('Una', 'Weiss')
    expect(chanceWhenAccepted({ local: 'una.weiss', probability: 0.6 }, asked)).toBeGreaterThan(0.97)
    expect(chanceWhenAccepted({ local: 'una', probability: 0.05 }, asked)).toBeLessThan(0.5)
  })

  test('chances remain probabilities whatever is refused', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ranked), (refused) => {
        const left = refused.reduce((candidates, { local }) => rejectCandidate(candidates, local), ranked)
        const sum = left.reduce((total, { probability }) => total + probability, 0)
        expect(left).toHaveLength(ranked.length - refused.length)
        expect(sum).toBeLessThanOrEqual(1.000001)
        for (const { probability } of left) expect(probability).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 50 },
    )
  })
})

describe('whether two names can be the same person', () => {
  test.each([
    [name('Ines', 'Calder'), name('INÉS', 'calder'), 'certain'],
    [name('Calder', 'Ines'), name('Ines', 'Calder'), 'certain'],
    [name('Jörg', 'Müller'), name('Joerg', 'Mueller'), 'certain'],
    [name('Bob', 'Holm'), name('Robert', 'Holm'), 'likely'],
    [name('J.', 'Holm'), name('Jana', 'Holm'), 'likely'],
    [name('Ana', 'García López'), name('Ana', 'García'), 'likely'],
    [name('Piet', 'van Berg'), name('Piet', 'Berg'), 'likely'],
    [name('Ana', 'Holm'), name('Ada', 'Holm'), null],
    [name('Ana', 'Holm'), name('Ana', 'Lind'), null],
    [name('', ''), name('', ''), null],
  ])('%o and %o: %s', (asked, known, likeness) => {
    expect(samePerson(asked, known)).toBe(likeness)
  })
})

describe('a full name', () => {
  test.each([
    ['Jane Doe', name('Jane', 'Doe')],
    ['Doe, Jane', name('Jane', 'Doe')],
    ['Xquil Zybur', name('Xquil', 'Zybur')],
    ['Xquil van der Zybur', name('Xquil', 'van der Zybur')],
    ['Prof. Dr. Jane Doe', name('Jane', 'Doe')],
    ['王小明', name('小明', '王')],
    ['Una', name('Una', '')],
    ['', name('', '')],
  ])('%s is split into parts', (text, parts) => {
    expect(partsOfFullName(text)).toEqual(parts)
  })
})

describe('readings of a name', () => {
  test('share one chance, whatever the name', () => {
    const part = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(part, part, part, (first, middle, last) => {
        const readings = weighReadings(nameReadings({ first, middle, last }), noHabits())
        expect(readings.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1)
      }),
    )
  })

  test('treat an initial as a middle name, and other second words as either', () => {
    expect(nameReadings(name('John A.', 'Birk')).map((reading) => reading.name)).toEqual([name('John', 'Birk', 'A.')])
    expect(nameReadings(name('Ana', 'Garcia Lopez'))).toHaveLength(2)
    expect(nameReadings(name('Piet', 'van Berg'))).toHaveLength(1)
  })
})

test('candidates are valid addresses, each once, whose chances sum to one at most', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 40 })
  const learnt = learn(dotted)
  fc.assert(
    fc.property(part, part, (first, last) => {
      const ranked = rankCandidates(name(first, last), learnt)
      expect(new Set(ranked.map(({ local }) => local)).size).toBe(ranked.length)
      expect(ranked.length).toBeLessThanOrEqual(10)
      expect(ranked.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThanOrEqual(1.000001)
      for (const { local } of ranked) expect(local).toMatch(/^[a-z0-9'._-]{1,64}$/)
    }),
    { numRuns: 100 },
  )
})
