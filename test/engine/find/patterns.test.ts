import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitPatterns,
  indexRenderings,
  PATTERNS,
  renderPattern,
  renderVariants,
} from '../../../src/engine/names/patterns.ts'

const name = (first: string, last: string, middle = '') => ({ first, middle, last })
const patternsOf = (local: string, parts: ReturnType<typeof name>) =>
  fitPatterns(local, parts).map((fit) => fit.pattern)

describe('rendering a pattern', () => {
  test('fills in whole parts and initials', () => {
    const jane = name('Jane', 'Doe', 'Mary')
    expect(renderPattern('{first}.{last}', jane)[0]).toBe('jane.doe')
    expect(renderPattern('{f}{last}', jane)).toEqual(['jdoe'])
    expect(renderPattern('{first}.{m}.{last}', jane)).toContain('jane.m.doe')
    expect(renderPattern('{last}{f}', jane)).toEqual(['doej'])
  })

  test('returns nothing if the name lacks a part', () => {
    expect(renderPattern('{first}.{last}', name('Jane', ''))).toEqual([])
    expect(renderPattern('{first}.{middle}.{last}', name('Jane', 'Doe'))).toEqual([])
    expect(renderPattern('{first}.{last}', name('美咲', '田中'))).toEqual([])
  })

  test.each([
    [name('Jörg', 'Müller'), ['joerg.mueller', 'jorg.muller']],
    [name('Søren', 'Åberg'), ['soeren.aaberg', 'soren.aberg']],
    [name('Łukasz', 'Żak'), ['lukasz.zak']],
    [name('Jürgen', 'Groß'), ['juergen.gross', 'jurgen.gross']],
    [name('Piet', 'van der Berg'), ['piet.vanderberg', 'piet.berg', 'piet.van.der.berg', 'piet.vdberg']],
    [name('José', 'García López'), ['jose.garcia', 'jose.garcialopez', 'jose.garcia-lopez', 'jose.lopez']],
    [name('Ann-Kathrin', 'Lee'), ['ann-kathrin.lee', 'annkathrin.lee', 'ann.lee', 'ann.kathrin.lee']],
    [name('Seán', "O'Brien"), ['sean.obrien', "sean.o'brien", 'sean.o-brien']],
    [name('Robert', 'Smith'), ['robert.smith', 'bob.smith']],
    [name('Bill', 'Smith'), ['william.smith']],
    [name('Иван', 'Юрьев'), ['ivan.yurev', 'ivan.iurev']],
    [name('Γιάννης', 'Παππάς'), ['giannis.pappas']],
  ])('writes %o as people do', (parts, locals) => {
    expect(renderPattern('{first}.{last}', parts)).toEqual(expect.arrayContaining(locals))
  })

  test('shows which choices led to a local part', () => {
    const variants = Object.fromEntries(
      renderVariants('{last}', name('', 'von Großmann')).map((r) => [r.local, r.variant]),
    )
    expect(variants).toMatchObject({
      vongrossmann: 'particle-joined',
      grossmann: 'particle-dropped',
      vongross: 'particle-joined+truncated',
    })
    expect(renderVariants('{last}', name('', 'Doe'))).toEqual([{ local: 'doe', variant: 'plain' }])
  })

  test('counts no choice where every spelling is the same, as for an initial', () => {
    const variantsOf = (pattern: '{f}{last}' | '{first}.{last}', parts: ReturnType<typeof name>) =>
      renderVariants(pattern, parts).map(({ local, variant }) => `${local} ${variant}`)
    expect(variantsOf('{f}{last}', name('Günter', 'Keld'))).toEqual(['gkeld plain'])
    expect(variantsOf('{first}.{last}', name('Günter', 'Keld'))).toEqual([
      'guenter.keld marks-spelled',
      'gunter.keld marks-dropped',
    ])
    expect(variantsOf('{f}{last}', name('Jörg', 'Nørby'))).toEqual(['jnoerby marks-spelled', 'jnorby marks-dropped'])
    // Where ş is written, ö is never oe.
    expect(variantsOf('{f}{last}', name('Ayşe', 'Göl'))).toEqual([
      'agoel shed-marks-spelled',
      'agol shed-marks-dropped',
    ])
  })
})

describe('fitting a local part', () => {
  test('returns every pattern that produces it', () => {
    expect(patternsOf('jane.doe', name('Jane', 'Doe'))).toEqual(['{first}.{last}'])
    expect(patternsOf('JDoe', name('Jane', 'Doe'))).toEqual(['{f}{last}'])
    expect(patternsOf('ana', name('Ana', 'Na'))).toEqual(expect.arrayContaining(['{f}{last}', '{first}']))
  })

  test('does not take an initial for a name', () => {
    expect(patternsOf('jd', name('J', 'D'))).toEqual(['{f}{l}'])
    expect(patternsOf('j.moss', name('J.', 'Moss'))).toEqual(['{f}.{last}'])
    expect(patternsOf('wangwei', name('王', '伟'))).toContain('{first}{last}')
  })

  test('recognises numbers that avoid a collision, and truncated logins', () => {
    expect(fitPatterns('jane.doe2', name('Jane', 'Doe'))).toEqual([{ pattern: '{first}.{last}', variant: 'numbered' }])
    expect(fitPatterns('mschwart', name('Michael', 'Schwartz'))).toEqual([
      { pattern: '{f}{last}', variant: 'truncated' },
    ])
  })

  test('returns nothing for another name', () => {
    expect(fitPatterns('info', name('Jane', 'Doe'))).toEqual([])
    expect(fitPatterns('', name('Jane', 'Doe'))).toEqual([])
    expect(fitPatterns('jane.doe', name('', ''))).toEqual([])
  })

  test('stays bounded for a name with every difficulty', () => {
    const parts = name('Jörg-Åke '.repeat(50), "van d'Öre-".repeat(50), 'ü'.repeat(10_000))
    for (const pattern of PATTERNS) expect(renderPattern(pattern, parts).length).toBeLessThanOrEqual(120)
  })
})

const word = fc.stringMatching(/^[A-ZÄÖØÉŁ][a-zäöüßéñçø']{0,9}$/)
const part = fc.oneof(
  word,
  fc.tuple(word, fc.constantFrom(' ', '-', ' de la ', ' van '), word).map((pieces) => pieces.join('')),
)

test('fitting recognises whatever a pattern renders, as that pattern', () => {
  fc.assert(
    fc.property(part, fc.option(word, { nil: '' }), part, (first, middle, last) => {
      const parts = { first, middle, last }
      const index = indexRenderings(parts)
      for (const pattern of PATTERNS) {
        for (const { local } of renderVariants(pattern, parts).slice(0, 4))
          expect(index.fits(local).map((fit) => fit.pattern)).toContain(pattern)
      }
    }),
    { numRuns: 15 },
  )
})

test('any text can be a name or local part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string(), (first, last, local) => {
      const fits = fitPatterns(local, { first, middle: '', last })
      for (const fit of fits) expect(PATTERNS).toContain(fit.pattern)
      for (const rendered of renderPattern('{first}.{last}', { first, middle: '', last }))
        expect(rendered).toMatch(/^[a-z0-9'.-]+$/)
    }),
    { numRuns: 50 },
  )
})
