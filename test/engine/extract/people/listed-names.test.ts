import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage, mentionedNames } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** The people of a page with their positions, as `Name: position`. */
function peopleOf(html: string, path = 'team'): string[] {
  const page = { url: `https://tannhof.example/${path}`, html, domain: 'tannhof.example' }
  return extractPage(page, OPTIONS).people.map(({ fullName, positionRaw }) => `${fullName}: ${positionRaw}`)
}
const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

describe('names in lists of people', () => {
  it('may all have one letter in front of them as a form of address', () => {
    const html = `<p>P. Janina Sowa – Prezes</p><p>P. Marek Lisowy – Skarbnik</p><p>P. Danuta Wrona – Sekretarz</p>`
    expect(peopleOf(html)).toEqual(['Janina Sowa: Prezes', 'Marek Lisowy: Skarbnik', 'Danuta Wrona: Sekretarz'])
  })

  it('keep an initial that only some have', () => {
    const html = '<p>J. Edgar Thornton – Treasurer</p><p>Daniel Marsh – Secretary</p><p>Claire Whitfield – Chairman</p>'
    expect(peopleOf(html)[0]).toBe('J. Edgar Thornton: Treasurer')
  })

  it('may have initials that no blank parts from the title', () => {
    expect(peopleOf('<p>Dr.T.R.Ramanathan – Principal</p><p>Prof. T.R Ramanathan – Principal</p>')[0]).toBe(
      'T. R. Ramanathan: Principal',
    )
  })

  it('are no countries', () => {
    const card = (name: string) => `<div><p>${name}</p><p>Director</p></div>`
    expect(peopleOf(card('Sri Lanka') + card('Jane Miller') + card('San Marino'))).toEqual(['Jane Miller: Director'])
  })

  it('are not the posts of the names before them, though one of them ends as trades do', () => {
    const names =
      'THORNTON AMELIA,MARSH DANIEL,WHITFIELD CLAIRE,ELLISON ROBERT,VERBIST CECILE,CARVER SOPHIE,PEETERS JOZEF'
    const shown = [...names.split(','), 'WOUTERS JEAN-BAPTIST', 'DAEMEN KAREL', 'GRABIEC CATHARINA', 'HAEMERS ROLAND']
    const people = peopleOf(`<ul>${shown.map((name) => `<li><a>${name}</a></li>`).join('')}</ul>`)
    expect(people.filter((one) => !/: (?:VERBIST|WOUTERS)/.test(one))).toEqual([])
  })

  it('end where the degrees begin', () => {
    const html =
      '<h2>Amelia Thornton BSc Ost BPhil RGN</h2><p>Osteopath</p><h2>Daniel Marsh BOst, BSc (Hons)</h2><p>Osteopath</p>'
    expect(peopleOf(html)).toEqual(['Amelia Thornton: Osteopath', 'Daniel Marsh: Osteopath'])
  })

  it('are what nearly all lines of a list are shaped like, where some are known', () => {
    const known = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison']
    const rare = ['Vilbert Ransome', 'Ismay Corriden']
    const read = (all: readonly string[]): string[] => {
      const html = `<ul>${all.map((name) => `<li>${name}</li>`).join('')}</ul>`
      return mentionedNames({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
    }
    const unread = ['Torvin Haldane', 'Brisa Montell', 'Brisa Corvane', 'Brisa Tolmire']
    expect(read([...known, ...rare, ...unread]).filter((name) => rare.includes(name))).toEqual(rare)
    expect(read([...known, ...rare, ...unread.map((_, at) => `Room ${at}`)])).toEqual(known)
  })

  it('are below posts where others are, with or without degrees behind them', () => {
    const names = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Vilbert Ransome', 'Torvin Haldane, FQLK']
    const posts = ['President', 'Treasurer', 'Secretary', 'Archivist', 'Warden']
    const html = posts.map((post, at) => `<h3>${post}</h3><p>${names[at]}</p><p>Weir Road ${at}</p>`).join('')
    const said = names.map((name, at) => `${name.replace(', FQLK', '')}: ${posts[at]}`)
    expect(peopleOf(`<div>${html}</div>`)).toEqual(said)
    expect(peopleOf(`<div>${html.replace('Archivist', 'Weir').replace('Warden', 'Dale')}</div>`)).toEqual(
      said.slice(0, 3),
    )
  })

  it('are what all cells of a column are written like', () => {
    const known = ['Thornton, Amelia', 'Marsh, Daniel', 'Whitfield, Claire', 'Ellison, Robert']
    const rare = ['Ymterå, Quillan', 'Zedvik, Brenthe', 'Orvald, Skeggi']
    const table = [...known, ...rare].map((name) => row(name, 'Librarian')).join('')
    expect(peopleOf(`<table>${row('Name', 'Position')}${table}</table>`)).toContain('Skeggi Orvald: Librarian')
  })

  it('are what stands above a post where others have theirs', () => {
    const known = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison']
    const card = (name: string): string => `<h3>${name}</h3><h3>Regional Director</h3><p>Mill House</p>`
    expect(peopleOf([...known, 'Gelersi Vendrano'].map(card).join(''))).toContain('Gelersi Vendrano: Regional Director')
  })

  it('are no courts, parishes and cooperatives', () => {
    const html = '<h1>Impressum</h1><p>Amtsgericht Tannhof</p><p>Spółdzielnia Sowia</p><p>office@tannhof.example</p>'
    expect(peopleOf(html, 'impressum')).toEqual([])
  })

  it('write the small words of a surname in small letters, whatever the page does', () => {
    expect(peopleOf('<h3>PAULO DA SILVA</h3><p>Treasurer</p>')).toEqual(['Paulo da Silva: Treasurer'])
  })

  it('are not the name of the house, by the domain or by the title and an address', () => {
    const rovers = `<title>Contact | Ymter Golda</title><h1>Ymter Golda</h1><p>ymtergolda@post.example</p>`
    expect(peopleOf(rovers, 'contact')).toEqual([])
    expect(peopleOf('<h1>Tann Hof</h1><p>tannhof@post.example</p>', 'contact')).toEqual([])
  })

  it('are those of somebody whose own house it is', () => {
    const own = `<title>Amelia Thornton | Bell ringer</title><h1>Amelia Thornton</h1><p>ameliathornton@post.example</p>`
    expect(peopleOf(own, 'contact')).toEqual(['Amelia Thornton: null'])
  })

  it('may hold a word of another kind where the others stand', () => {
    const known = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison']
    const read = (name: string): string[] =>
      peopleOf([...known, name].map((one) => `<div><h4>${one}</h4><p>Trustee</p></div>`).join(''))
    for (const name of ['Elizabeth Reed Poland', 'Story Chen', 'Forest Porter'])
      expect(read(name), name).toContain(`${name}: Trustee`)
    for (const name of ['Warner Huxtable House', 'Principal Chen', 'Story Poland'])
      expect(read(name), name).toHaveLength(known.length)
    expect(peopleOf('<div><h4>Story Chen</h4><p>Trustee</p></div>')).toEqual([])
  })

  it('are names though the file of a picture holds their words', () => {
    const html = '<img alt="oswine+harrbeck+amazon+goat"><h4>Oswine Harrbeck</h4><p>Managing Director</p>'
    expect(peopleOf(html)).toEqual(['Oswine Harrbeck: Managing Director'])
    expect(peopleOf(html.replace('alt="', 'alt="A picture of '))).toEqual([])
  })

  it('stand before a comma, with a post of one unlisted word behind it and an address of the given name', () => {
    const item = (name: string, post: string) =>
      `<li>${name}, ${post} (<a>${name.split(' ')[0]?.toLowerCase()}@tannhof.example</a>)</li>`
    const all = [item('Pascal Amelung', 'Servicetechniker'), item('Yvonne Bollmann', 'Produktionsleiter')]
    expect(peopleOf(`<ul>${all.join('')}</ul>`)).toEqual([
      'Pascal Amelung: Servicetechniker',
      'Yvonne Bollmann: Produktionsleiter',
    ])
  })

  it('stand behind a word that introduces them', () => {
    const html = '<div><h3>Meet Oswine Harrbeck</h3><p>Managing Director</p></div>'
    expect(peopleOf(html)).toEqual(['Oswine Harrbeck: Managing Director'])
  })

  it('may fill an element of two lines', () => {
    const card = (first: string, last: string): string => `<div><h3>${first}<br>${last}</h3><p>Trustee</p></div>`
    const all = card('Amelia', 'Harrbeck') + card('Daniel', 'Oswin') + card('Claire', 'Tannhof')
    expect(peopleOf(all)).toEqual(['Amelia Harrbeck: Trustee', 'Daniel Oswin: Trustee', 'Claire Tannhof: Trustee'])
    expect(peopleOf(card('Amelia', 'Daniel') + card('Claire', 'Robert') + card('Sophie', 'Peter'))).toEqual([])
  })

  it('may have the surname in capitals on the next line', () => {
    const card = (first: string, last: string): string => `<div><p>${first}</p><p>${last}</p><p>Trustee</p></div>`
    const all = card('Mr Robert', 'HARRBECK') + card('Mr Daniel', 'OSWIN') + card('Mrs Claire', 'TANNHOF')
    expect(peopleOf(all)).toEqual(['Robert Harrbeck: Trustee', 'Daniel Oswin: Trustee', 'Claire Tannhof: Trustee'])
  })
})
