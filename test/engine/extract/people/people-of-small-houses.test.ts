import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** People of a page as `name: position`. */
function peopleOf(body: string): string[] {
  const html = `<html><head><title>Tannhof</title></head><body>${body}</body></html>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return people.map(({ fullName, position }) => `${fullName}: ${position}`)
}
const card = (name: string, line: string): string => `<div class="card"><h2>${name}</h2><div>${line}</div></div>`

describe('a post and how to reach whoever has it, in one line', () => {
  it('is the post before the number', () => {
    const cards = [
      card('Amelia Thornton', 'Director\n<a href="tel:+442079460123">+44 20 7946 0123</a>'),
      card('Daniel Marsh', 'Ferry Hand <a href="tel:+442079460124">+44 20 7946 0124</a>'),
      card('Claire Whitfield', 'Accountant, Tel. 020 7946 0125'),
    ]
    expect(peopleOf(`<h1>Contact</h1>${cards.join('')}`)).toEqual([
      'Amelia Thornton: Director',
      'Daniel Marsh: Ferry Hand',
      'Claire Whitfield: Accountant',
    ])
  })

  it('is none where a label alone is before the number', () => {
    const cards = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield'].map((name, at) =>
      card(name, `Tel. <a href="tel:+44207946012${at}">+44 20 7946 012${at}</a>`),
    )
    expect(peopleOf(`<h1>Contact</h1>${cards.join('')}`)).toEqual([
      'Amelia Thornton: null',
      'Daniel Marsh: null',
      'Claire Whitfield: null',
    ])
  })
})

describe('what customers say', () => {
  const voice = (name: string, post: string): string =>
    `<div class="item"><p>They were on time, and we would ask them again.</p><h5>${name}</h5><span class="designation">${post}</span></div>`

  it('presents nobody of the house, below its heading or in an element that is called so', () => {
    const team = '<h2>Our team</h2><h3>Amelia Thornton</h3><p>Director</p>'
    const voices = voice('Daniel Marsh', 'Head of Sales') + voice('Claire Whitfield', 'Founder, Larkmoor')
    expect(peopleOf(`${team}<h2>What our clients say</h2>${voices}`)).toEqual(['Amelia Thornton: Director'])
    expect(peopleOf(`${team}<h2>What they say about us</h2><div class="testimonials">${voices}</div>`)).toEqual([
      'Amelia Thornton: Director',
    ])
    expect(peopleOf(`${team}<h2>Check what's our clients say about us</h2>${voices}`)).toEqual([
      'Amelia Thornton: Director',
    ])
    expect(peopleOf(`${team}<h2>Voices</h2><div class="testimonial-slider">${voices}</div>`)).toEqual([
      'Amelia Thornton: Director',
    ])
  })

  it('is not told by a class of a template that a list of the team uses', () => {
    const one = '<div class="testimonial-item"><h5>Amelia Thornton</h5><span>Director</span></div>'
    expect(peopleOf(`<h2>Our team</h2>${one}`)).toEqual(['Amelia Thornton: Director'])
  })

  it('takes a country for no post, whatever the class says', () => {
    const voices = voice('Daniel Marsh', 'United Kingdom') + voice('Claire Whitfield', 'Portugal')
    expect(peopleOf(`<h2>Read this</h2>${voices}`)).toEqual([])
  })
})

it('takes a sentence before a colon for no post', () => {
  const body = `<h1>Om oss</h1><h2>Du handler med én person: Petter Amdal</h2>
    <p>Ring Petter.</p><p><a href="mailto:petter.amdal@tannhof.example">petter.amdal@tannhof.example</a></p>`
  expect(peopleOf(body)).toEqual(['Petter Amdal: null'])
})

it('reads who represents a house of the Far East, whose table of data has the post in a cell of its own', () => {
  const table = (post: string, name: string): string =>
    `<html><head><title>Tannhof</title></head><body><table><tr><th>会社名</th><td>株式会社山織物</td></tr>
    <tr><th>${post}</th><td>${name}</td></tr></table></body></html>`
  const people = (html: string): string[] =>
    extractPage({ url: 'https://tannhof.example/data', html, domain: 'tannhof.example' }, OPTIONS).people.map(
      ({ fullName, position }) => `${fullName}: ${position}`,
    )
  expect(people(table('代表', '佐久丘 樹'))).toEqual(['佐久丘 樹: 代表'])
  expect(people(table('代表者', '代表取締役 堀丘弥一'))).toEqual(['堀丘弥一: 代表取締役'])
})

it.each(['Sähköasentaja', 'Golfvalmentaja', 'Fogtechnikus', 'Indehaver', 'Hovenier'])('knows %s for a post', (post) => {
  expect(peopleOf(`<h1>Team</h1><h3>Amelia Thornton</h3><p>${post}</p>`)).toEqual([`Amelia Thornton: ${post}`])
})

it('finds who is presented on pages about the house, and wherever somebody has one of the usual posts', () => {
  const people = (path: string, post: string): string[] => {
    const html = `<html><head><title>Tannhof</title></head><body><h5>Amelia Thornton</h5><p>${post}</p></body></html>`
    const page = { url: `https://tannhof.example/${path}`, html, domain: 'tannhof.example' }
    return extractPage(page, OPTIONS).people.map(({ fullName, position }) => `${fullName}: ${position}`)
  }
  for (const path of ['about-us', 'ueber-uns', 'om-oss'])
    expect(people(path, 'Lamp Keeper')).toEqual(['Amelia Thornton: Lamp Keeper'])
  expect(people('house', 'Trustee')).toEqual(['Amelia Thornton: Trustee'])
})

it('takes a house for nobody, though its first word is a given name', () => {
  const body = '<h2>Éditeur du site</h2><p>Le présent site est édité par <strong>Marine Group</strong>, à Tarn.</p>'
  const html = `<html><head><title>Mentions légales — Marine Group</title></head><body>${body}</body></html>`
  const page = { url: 'https://marinegroup.example/mentions-legales', html, domain: 'marinegroup.example' }
  expect(extractPage(page, OPTIONS).people).toEqual([])
})
