import { expect, test } from 'vitest'
import { peopleInQuestion } from '../../../src/core/discover/question-people.ts'

/** People asked for by their work, rank or title at the beginning of a question, and what only looks like that. */

const NOBODY = [null, undefined, undefined, undefined]
const read = (text: string): unknown[] => {
  const found = peopleInQuestion(text)
  return found === null ? NOBODY : [found.people.said, found.people.department, found.people.seniority, found.rest]
}

test.each([
  ['HR directors, breweries, Ohio', ['HR directors', 'hr', 'senior', 'breweries, Ohio']],
  ['finance directors, breweries, UK', ['finance directors', 'finance', 'senior', 'breweries, UK']],
  ['IT directors Ohio breweries', ['IT directors', 'it', 'senior', 'in Ohio breweries']],
  ['HR managers Texas', ['HR managers', 'hr', 'senior', 'in Texas']],
  ['IT-Leiter Brauereien Hessen', ['IT-Leiter', 'it', 'senior', 'Brauereien Hessen']],
  ['directeur financier PME Bretagne', ['directeur financier', 'finance', 'senior', 'PME Bretagne']],
  ['responsabile marketing aziende moda', ['responsabile marketing', 'marketing', 'senior', 'aziende moda']],
])('a title and its work, then a place or a trade at once: %s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  ['people in charge of payroll at breweries', ['head of payroll', 'finance', 'senior', 'breweries']],
  ['person responsible for IT at breweries', ['head of IT', 'it', 'senior', 'breweries']],
  ['marketing leaders, breweries, UK', ['marketing leaders', 'marketing', 'senior', 'breweries, UK']],
  ['sales leaders in breweries', ['sales leaders', 'sales', 'senior', 'breweries']],
  ['managers or above in finance at breweries', ['managers or above in finance', 'finance', 'senior', 'breweries']],
  ['junior developers in Lisbon', ['junior developers', 'it', 'junior', 'in Lisbon']],
  ['senior accountants, Leeds', ['senior accountants', 'finance', 'senior', 'in Leeds']],
  ['marketing at Larkmoor', ['marketing', 'marketing', undefined, 'company called Larkmoor']],
])('by what they do: %s', (text, expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  'breweries in Canada; technologies: Snowflake, Looker',
  'US-based breweries, Salesforce user',
  'that hired a CRO recently, breweries, US',
  'senior care providers in Leeds',
  'market leaders in packaging, Germany',
  'CFO services Leeds',
  'chef knives manufacturers Solingen',
  'executive search firms London',
  'marketing agencies Leeds',
])('technologies, users, events and trades are nobody: %s', (text) => {
  expect(read(text)).toEqual(NOBODY)
})
