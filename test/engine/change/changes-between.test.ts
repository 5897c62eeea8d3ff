import { expect, test } from 'vitest'
import { changesBetween } from '../../../src/engine/change/changes-between.ts'
import { personKey } from '../../../src/engine/change/person-key.ts'
import type { ObservedHistory, SiteStatement } from '../../../src/engine/change/observed-history.ts'
import { historyOf, secondsOf, TEAM } from './histories.ts'
import type { MadeLook } from './histories.ts'

const FEMI = 'Femi Oduya | Deputy Brewer | f.oduya@larkmoor.example'
const ADA = 'Ada Marsh | Head Brewer | a.marsh@larkmoor.example'
const BEN = 'Ben Holt | Accountant | b.holt@larkmoor.example'
const CLEO = 'Cleo Vane | Sales Manager | c.vane@larkmoor.example'
const DEV = 'Dev Anand | Driver | d.anand@larkmoor.example'
const TEAM_OF_FIVE = [FEMI, ADA, BEN, CLEO, DEV]
const WEEKS = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06'] as const

const weekly = (...teams: (readonly string[])[]): MadeLook[] =>
  teams.map((people, week) => ({ on: WEEKS[week] ?? '2026-05-01', people }))
const said = (history: ObservedHistory): string[] =>
  changesBetween(history).map(
    ({ type, person, before, after, happenedBetween: [from, to] }) =>
      `${type} ${person?.name ?? ''} ${before ?? '-'} > ${after ?? '-'} ${from ?? ''}..${to}`,
  )
const without = (...gone: string[]): string[] => TEAM_OF_FIVE.filter((line) => !gone.includes(line))
const changed = (line: string, to: string): string[] => TEAM_OF_FIVE.map((one) => (one === line ? to : one))

test('a new person on a list seen before has joined; the first visit reports nothing', () => {
  expect(said(historyOf(weekly(without(FEMI), TEAM_OF_FIVE)))).toEqual([
    'joined Femi Oduya - > Deputy Brewer 2026-03-02..2026-03-09',
  ])
  expect(said(historyOf(weekly(TEAM_OF_FIVE, TEAM_OF_FIVE)))).toEqual([])
})

test('a person absent twice, days apart, while the others are still there, has left; one absence means nothing', () => {
  const twice = weekly(TEAM_OF_FIVE, without(FEMI), without(FEMI))
  expect(said(historyOf(twice))).toEqual(['left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09'])
  expect(said(historyOf(twice.slice(0, 2)))).toEqual([])
  expect(said(historyOf([...twice.slice(0, 2), { on: '2026-03-10', people: without(FEMI) }]))).toEqual([])
})

test('a guest with the first name of a person who disappears is not that person under another name', () => {
  const guest = 'Femi Lindqvist | Poet'
  const own = WEEKS.slice(0, 3).map((on) => ({ on, people: on === WEEKS[0] ? TEAM_OF_FIVE : without(FEMI) }))
  const shown = (uri: string) => historyOf([...own, { on: WEEKS[1], uri, people: [guest] }])
  const listed = shown(`${TEAM}/guests`)
  expect(said(listed)).toEqual([])
  const pages = listed.pages.map((page) =>
    page.uri === TEAM ? page : { ...page, looks: page.looks.map((look) => ({ ...look, signature: null })) },
  )
  expect(said({ ...listed, pages })).toEqual(['left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09'])
})

test('a person whom only the page about a colleague mentions may have left', () => {
  const own = WEEKS.slice(0, 4).map((on) => ({ on, uri: `${TEAM}/ada`, people: [ADA], writes: FEMI }))
  expect(said(historyOf([...weekly(TEAM_OF_FIVE, without(FEMI), without(FEMI)), ...own]))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09',
  ])
})

