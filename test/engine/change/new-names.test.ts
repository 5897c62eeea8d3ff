import { expect, test } from 'vitest'
import { changesBetween } from '../../../src/engine/change/changes-between.ts'
import type { ObservedHistory } from '../../../src/engine/change/observed-history.ts'
import { historyOf } from './histories.ts'
import type { MadeLook } from './histories.ts'

const CONTACT = 'https://larkmoor.example/contact'
const OTHERS = [
  'Ada Marsh | Head Brewer | a.marsh@larkmoor.example',
  'Ben Holt | Accountant | b.holt@larkmoor.example',
  'Cleo Vane | Sales Manager | c.vane@larkmoor.example',
]
const FEMI = 'Femi Oduya | Deputy Brewer | f.oduya@larkmoor.example'
const MARRIED = 'Femi Stone | Deputy Brewer | f.stone@larkmoor.example'
const NAMED = ['name_changed Femi Stone: Femi Oduya > Femi Stone']

const look = (on: string, people: readonly string[], more: Partial<MadeLook> = {}): MadeLook => ({
  on,
  people: [...OTHERS, ...people],
  ...more,
})
const said = (history: ObservedHistory): string[] =>
  changesBetween(history).map(({ type, person, before, after }) => `${type} ${person?.name}: ${before} > ${after}`)

test.each<[string, MadeLook[]]>([
  ['an empty list', [{ on: '2026-03-09', people: [] }]],
  ['a list of a few', [{ on: '2026-03-09', people: OTHERS.slice(0, 1) }]],
  ['a look that writes the new name and reads it not', [look('2026-03-09', [], { writes: 'Femi Stone' })]],
])('a new family name in the same post is the same person over %s', (_, between) => {
  const looks = [look('2026-03-02', [FEMI]), ...between, look('2026-06-22', [MARRIED]), look('2026-06-29', [MARRIED])]
  expect(said(historyOf(looks))).toEqual(NAMED)
})

test('a new family name in the same post is the same person on a list that moved, or that continues on a second page', () => {
  const moved = { uri: 'https://larkmoor.example/people' }
  const first = look('2026-03-02', [FEMI])
  const there = look('2026-03-09', [MARRIED], moved)
  expect(said(historyOf([first, there, look('2026-03-16', [MARRIED], moved)]))).toEqual(NAMED)
  const second = { people: [MARRIED], uri: 'https://larkmoor.example/team?page=2' }
  const pages = ['2026-03-09', '2026-03-16'].flatMap((on) => [look(on, []), { on, ...second }])
  expect(said(historyOf([first, ...pages])).filter((line) => !line.startsWith('name_changed'))).toEqual([])
})

test('a visit that shows neither name in between means that one person left and another came', () => {
  const looks = [look('2026-03-02', [FEMI]), look('2026-03-09', []), look('2026-03-16', [MARRIED])]
  expect(said(historyOf([...looks, look('2026-03-23', [MARRIED])]))).toEqual([
    'left Femi Oduya: Deputy Brewer > null',
    'joined Femi Stone: null > Deputy Brewer',
  ])
})

test('a first-name address may pass to the next person with that name, or stay: neither is reported to have joined or left', () => {
  const of = (name: string, position: string, local: string) => `${name} | ${position} | ${local}@larkmoor.example`
  const told = (local: string) =>
    said(
      historyOf([
        look('2026-03-02', [of('Femi Oduya', 'Deputy Brewer', local)]),
        look('2026-03-09', [of('Femi Stone', 'Driver', local)]),
        look('2026-03-16', [of('Femi Stone', 'Driver', local)]),
      ]),
    ).filter((line) => !line.startsWith('title_changed'))
  expect(told('f.oduya')).toEqual(NAMED)
  expect(told('femi')).toEqual([])
})

test('if as many namesakes remain when addresses change, none of them joined or left', () => {
  const two = (first: string, second: string) => [
    `Femi Oduya | Deputy Brewer | ${first}@larkmoor.example`,
    `Femi Oduya |  | ${second}@larkmoor.example`,
  ]
  const old = look('2026-03-02', two('oduya', 'oduya2'))
  const renewed = two('femi.oduya2', 'femi.oduya')
  expect(said(historyOf([old, look('2026-03-09', renewed), look('2026-03-16', renewed)]))).toEqual([
    'address_changed Femi Oduya: oduya@larkmoor.example > femi.oduya2@larkmoor.example',
  ])
})

test('a list that dropped somebody while another still showed them does not say when they left', () => {
  const both = [look('2026-03-02', [FEMI]), look('2026-03-02', [FEMI], { uri: CONTACT })]
  const dropped = [look('2026-03-09', [FEMI]), look('2026-03-09', [], { uri: CONTACT })]
  const after = ['2026-03-16', '2026-03-23'].map((on) => look(on, [], { uri: CONTACT }))
  expect(said(historyOf([...both, ...dropped, ...after, { on: '2026-03-23', people: [] }]))).toEqual([])
})
