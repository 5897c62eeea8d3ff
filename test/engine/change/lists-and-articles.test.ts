import { expect, test } from 'vitest'
import { affiliationOf } from '../../../src/engine/change/affiliation.ts'
import { changesBetween } from '../../../src/engine/change/changes-between.ts'
import { isArticle } from '../../../src/engine/change/dated-pages.ts'
import { historyOf, secondsOf, TEAM } from './histories.ts'
import type { MadeLook } from './histories.ts'

const EVERYBODY = 'Femi Oduya,Ada Marsh,Ben Holt,Cleo Vane,Dev Anand,Edda Lund,Finn Rask,Gwen Pryor,Hugo Stein'
const PEOPLE = EVERYBODY.split(',').map((name) => `${name} | Brewer`)
const DAYS = [
  '2026-02-02',
  '2026-03-09',
  '2026-04-13',
  '2026-05-18',
  '2026-06-22',
  '2026-07-27',
  '2026-08-31',
  '2026-10-05',
]

const said = (looks: readonly MadeLook[]): string[] =>
  changesBetween(historyOf(looks)).map(({ type, person, before, after }) =>
    [type, person?.name, before ?? '-', after ?? '-'].join(' | '),
  )
const person = (at: number): string => PEOPLE[at % PEOPLE.length] ?? ''

test.each([3, 4, 5])('a page that shows %i of the people in turn says nothing of those it leaves out', (places) => {
  const inTurn = DAYS.map((on, at) => ({
    on,
    uri: 'https://larkmoor.example/about',
    people: Array.from({ length: places }, (_, place) => person(at * 2 + place)),
  }))
  for (let looks = 4; looks <= inTurn.length; looks++) expect(said(inTurn.slice(0, looks))).toEqual([])
})

test('a list from which one by one leaves and is replaced is a list', () => {
  const teams = [
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 6],
    [0, 1, 2, 3, 4, 6],
    [0, 1, 2, 3, 7, 6],
  ]
  expect(said(teams.map((team, at) => ({ on: DAYS[at] ?? '', people: team.map(person) })))).toEqual([
    'joined | Finn Rask | - | Brewer',
    'left | Edda Lund | Brewer | -',
    'joined | Gwen Pryor | - | Brewer',
  ])
})

test('a team of four in which one follows another twice is a list', () => {
  const teams = [
    [0, 1, 2, 3],
    [0, 1, 2, 4],
    [0, 1, 5, 4],
    [0, 1, 5, 4],
    [0, 1, 5, 4],
  ]
  expect(said(teams.map((team, at) => ({ on: DAYS[at] ?? '', people: team.map(person) })))).toEqual([
    'joined | Dev Anand | - | Brewer',
    'left | Cleo Vane | Brewer | -',
    'joined | Edda Lund | - | Brewer',
    'left | Ben Holt | Brewer | -',
  ])
})

test('a person who left is still named by an old article, which says nothing of today', () => {
  const article = 'https://larkmoor.example/news/prize'
  const looks = DAYS.slice(0, 5).flatMap((on, at) => [
    { on, people: PEOPLE.slice(0, 5).filter((_, place) => place !== 2 || at < 2) },
    { on, uri: article, people: ['Ben Holt | Brewer'] },
  ])
  expect(said(looks)).toEqual(['left | Ben Holt | Brewer | -'])
  const [left] = changesBetween(historyOf(looks))
  const at = secondsOf(left?.happenedBetween[1] ?? '')
  const sighting = {
    isOwn: true,
    isStill: true,
    without: null,
    first: secondsOf('2026-02-02'),
    last: secondsOf('2026-10-05'),
  }
  const stateOf = (uri: string) =>
    affiliationOf(
      { sightings: [{ ...sighting, uri, isArticle: isArticle(uri) }], check: null, left: { at, evidence: [] } },
      secondsOf('2026-11-01'),
    ).state
  expect(stateOf(article)).toBe('former')
  expect(stateOf(TEAM)).toBe('current')
})

test('an article about somebody who just left does not show them again', () => {
  const looks = DAYS.slice(0, 5).flatMap((on, at) => [
    { on, people: PEOPLE.slice(0, 5).filter((_, place) => place !== 2 || at < 2) },
    ...(at < 2 ? [] : [{ on, uri: 'https://larkmoor.example/news/thank-you', people: ['Ben Holt | Brewer'] }]),
  ])
  expect(said(looks)).toEqual(['left | Ben Holt | Brewer | -'])
})

test('articles are known by their addresses', () => {
  const isIt = (path: string): boolean => isArticle(`https://larkmoor.example${path}`)
  expect(
    ['/news/prize', '/en/blog/our-team-wins', '/2024/05/new-office', '/aktuelles/preis'].filter((path) => !isIt(path)),
  ).toEqual([])
  expect(['/team', '/about', '/contact', '/', '/people/ben-holt', '/press'].filter(isIt)).toEqual([])
})

test('a name that was misspelt in both words is the same person if the address is', () => {
  const looks = (first: string, second: string): MadeLook[] =>
    DAYS.slice(0, 5).map((on, at) => ({ on, people: [...PEOPLE.slice(0, 4), at < 2 ? first : second] }))
  const [wrong, right] = [
    'Kathrine Oldfeild | Buyer | k.o@larkmoor.example',
    'Katherine Oldfield | Buyer | k.o@larkmoor.example',
  ]
  expect(said(looks(wrong, right))).toEqual([])
  expect(said(looks(wrong, 'Rupert Oldham | Buyer | k.o@larkmoor.example'))).not.toEqual([])
})

test('a person who moves to another list that existed before has a new title there', () => {
  const BOARD = 'https://larkmoor.example/leadership'
  const chiefs = ['Ivo Strand | Chief Executive', 'Jana Wolf | Chief of Finance', 'Kurt Moll | Secretary']
  const looks = (title: string, isThere = true): MadeLook[] =>
    DAYS.slice(0, 5).flatMap((on, at) => [
      { on, people: PEOPLE.slice(0, 6).filter((_, place) => place !== 0 || at < 2) },
      { on, uri: BOARD, people: at < 2 || !isThere ? chiefs : [...chiefs, `Femi Oduya | ${title}`] },
    ])
  expect(said(looks('Chief Brewer'))).toEqual(['title_changed | Femi Oduya | Brewer | Chief Brewer'])
  expect(said(looks('Brewer'))).toEqual([])
  expect(said(looks('', false))).toEqual(['left | Femi Oduya | Brewer | -'])
})