test('a person whose name the page still contains has not left, and joins with the first visit that lists it', () => {
  const unread = { people: without(FEMI), writes: '<h3>ODUYA, Femi</h3> f.oduya@larkmoor.example' }
  const [before, after] = [weekly(TEAM_OF_FIVE), weekly(without(FEMI))]
  const later = WEEKS.slice(1, 4).map((on) => ({ on, ...unread }))
  expect(said(historyOf([...before, ...later]))).toEqual([])
  expect(said(historyOf([...after, ...later, { on: WEEKS[4], people: TEAM_OF_FIVE }]))).toEqual([
    'joined Femi Oduya - > Deputy Brewer 2026-03-02..2026-03-09',
  ])
  expect(said(historyOf([...later, { on: WEEKS[4], people: TEAM_OF_FIVE }]))).toEqual([])
  const nameless = later.map((look) => ({ ...look, writes: '<h3>ODUYA, Femi</h3>' }))
  expect(said(historyOf([...nameless, { on: WEEKS[4], people: TEAM_OF_FIVE }]))).toEqual([
    'address_added Femi Oduya - > f.oduya@larkmoor.example 2026-03-23..2026-03-30',
  ])
  const addressed = later.map((look) => ({ ...look, writes: 'f.oduya@larkmoor.example' }))
  expect(said(historyOf([...before, ...addressed]))).toEqual([])
})

test("a site's first openings show that it is hiring; a reworded first title is not a new title", () => {
  const visit = (on: string) =>
    ['/', '/about', '/team'].map((path) => ({
      on,
      uri: `https://larkmoor.example${path}`,
      people: path === '/team' ? TEAM_OF_FIVE : [],
      locations: ['12 Mill Lane, YO1 7EX York, GB'],
    }))
  const opening = (on: string): SiteStatement => ({
    uri: 'https://larkmoor.example/careers',
    kind: 'opening',
    value: 'Boat Builder',
    seen: [secondsOf(on)],
  })
  const [first, second] = [WEEKS[0] ?? '', WEEKS[1] ?? '']
  const seen = historyOf([...visit(first), ...visit(second)])
  expect(said({ ...seen, site: [...seen.site, opening(second)] })).toEqual([
    `hiring_started  - > - ${first}..${second}`,
  ])
  expect(said({ ...seen, site: [...seen.site, opening(first)] })).toEqual([])
  const longer = TEAM_OF_FIVE.map((line) => line.replace('Deputy Brewer', 'Deputy Brewer, Dark Beers'))
  expect(said(historyOf([...visit(first), { on: second, people: longer }]))).toEqual([])
})

test('a person seen again after weeks had not left; after months it is a return', () => {
  const twice = weekly(TEAM_OF_FIVE, without(FEMI), without(FEMI), without(FEMI))
  expect(said(historyOf([...twice, { on: '2026-04-01', people: TEAM_OF_FIVE }]))).toEqual([])
  expect(said(historyOf([...twice, { on: '2026-07-01', people: TEAM_OF_FIVE }]))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09',
    'returned Femi Oduya - > Deputy Brewer 2026-03-23..2026-07-01',
  ])
})

test('a person who returned can leave again; a title that alternates is reported once each way', () => {
  const years = [TEAM_OF_FIVE, without(FEMI), TEAM_OF_FIVE, without(FEMI)].flatMap((people, year) =>
    ['03-02', '03-09', '03-16'].map((day) => ({ on: `${2022 + year}-${day}`, people })),
  )
  expect(said(historyOf(years))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2022-03-16..2023-03-02',
    'returned Femi Oduya - > Deputy Brewer 2023-03-16..2024-03-02',
    'left Femi Oduya Deputy Brewer > - 2024-03-16..2025-03-02',
  ])
  const acting = changed(FEMI, 'Femi Oduya | Acting Head of Sales | f.oduya@larkmoor.example')
  expect(said(historyOf(weekly(TEAM_OF_FIVE, acting, TEAM_OF_FIVE, acting, TEAM_OF_FIVE)))).toHaveLength(2)
})

