import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesJobTitle, titleTokens, wantedTokens } from '../../../src/engine/classify/job-title-match.ts'

describe('matchesJobTitle', () => {
  it.each([
    ['CTO', 'chief technical officer'],
    ['Chief Technology Officer', 'CTO'],
    ['Vice-President, Engineering', 'VP engineering'],
    ['SVP Sales', 'vice president sales'],
    ['Engineering Manager', 'engineer'],
    ['Sales Director', 'director of sales'],
    ['Geschäftsführer', 'managing director'],
    ['Leiter/in Vertrieb (m/w/d)', 'Leiterin Vertrieb'],
    ['Sr. Product Mgr.', 'senior product manager'],
    ['Software Engineers', 'SWE'],
  ])('%s is found by %s', (title, wanted) => expect(matchesJobTitle(title, wanted)).toBe(true))

  it.each([
    ['Account Manager', 'accountant'],
    ['Marketing Manager', 'sales'],
    ['Vice President', 'SVP'],
    ['Production Planner', 'product'],
    ['Scaler', 'sale'],
    ['Engineer', ''],
  ])('%s is not found by %s', (title, wanted) => expect(matchesJobTitle(title, wanted)).toBe(false))
})

describe('title tokens', () => {
  it('match themselves, whatever the title', () => {
    assert(property(string(), (title) => wantedTokens(title).every((token) => titleTokens(title).includes(token))))
  })

  it('are the same for the same words in another form', () => {
    expect(titleTokens('Engineering managers')).toEqual(titleTokens('Manager, Engineer'))
  })
})
