import { expect, test } from 'vitest'
import { changesBetween } from '../../../src/engine/change/changes-between.ts'
import type { ObservedHistory } from '../../../src/engine/change/observed-history.ts'
import { historyOf, secondsOf, TEAM } from './histories.ts'
import type { MadeLook } from './histories.ts'

const FEMI = 'Femi Oduya | Deputy Brewer | f.oduya@larkmoor.example'
const OTHERS = [
  'Ada Marsh | Head Brewer | a.marsh@larkmoor.example',
  'Ben Holt | Accountant | b.holt@larkmoor.example',
  'Cleo Vane | Sales Manager | c.vane@larkmoor.example',
]
const WEEKS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'] as const

/** The list with these people added to the others, week by week. */
const weekly = (...added: (readonly string[])[]): MadeLook[] =>
  added.map((people, week) => ({ on: WEEKS[week] ?? '', people: [...OTHERS, ...people] }))
const said = (history: ObservedHistory): string[] =>
  changesBetween(history).map(
    ({ type, person, before, after, happenedBetween: [from, to] }) =>
      `${type} ${person?.name ?? ''} ${before ?? '-'} > ${after ?? '-'} ${from ?? ''}..${to}`,
  )

test('a new title is detected despite a visit without one, and separately in each language', () => {
  const promoted = FEMI.replace('Deputy Brewer', 'Cellar Keeper')
  const untitled = FEMI.replace('Deputy Brewer', '')
  expect(said(historyOf(weekly([FEMI], [untitled], [promoted])))).toEqual([
    'title_changed Femi Oduya Deputy Brewer > Cellar Keeper 2026-03-02..2026-03-16',
  ])
  const german = { on: WEEKS[0], people: [...OTHERS, FEMI.replace('Deputy Brewer', 'Vertreter')], language: 'de' }
  expect(said(historyOf([german, ...weekly([], [FEMI], [promoted]).slice(1)]))).toEqual([
    'title_changed Femi Oduya Deputy Brewer > Cellar Keeper 2026-03-09..2026-03-16',
  ])
})

test("an address that changed together with most of the site's is not a change, on whichever page it is", () => {
  const renewed = [...OTHERS, FEMI].map((line) => line.replace(/\S+@/, (local) => `team.${local}`))
  const contact = 'https://larkmoor.example/contact'
  const looks = [
    ...weekly([FEMI]),
    { on: WEEKS[1], people: renewed },
    { on: WEEKS[0], uri: contact, people: [FEMI] },
    { on: WEEKS[1], uri: contact, people: renewed.slice(-1) },
  ]
  expect(said(historyOf(looks))).toEqual([])
})

test('a name within a longer one does not show that somebody was there before', () => {
  const longer = 'Femi Ade Van Oduya | Driver | f.vanoduya@larkmoor.example'
  expect(said(historyOf(weekly([longer], [longer, FEMI], [longer, FEMI])))).toEqual([
    'joined Femi Oduya - > Deputy Brewer 2026-03-02..2026-03-09',
  ])
})

test('the same words in another order are the same person', () => {
  const turned = 'Lindqvist Berg Saga | Driver'
  const straight = 'Saga Lindqvist Berg | Driver'
  expect(said(historyOf(weekly([turned], [straight], [straight])))).toEqual([])
})

test('a shortened or respelled first name in one post is the same person; in another post it is not', () => {
  const named = (name: string, post = 'Deputy Brewer') => `${name} Oduya | ${post}`
  for (const [one, other] of [
    ['Jeffery', 'Jeffrey'],
    ['Jeffrey', 'Jeff'],
  ] as const)
    expect(said(historyOf(weekly([named(one)], [named(other)], [named(other)])))).toEqual([])
  const apart = weekly([named('Jeffrey')], [named('Geoffrey', 'Driver')], [named('Geoffrey', 'Driver')])
  expect(said(historyOf(apart))).toHaveLength(2)
})

test('a person who replaces a first name in the same visit may be the same one, and has neither come nor gone', () => {
  const [before, after] = ['Femi Oduya-Marlow || f.oduyamarlow@', 'Femi Stone || f.stone@']
  const written = (line: string) => line.replace('||', '|  |').replace(/@$/, '@larkmoor.example')
  expect(said(historyOf(weekly([written(before)], [written(after)], [written(after)])))).toEqual([])
  const kept = written('Femi Marlow || f.marlow@')
  expect(said(historyOf(weekly([written(before)], [kept], [kept])))).toEqual([
    'name_changed Femi Marlow Femi Oduya-Marlow > Femi Marlow 2026-03-02..2026-03-09',
  ])
  const successor = 'Femi Stone | Driver | f.stone@larkmoor.example'
  expect(said(historyOf(weekly([FEMI], [successor], [successor])))).toEqual([])
  expect(said(historyOf(weekly([FEMI], [], [successor], [successor])))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09',
    'joined Femi Stone - > Driver 2026-03-09..2026-03-16',
  ])
  expect(said(historyOf(weekly([FEMI], [FEMI, successor], [successor], [successor])))).toEqual([
    'joined Femi Stone - > Driver 2026-03-02..2026-03-09',
    'left Femi Oduya Deputy Brewer > - 2026-03-09..2026-03-16',
  ])
})

