import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

/** People of a page as `name: position`. */
const peopleOf = (body: string): string[] =>
  extractPage(
    { url: 'https://tannhof.example/team', html: `<h1>Our team</h1>${body}<p>Director</p>`, domain: 'tannhof.example' },
    { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS },
  ).people.map(({ fullName, position }) => `${fullName}: ${position}`)

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (...rows: string[]) => `<table>${rows.join('')}</table>`

describe('names that no list knows, by the posts beside them', () => {
  it('reads the column of names beside a column of positions', () => {
    const people = (name: string, position: string) =>
      peopleOf(
        table(row('No', name, position), row('1', 'Oswine Harrbeck', 'Lamp Lighter'), row('2', 'S.Varadhan', 'Peon')),
      )
    for (const [name, position] of [
      ['Name', 'Designation'],
      ['Name of the Teacher', 'Post'],
      ['Member', 'Current Position'],
      ['Nome', 'Função'],
    ] as const)
      expect(people(name, position), name).toEqual(['Oswine Harrbeck: Lamp Lighter', 'S. Varadhan: Peon'])
    expect(people('Name', 'Price')).toEqual([])
  })

  it('reads the name behind the cell or the term of a post', () => {
    expect(peopleOf(table(row('Segretario:', 'Oswine Harrbeck')))).toEqual(['Oswine Harrbeck: Segretario'])
    expect(peopleOf('<dl><dt>Treasurer</dt><dd>Oswine Harrbeck</dd></dl>')).toEqual(['Oswine Harrbeck: Treasurer'])
    const rows = [
      row('Chair', 'Jane Miller', '1'),
      row('Secretary', 'John Carter', '2'),
      row('Treasurer', 'Oswine Harrbeck', '3'),
    ]
    expect(peopleOf(table(...rows))).toContain('Oswine Harrbeck: Treasurer')
  })

  it('reads a name that holds an ordinary word, or initials that are a particle elsewhere, among cards with posts', () => {
    const card = (name: string, post: string) => `<div><h4>${name}</h4><h4>${post}</h4></div>`
    const known = ['Jane Miller', 'John Carter', 'Amelia Thornton', 'Daniel Marsh']
    const cards = known.map((name) => card(name, 'Technical Director')).join('')
    const people = peopleOf(cards + card('China Harrbeck', 'Secretary') + card('MC Harrbeck', 'Treasurer'))
    expect(people).toContain('China Harrbeck: Secretary')
    expect(people).toContain('MC Harrbeck: Treasurer')
  })

  it('takes the employer behind a post for nobody, and gives no post of several or of another to one', () => {
    const card = (name: string, text: string) => `<p><b>${name}</b><br>${text}</p>`
    const posts = ['Medical Scribe, Marlow Hospital', 'Software Engineer, Marlow', 'Product Designer, JP Morgan Chase']
    const names = ['Jane Miller', 'John Carter', 'Amelia Thornton']
    const people = peopleOf(names.map((name, at) => card(name, posts[at] ?? '')).join(''))
    expect(people.map((one) => one.split(':')[0])).toEqual(names)
    expect(peopleOf(card('Jane Miller', 'Graduate Student, Marlow University'))).toEqual([
      'Jane Miller: Graduate Student, Marlow University',
    ])
    expect(peopleOf('<h3>Guard</h3><p>Jane Miller</p><p>Well done.</p><h3>New Leaders</h3><p>Soon.</p>')).toEqual([])
    expect(peopleOf('<p><b>Jane Miller</b><br>Secretary to John Carter</p>')).toEqual([])
    expect(
      peopleOf(
        '<h4>Jane Miller</h4><p>Areas: Conveyancer</p><p>Learnt by the old river.</p><p>Likes the mill.</p><p>And the sea.</p>',
      ),
    ).toEqual([])
  })

  it('takes opening hours for nobody, and two names beside a comma for two people', () => {
    expect(peopleOf('<p>Sabato Chiuso</p><p>Domenica Chiuso</p><p>Via del Molino</p>')).toEqual([])
    expect(
      peopleOf('<p><b>Geschäftsführung:</b> Daniel Marsh, Claire Miller</p>').map((one) => one.split(':')[0]),
    ).toEqual(['Daniel Marsh', 'Claire Miller'])
  })

  it('takes no post in a row of posts for a name', () => {
    const turned = table(row('Jane Miller', 'John Carter'), row('Managing Director', 'Wardle Ringer'))
    expect(peopleOf(turned).map((one) => one.split(':')[0])).not.toContain('Wardle Ringer')
  })

  it('reads names and posts behind an icon, and parts them at one', () => {
    expect(peopleOf('<h2>🎉 Jane Miller</h2><p>🛠️ Technical Director</p><h2>John Carter ⭐ Treasurer</h2>')).toEqual([
      'Jane Miller: Technical Director',
      'John Carter: Treasurer',
    ])
  })

  it('reads the name above a post of its own line', () => {
    expect(peopleOf('<div><h4>Oswine Harrbeck</h4><p>Managing Director</p></div>')).toEqual([
      'Oswine Harrbeck: Managing Director',
    ])
  })

  it('reads the name behind a post, alone on their line', () => {
    expect(peopleOf('<h2>Notarangestellte Elke Moosbach</h2><h2>Amtsrat Jane Miller</h2>')).toEqual([
      'Elke Moosbach: Notarangestellte',
      'Jane Miller: Amtsrat',
    ])
  })

  it('reads the name behind the word for it, beside a post', () => {
    const treasurer = peopleOf('<h2>Rahastonhoitaja</h2><p>Nimi: Teo Vaskimo</p>')
    expect(treasurer.map((one) => one.split(':')[0])).toEqual(['Teo Vaskimo'])
    expect(peopleOf('<h2>Our mill</h2><p>Name: Oswine Harrbeck</p><p>Since: 1904</p>')).toEqual([])
  })

  it('reads the name beside its post in an element of its own, behind a dash or in brackets', () => {
    for (const line of [
      '<b>Oswine Harrbeck</b> <i>Head Brewer</i>',
      '<i>Head Brewer</i> <b>Oswine Harrbeck</b>',
      'Oswine Harrbeck – Head Brewer',
      'Oswine Harrbeck (Head Brewer)',
    ])
      expect(peopleOf(`<p>${line}</p>`), line).toEqual(['Oswine Harrbeck: Head Brewer'])
    expect(peopleOf('<div><a>Oswine Harrbeck</a> <a>Director</a> <a>Mission</a></div>')).toEqual([])
  })

  it('reads the name with pronouns behind it, above a post', () => {
    expect(peopleOf('<div><h3>Oswine Harrbeck (they/them)</h3><h4>Head Brewer</h4></div>')).toEqual([
      'Oswine Harrbeck: Head Brewer',
    ])
  })
})

it('reads the heading of one post below the heading of a group', () => {
  const members = '<p>Jane Miller</p><p>Secretary</p><p>John Carter</p><p>Treasurer</p>'
  const page = `<h2>Members</h2><h3>Principal Investigator</h3><h3>Anna Fischer</h3><p>Office 61</p>${members}`
  expect(peopleOf(page)).toContain('Anna Fischer: Principal Investigator')
})

it('reads initials written to a name from both sides, and none of them as a person of its own', () => {
  const staff = (name: string, post: string) => peopleOf(`<div><h4>${name}</h4><p>${post}</p></div>`)
  expect(staff('K.A Krishna Varadhan', 'Vice Principal')).toEqual(['K. A Krishna Varadhan: Vice Principal'])
  expect(staff('Anitha.K.S', 'Office Manager')).toEqual(['Anitha K. S: Office Manager'])
  expect(peopleOf('<ul><li>K.A Krishna Varadhan, Vice Principal</li></ul>')).toEqual([
    'K. A Krishna Varadhan: Vice Principal',
  ])
})
