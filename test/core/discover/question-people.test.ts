import { describe, expect, test } from 'vitest'
import { peopleInQuestion } from '../../../src/core/discover/question-people.ts'

describe('people in a question for companies, wherever they are', () => {
  test.each([
    ['mills in Ohio, CFOs only', 'CFOs', 'mills in Ohio', 'finance', 'executive'],
    ['inns in Cork: general managers', 'general managers', 'inns in Cork', 'executive', 'executive'],
    ['software companies in Utah (CTO)', 'CTO', 'software companies in Utah', 'it', 'executive'],
    ['law firms in Denver - managing partners', 'managing partners', 'law firms in Denver', undefined, 'executive'],
    ['bakers in Leeds owners only', 'owners', 'bakers in Leeds', 'executive', 'executive'],
    ['mills in Ohio, need purchasing managers', 'purchasing managers', 'mills in Ohio', 'operations', 'senior'],
    [
      'banks in Cork with 50 staff looking for the VP of sales',
      'VP of sales',
      'banks in Cork with 50 staff',
      'sales',
      'executive',
    ],
    ['Brauereien in Bayern, nur Geschäftsführer', 'Geschäftsführer', 'Brauereien in Bayern', 'executive', 'executive'],
    ['airports in Spain, press officers', 'press officers', 'airports in Spain', 'communication', undefined],
    ['biotechs in Basel, C-level', 'C-level', 'biotechs in Basel', undefined, 'executive'],
    ['insurers in Ohio, IT decision makers', 'IT decision makers', 'insurers in Ohio', 'it', undefined],
    [
      'decision makers in logistics companies in Ulm',
      'decision makers',
      'logistics companies in Ulm',
      undefined,
      undefined,
    ],
    ['C-suite of mining companies in Chile', 'C-suite', 'mining companies in Chile', undefined, 'executive'],
    ['board members of cooperative banks', 'board members', 'cooperative banks', 'executive', 'executive'],
    ['everyone in HR at mills in Ohio', 'everyone in HR', 'mills in Ohio', 'hr', undefined],
    ['restaurant owners in Miami', 'owners', 'restaurant in Miami', 'executive', 'executive'],
    ['dental practice owners texas', 'owners', 'dental practice in texas', 'executive', 'executive'],
    ['owner of a bakery in Leeds', 'owner', 'bakery in Leeds', 'executive', 'executive'],
    ['dueños de restaurantes en Sevilla', 'dueños', 'restaurantes en Sevilla', 'executive', 'executive'],
    ['startup CEOs in Nairobi', 'CEOs', 'startup in Nairobi', 'executive', 'executive'],
    ['founders in Berlin', 'founders', 'in Berlin', 'executive', 'executive'],
    ['CTO berlin', 'CTO', 'in berlin', 'it', 'executive'],
    ['CTO startups Ghent', 'CTO', 'startups Ghent', 'it', 'executive'],
    ['CFO of Larkmoor', 'CFO', 'company called Larkmoor', 'finance', 'executive'],
    ['head of sales at Tallow & Thrush?', 'head of sales', 'company called Tallow & Thrush?', 'sales', 'senior'],
    ['CTO at Fintech', 'CTO', 'Fintech', 'it', 'executive'],
    ['svp marketing insurance Hull', 'svp marketing', 'insurance Hull', 'marketing', 'executive'],
    [
      'responsables achats chez les fabricants de meubles',
      'responsables achats',
      'les fabricants de meubles',
      'operations',
      'senior',
    ],
  ])('%s', (query, said, rest, department, seniority) => {
    const found = peopleInQuestion(query)
    expect([found?.rest, found?.people.said, found?.people.seniority]).toEqual([rest, said, seniority])
    expect(found?.people.department).toBe(department ?? found?.people.department)
  })

  test.each([
    ['heads of markting at banks in Spain', 'marketing', 'markting', 'marketing'],
    ['cheif technology officers at startups in Ghent', 'it', 'cheif', 'chief'],
    ['direcotrs of sales in construction, Arizona', 'sales', 'direcotrs', 'directors'],
  ])('with a mistake in the title: %s', (query, department, said, meant) => {
    const found = peopleInQuestion(query)
    expect([found?.people.department, found?.corrected]).toEqual([department, [{ said, read_as: meant }]])
  })

  test.each([
    'Salesforce customers in banking, Toronto',
    'lenders in Ohio',
    'tools for accountants, controllers',
    'insurance brokers, asset managers',
    'hotels, restaurants, bakers in Leeds',
    'painters at Leeds',
    'markting agencies in Ohio',
    'breweries in Ohio, only family owned',
    'pet owners in Ohio',
    'Founders Fund',
    'founder led software',
    'software for restaurant owners',
    'CEO platform software',
    'Firmen in Ulm, maximal 50 Mitarbeiter',
    'Brauereien in Bayern, zwischen zehn und zwanzig Mitarbeitern',
    'bakkerijen in Utrecht, maximaal 50 medewerkers',
    'mills in Ohio, fifty or more workers',
  ])('are not asked for here: %s', (query) => {
    expect(peopleInQuestion(query)).toBeNull()
  })
})

test.each([
  ['head of marketing germany ecommerce', 'head of marketing', 'ecommerce in germany'],
  ['hr directors texas hospitals', 'hr directors', 'hospitals in texas'],
  ['head of sales france saas', 'head of sales', 'saas in france'],
])('a place before the trade is no part of a title: %s', (question, said, rest) => {
  expect(peopleInQuestion(question)).toMatchObject({ people: { said }, rest })
})