test('a person whom another page of the site now shows has only moved', () => {
  const contact = { uri: 'https://larkmoor.example/contact', people: [FEMI] }
  const gone = weekly(TEAM_OF_FIVE, without(FEMI), without(FEMI))
  expect(said(historyOf([...gone, { ...contact, on: WEEKS[0] }, { ...contact, on: '2026-03-17' }]))).toEqual([])
  expect(said(historyOf([...gone, { ...contact, on: WEEKS[0] }]))).toEqual([])
  const emptied = { ...contact, people: [] }
  expect(said(historyOf([...gone, { ...contact, on: WEEKS[0] }, { ...emptied, on: '2026-03-17' }]))).toHaveLength(1)
  const thrice = weekly(TEAM_OF_FIVE, without(FEMI), without(FEMI), without(FEMI))
  expect(said(historyOf([...thrice, { ...contact, on: WEEKS[0] }]))).toHaveLength(1)
})

test('a redesign suspends conclusions until the second visit after it', () => {
  const anew = (people: readonly string[]) => ({ people, layout: 'cards', language: 'en' })
  const looks = [
    { on: WEEKS[0], people: TEAM_OF_FIVE },
    { on: WEEKS[1], ...anew(without(FEMI)) },
    { on: WEEKS[2], ...anew(without(FEMI)) },
    { on: WEEKS[3], ...anew(without(FEMI)) },
  ]
  expect(said(historyOf(looks.slice(0, 3)))).toEqual([])
  expect(said(historyOf(looks))).toHaveLength(1)
  expect(said(historyOf(weekly(TEAM_OF_FIVE, [FEMI], [FEMI], [FEMI])))).toEqual([])
})

test('a list that now has another address has moved, with everybody on it', () => {
  const uri = 'https://larkmoor.example/about/people'
  const looks = [
    ...weekly(TEAM_OF_FIVE, TEAM_OF_FIVE),
    { on: WEEKS[2], uri, people: TEAM_OF_FIVE },
    { on: WEEKS[3], uri, people: TEAM_OF_FIVE },
  ]
  expect(said(historyOf(looks))).toEqual([])
})

test('different words are a new title; short forms and another language are not', () => {
  const promoted = 'Femi Oduya | Head Brewer | f.oduya@larkmoor.example'
  const titles = (to: string) => said(historyOf(weekly(TEAM_OF_FIVE, changed(FEMI, to))))
  expect(titles(promoted)).toEqual(['title_changed Femi Oduya Deputy Brewer > Head Brewer 2026-03-02..2026-03-09'])
  expect(titles('Femi Oduya | Dpty. Brewer | f.oduya@larkmoor.example')).toEqual([])
  const german = TEAM_OF_FIVE.map((line) => line.replace(/\| [^|]+ \|/, '| Braumeister |'))
  expect(said(historyOf(weekly(TEAM_OF_FIVE, german, TEAM_OF_FIVE)))).toEqual([])
})

test('a new address is reported, unless the whole site now writes its addresses differently', () => {
  const bare = TEAM_OF_FIVE.map((line) => line.split(' | ').slice(0, 2).join(' | '))
  const one = bare.map((line) => (line.startsWith('Femi') ? FEMI : line))
  expect(said(historyOf(weekly(bare, one)))).toEqual([
    'address_added Femi Oduya - > f.oduya@larkmoor.example 2026-03-02..2026-03-09',
  ])
  const femi = 'Femi Oduya | Deputy Brewer | femi@larkmoor.example'
  expect(said(historyOf(weekly(TEAM_OF_FIVE, changed(FEMI, femi))))[0]).toMatch(/^address_changed Femi Oduya f\.oduya@/)
  const renewed = TEAM_OF_FIVE.map((line) => line.replace('@larkmoor', '@mail.larkmoor'))
  expect(said(historyOf(weekly(TEAM_OF_FIVE, renewed, renewed)))).toEqual([])
  const silent = changed(FEMI, 'Femi Oduya | Deputy Brewer')
  expect(said(historyOf(weekly(silent, renewed, renewed)))).toEqual([
    'address_added Femi Oduya - > f.oduya@mail.larkmoor.example 2026-03-02..2026-03-09',
  ])
})

