import { expect, test } from 'vitest'
import { questionKind } from '../../../src/lib/input/question-kind.ts'
import type { TypedQuestion } from '../../../src/lib/input/question-kind.ts'

const person = (email: string): TypedQuestion => ({ kind: 'person', email })
const company = (domain: string): TypedQuestion => ({ kind: 'company', domain })
const find = (fullName: string, domain: string): TypedQuestion => ({ kind: 'find', fullName, domain })
const discover = (query: string): TypedQuestion => ({ kind: 'discover', query })
const name = (text: string): TypedQuestion => ({ kind: 'name', company: text })

test.each<[string, TypedQuestion]>([
  [' Jane.Rivers@Birch.example ', person('jane.rivers@birch.example')],
  ['mailto:jane@birch.example', person('jane@birch.example')],
  ['Jane Rivers <jane@birch.example>', person('jane@birch.example')],
  ['Will mail to maya@birch.example arrive?', person('maya@birch.example')],
  ['birch.example', company('birch.example')],
  ['https://www.birch.example/team?x=1', company('birch.example')],
  ['@birch.example', company('birch.example')],
  ['Who works at birch.example?', company('birch.example')],
  ['Wer arbeitet bei birch.example?', company('birch.example')],
  ['müller.example', company('xn--mller-kva.example')],
  ['Jane Rivers birch.example', find('Jane Rivers', 'birch.example')],
  ['Jane Rivers at birch.example', find('Jane Rivers', 'birch.example')],
  ['Ludwig van Beek, birch.example', find('Ludwig van Beek', 'birch.example')],
  ['software companies in Lisbon', discover('software companies in Lisbon')],
  ['Softwarefirmen mit 11 bis 50 Leuten', discover('Softwarefirmen mit 11 bis 50 Leuten')],
  ['companies like birch.example', discover('companies like birch.example')],
  ['Node.js agencies in Porto', discover('Node.js agencies in Porto')],
  ['who builds pianos?', discover('who builds pianos?')],
  ['Birch Works', name('Birch Works')],
  ['Birch', name('Birch')],
  ['株式会社', name('株式会社')],
  ['127.0.0.1', { kind: 'none' }],
  ['   ', { kind: 'none' }],
  ['?!', { kind: 'none' }],
])('%s', (text, question) => {
  expect(questionKind(text)).toEqual(question)
})

test('two domains are a comparison, and long text is cut', () => {
  expect(questionKind('birch.example or alder.example').kind).toBe('name')
  expect(questionKind('a '.repeat(100_000)).kind).toBe('discover')
  expect(questionKind('@'.repeat(100_000)).kind).toBe('none')
})