test('a name alone, among people with posts, is not reported: it may itself be a post', () => {
  const named = (line: string) => said(historyOf(weekly([], [line], [], [])))
  expect(named('Ferry Hand')).toEqual([])
  expect(named('Ferry Hand | Driver')).toHaveLength(2)
})

test('a person whose address passes to another may be that person; a shared address says nothing', () => {
  const of = (name: string, local: string) => `${name} | Driver | ${local}@larkmoor.example`
  const heir = of('Ama Stone', 'f.oduya')
  const left = (looks: MadeLook[], writes: string) =>
    said(historyOf(looks.map((look) => ({ ...look, writes })))).filter((line) => line.startsWith('left'))
  expect(left(weekly([FEMI], [heir], [heir]), 'f.oduya@larkmoor.example')).toEqual([])
  const both = [of('Femi Oduya', 'crew'), of('Ama Stone', 'crew')]
  expect(left(weekly(both, both.slice(1), both.slice(1)), 'crew@larkmoor.example')).toHaveLength(1)
})

test('a name with a word from the post, and the same address, is the same person', () => {
  const misread = 'Femi Brewer |  | f.oduya@larkmoor.example'
  expect(said(historyOf(weekly([FEMI], [misread], [], [])))).toHaveLength(1)
})

test('a person dropped from a selection is still on the whole list', () => {
  const contact = (on: string, people: readonly string[]) => ({ on, uri: 'https://larkmoor.example/contact', people })
  const [two, other] = [OTHERS.slice(0, 2), OTHERS.slice(0, 3)]
  const chosen = [contact(WEEKS[0], [...two, FEMI]), contact(WEEKS[1], other), contact(WEEKS[2], other)]
  const whole = { on: WEEKS[0], uri: TEAM, people: [...OTHERS, FEMI] }
  const later = { ...whole, on: WEEKS[2], people: OTHERS }
  expect(said(historyOf([...chosen, whole, later]))).toEqual([])
  expect(said(historyOf([...chosen, whole, later, { ...later, on: WEEKS[3] }]))).toHaveLength(1)
})

test('a farewell page shows that somebody named on the site before has left', () => {
  const farewell = (title: string) => ({
    on: WEEKS[2],
    uri: 'https://larkmoor.example/news/farewell',
    people: [`Femi Oduya | ${title}`],
  })
  const there = weekly([FEMI], [FEMI])
  for (const title of ['Farewell to Femi Oduya', 'Abschied von Femi Oduya | Larkmoor'])
    expect(said(historyOf([...there, farewell(title.split(' | ')[0] ?? '')]))).toEqual([
      'left Femi Oduya Deputy Brewer > - 2026-03-09..2026-03-16',
    ])
  expect(said(historyOf([...there, farewell('Farewell Party Planner')]))).toEqual([])
  expect(said(historyOf([...weekly([], []), farewell('Farewell to Femi Oduya')]))).toEqual([])
})

test('a domain that redirects permanently to another has moved, until its own site is seen again', () => {
  const moved = {
    uri: 'https://larkmoor.example/',
    kind: 'moved' as const,
    value: 'fellside.example',
    seen: [secondsOf(WEEKS[2])],
  }
  const seen = historyOf(weekly([FEMI], [FEMI]))
  const told = ['site_moved  - > fellside.example 2026-03-09..2026-03-16']
  expect(said({ ...seen, site: [moved] })).toEqual(told)
  expect(said({ ...historyOf([]), site: [moved] })).toEqual([])
  const back = historyOf([...weekly([FEMI], [FEMI]), { on: WEEKS[3], uri: TEAM, people: [...OTHERS, FEMI] }])
  expect(said({ ...back, site: [moved] })).toEqual([])
})

test.each([
  ['Jürgen Müller | Driver', 'Juergen Mueller | Driver'],
  ['Søren Ågård | Driver', 'Soeren Aagaard | Cellar Keeper'],
  ['Robert Holm | Driver', 'Bob Holm | Driver'],
])('spelt without marks or called by the short form, they are the same person: %s, %s', (before, after) => {
  expect(
    said(historyOf(weekly([before], [after], [after], [after]))).filter((one) => /^(?:joined|left)/.test(one)),
  ).toEqual([])
})

test('a part of the name that is left out is no new name, but one that is added is', () => {
  const [whole, part] = ['José García López | Driver', 'José García | Driver']
  expect(said(historyOf(weekly([whole], [part], [part])))).toEqual([])
  expect(said(historyOf(weekly([part], [whole], [whole])))).toEqual([expect.stringMatching(/^name_changed/)])
})

test('but the short form alone does not make one person of two', () => {
  const after = 'Bob Holm | Accountant'
  expect(said(historyOf(weekly(['Robert Holm | Driver'], [after], [after], [after])))).toEqual([
    expect.stringMatching(/^joined Bob Holm/),
    expect.stringMatching(/^left Robert Holm/),
  ])
})
