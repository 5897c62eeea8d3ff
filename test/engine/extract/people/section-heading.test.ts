import { describe, expect, it } from 'vitest'
import { isEnded } from '../../../../src/engine/classify/ended-post.ts'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const peopleOf = (html: string) =>
  extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS).people
const card = (name: string, title: string): string => `<div><h3>${name}</h3><p>${title}</p></div>`
const TEAM = `<h2>Our team</h2>${card('Amelia Thornton', 'Director')}${card('Daniel Marsh', 'Sales Manager')}`

/** Those who are said to have left. */
const gone = (html: string): string[] =>
  peopleOf(html).flatMap(({ fullName, positionRaw }) => (isEnded(positionRaw ?? '', 2026) ? [fullName] : []))

describe('the heading above people', () => {
  it.each([
    'Alumni',
    'Group alumni',
    'Former team members',
    'Past colleagues',
    'In memoriam',
    'Ehemalige',
    'Ehemalige Kollegen',
    'Anciens collaborateurs',
    'Oud-medewerkers',
  ])('says that they left: %s', (heading) => {
    expect(gone(`${TEAM}<h2>${heading}</h2>${card('Claire Whitfield', 'Accountant')}`)).toEqual(['Claire Whitfield'])
    expect(gone(`<h1>${heading}</h1><ul><li><b>Claire Whitfield</b>, Accountant, 2016–2024</li></ul>`)).toEqual([
      'Claire Whitfield',
    ])
  })

  it('says so even if the page says nothing else of them', () => {
    expect(gone(`${TEAM}<h2>In memoriam</h2><div><h3>Claire Whitfield</h3><p>1950–2021</p></div>`)).toEqual([
      'Claire Whitfield',
    ])
  })

  it.each(['Alumni office', 'Former students in our programme', 'Our team', 'Alumni relations team'])(
    'says nothing of the kind: %s',
    (heading) => {
      expect(gone(`<h1>${heading}</h1>${card('Claire Whitfield', 'Accountant')}`)).toEqual([])
    },
  )

  it('counts only where it is the nearest, and for nobody who is named elsewhere too', () => {
    expect(gone(`<h1>Alumni</h1><h2>Contact</h2>${card('Claire Whitfield', 'Alumni Officer')}`)).toEqual([])
    expect(gone(`${TEAM}<h2>Alumni</h2>${card('Daniel Marsh', 'Chair of the alumni')}`)).toEqual([])
  })

  it.each([
    'What our clients say',
    'Testimonials',
    'Kundenstimmen',
    'Témoignages de nos clients',
    'Lo que dicen de nosotros',
    'Happy customers',
    'Success stories',
    'Loved by teams everywhere',
    'Ils nous font confiance',
  ])('says that they are customers: %s', (heading) => {
    const html = `${TEAM}<h2>${heading}</h2><p>Splendid.</p><p><b>Claire Whitfield</b>, Head of Purchasing, Saltmere</p>`
    expect(peopleOf(html).map(({ fullName }) => fullName)).toEqual(['Amelia Thornton', 'Daniel Marsh'])
  })
})

it('a note below the name says the same, and a title with a dagger', () => {
  expect(gone(`${card('Amelia Thornton', 'Director')}${card('Daniel Marsh', 'In memoriam (1950–2021)')}`)).toEqual([
    'Daniel Marsh',
  ])
  expect(isEnded('Honorary President †', 2026)).toBe(true)
  expect(isEnded('Sales Director, deceased', 2026)).toBe(true)
})

it('an open post has no holder', () => {
  const names = peopleOf(TEAM + ['Position Vacant', 'Currently Vacant'].map((name) => card(name, 'Engineer')).join(''))
  expect(names.map(({ fullName }) => fullName)).toEqual(['Amelia Thornton', 'Daniel Marsh'])
})
