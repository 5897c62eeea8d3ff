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

/** The list with these beside the others, week by week. */
const weekly = (...added: (readonly string[])[]): MadeLook[] =>
  added.map((people, week) => ({ on: WEEKS[week] ?? '', people: [...OTHERS, ...people] }))
const said = (history: ObservedHistory): string[] =>
  changesBetween(history).map(
    ({ type, person, before, after, happenedBetween: [from, to] }) =>
      `${type} ${person?.name ?? ''} ${before ?? '-'} > ${after ?? '-'} ${from ?? ''}..${to}`,
  )

test('a new title is told over a look that gives none, and in each language by itself', () => {
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

test('an address that changed when most of the site did is no change, on whichever page it stands', () => {
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

test('a name within a longer one is no sign that somebody was there before', () => {
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

test('who takes the place of a first name in the same look may be the same person, and has neither come nor gone', () => {
  const [before, after] = ['Femi Oduya-Marlow || f.oduyamarlow@', 'Femi Stone || f.stone@']
  const written = (line: string) => line.replace('||', '|  |').replace(/@$/, '@larkmoor.example')
  expect(said(historyOf(weekly([written(before)], [written(after)], [written(after)])))).toEqual([])
  const kept = written('Femi Marlow || f.marlow@')
  expect(said(historyOf(weekly([written(before)], [kept], [kept])))).toEqual([
    'name_changed Femi Marlow Femi Oduya-Marlow > Femi Marlow 2026-03-02..2026-03-09',
  ])
  const successor = 'Femi Stone | Driver | f.stone@larkmoor.example'
  const types = changesBetween(historyOf(weekly([FEMI], [successor], [successor]))).map(({ type }) => type)
  expect(types.toSorted()).toEqual(['joined', 'left'])
})

test('a page that bids somebody farewell says that they left, of whom the site named before', () => {
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

test('a domain that leads elsewhere for good has moved, until it is seen at home again', () => {
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
