import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { INDUSTRIES, industryNamed } from '../../../src/lib/companies/industries.ts'
import { keyedSectors } from '../../../src/lib/vocabulary/sectors.ts'
import { industryOfFile, industryOfTags, industryOfWords } from '../../../src/lib/vocabulary/told-industries.ts'
import { allTopics } from '../../../src/lib/vocabulary/topics.ts'

describe('the list of what companies do', () => {
  test('names only existing industries, and at least one for each trade', () => {
    const named = allTopics().flatMap(({ industries }) => industries)
    expect(named.filter((name) => industryNamed(name) !== name)).toEqual([])
    expect(allTopics().filter(({ kind, industries }) => (kind === 'trade') !== industries.length > 0)).toEqual([])
  })

  test('names each topic once', () => {
    const names = allTopics().map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('puts every industry into exactly one sector', () => {
    expect(INDUSTRIES.filter((name) => !keyedSectors().has(name))).toEqual([])
    expect(keyedSectors().size).toBe(INDUSTRIES.length)
  })

  test('is the only one', () => {
    const names = INDUSTRIES.filter((name) => name.includes(' '))
    const listing = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|txt|json)$/.test(path))
      .filter((path) => !path.startsWith(join('lib', 'vocabulary')) && path !== join('lib', 'lists', 'industries.txt'))
      .filter((path) => {
        const text = readFileSync(join('src', path), 'utf8')
        return names.filter((name) => text.includes(name)).length > 3
      })
    expect(listing).toEqual([])
  })
})

test.each([
  ['Software Development', 'Software Development'],
  ['computer software', 'Software Development'],
  ['Leisure, Travel & Tourism', 'Travel Arrangements'],
  ['Food and Beverages', 'Food and Beverage Services'],
  ['Fintech', 'Financial Services'],
  ['law firms', 'Law Practice'],
  ['Underwater Basket Weaving', null],
])('an industry of %s in a file means %s', (said, industry) => {
  expect(industryOfFile(said)).toBe(industry)
})

test.each([
  [['fintech', 'saas'], 'Financial Services'],
  [['Payments', 'Neobank'], 'Financial Services'],
  [['B2B', 'AI'], null],
  [['insurtech', 'edtech'], null],
  [['vineyard', 'winery'], 'Wineries'],
])('tags %j mean %s', (tags, industry) => {
  expect(industryOfTags(tags)).toBe(industry)
})

test.each([
  ['Halm & Partner ist eine Anwaltskanzlei in Fulda.', 'Law Practice'],
  ['We build planning software for breweries.', 'Software Development'],
  ['A travel agency and a law firm under one roof.', null],
])('%s mentions %s', (description, industry) => {
  expect(industryOfWords(description)).toBe(industry)
})