test('an initial, a title and a married name are the same person', () => {
  const written = (to: string) => said(historyOf(weekly(TEAM_OF_FIVE, changed(FEMI, to), changed(FEMI, to))))
  expect(written('F. Oduya | Deputy Brewer | f.oduya@larkmoor.example')).toEqual([])
  expect(written('Dr. Femi Oduya | Deputy Brewer | f.oduya@larkmoor.example')).toEqual([])
  expect(written('Femi Lindqvist | Deputy Brewer | f.oduya@larkmoor.example')).toEqual([
    'name_changed Femi Lindqvist Femi Oduya > Femi Lindqvist 2026-03-02..2026-03-09',
  ])
})

test('namesakes with an address each are two people', () => {
  const other = 'Femi Oduya | Apprentice | femi.oduya2@larkmoor.example'
  expect(said(historyOf(weekly([...TEAM_OF_FIVE, other], TEAM_OF_FIVE, TEAM_OF_FIVE)))).toEqual([
    'left Femi Oduya Apprentice > - 2026-03-02..2026-03-09',
  ])
  const alike = other.replace('Apprentice', 'Deputy Brewer')
  expect(said(historyOf(weekly([...TEAM_OF_FIVE, alike], TEAM_OF_FIVE, TEAM_OF_FIVE)))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09',
  ])
  const bare = changed(FEMI, 'Femi Oduya | Deputy Brewer')
  expect(said(historyOf(weekly([...TEAM_OF_FIVE, alike], bare, bare)))).toEqual([])
  const renewed = [...TEAM_OF_FIVE, other].map((line) => line.replace(/\S+@/, (local) => `x${local}`))
  const types = changesBetween(historyOf(weekly(TEAM_OF_FIVE, renewed, renewed, renewed))).map(({ type }) => type)
  expect(types).toEqual(['joined'])
})

test('a page that says former, or a file with a date, shows that somebody left', () => {
  const former = changed(FEMI, 'Femi Oduya | Former Deputy Brewer')
  expect(said(historyOf(weekly(TEAM_OF_FIVE, former)))).toEqual([
    'left Femi Oduya Deputy Brewer > - 2026-03-02..2026-03-09',
  ])
  const end = {
    key: personKey('Femi Oduya'),
    name: 'Femi Oduya',
    address: 'f.oduya@larkmoor.example',
    uri: 'import:staff.csv',
    leftOn: secondsOf('2026-02-01'),
    saidAt: secondsOf('2026-03-01'),
  }
  expect(said(historyOf([], { ends: [end] }))).toEqual(['left Femi Oduya - > - ..2026-02-01'])
})

test('an address refused by its server, or a successor in a unique post, shows it sooner', () => {
  const looks = weekly(TEAM_OF_FIVE, changed(ADA, 'Gita Roy | Head Brewer | g.roy@larkmoor.example'))
  const check = { address: 'a.marsh@larkmoor.example', status: 'invalid', at: secondsOf('2026-03-10') }
  expect(said(historyOf(looks)).filter((line) => line.startsWith('left'))).toEqual([])
  expect(said(historyOf(looks, { checks: [check] }))).toContain('left Ada Marsh Head Brewer > - 2026-03-02..2026-03-09')
})

test('an added or removed place is reported once it has been seen twice', () => {
  const [york, leeds] = ['1 Mill Lane, York', '4 Dock Street, Leeds']
  const looks = [[york], [york, leeds], [leeds], [leeds]].map((locations, week) => ({
    on: WEEKS[week] ?? '',
    locations,
  }))
  expect(said(historyOf(looks))).toEqual([
    `location_added  - > ${leeds} 2026-03-02..2026-03-09`,
    `location_removed  ${york} > - 2026-03-09..2026-03-16`,
  ])
  expect(said(historyOf(looks.slice(0, 3)))).toEqual([`location_added  - > ${leeds} 2026-03-02..2026-03-09`])
})
