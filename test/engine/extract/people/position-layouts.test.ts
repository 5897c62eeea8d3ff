import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }
const NAMES = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Sophie Carver', 'Peter Lowell']

function positionsIn(body: string): (string | null)[] {
  const html = `<h1>Our team</h1>${body}`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return NAMES.map((name) => people.find(({ fullName }) => fullName === name)?.positionRaw ?? null)
}
const below = (texts: readonly string[]): string =>
  texts.map((text, at) => `<div><h3>${NAMES[at]}</h3><h4>${text}</h4><p>Mill House</p></div>`).join('')

describe('positions on pages as people write them', () => {
  it('may have a bar in them, but are no menu', () => {
    const said = positionsIn(below(['Founder | Choir Director', 'Editor | Newsletter Team', 'Home | Staff | Director']))
    expect(said).toEqual(['Founder | Choir Director', 'Editor | Newsletter Team', null, null, null, null])
  })

  it('may have the number of a district in them, but not that of a telephone', () => {
    expect(positionsIn(below(['Zone 300 Superintendent', 'Manager 555 0100'])).slice(0, 2)).toEqual([
      'Zone 300 Superintendent',
      null,
    ])
  })

  it('may say that somebody belongs to a body or a school', () => {
    const phrases = ['Board Member', 'Member at Large', 'Bestuurslid', 'Membre du bureau', 'PhD Student']
    expect(positionsIn(below(phrases))).toEqual([...phrases, null])
  })

  it('are below the name, whatever designations are behind it', () => {
    const designations = [' CAP®', ' MPA CFP®', ', MD', ', MD, KQLRAZ, PTOVA', ', DO, Ph.D., KRN-BC']
    const rows = designations.map((letters, at) => `<div><p>${NAMES[at]}${letters}</p><p>Trustee</p></div>`)
    expect(positionsIn(rows.join('')).slice(0, 5)).toEqual(designations.map(() => 'Trustee'))
    const alone = [', MD', ', MD, KQLRAZ', ', CEO, MD'].map((letters, at) => `<div><p>${NAMES[at]}${letters}</p></div>`)
    expect(positionsIn(alone.join('')).slice(0, 3)).toEqual(['MD', null, 'CEO, MD'])
  })

  it('are above the name, whatever order is behind it', () => {
    const texts = ['President', 'Bell and Rope', 'Secretary', 'Mill and Weir']
    const cards = texts.map((text, at) => `<div><h3>${text}</h3><p>${NAMES[at]}${at % 2 ? ', FRGHS' : ''}</p></div>`)
    expect(positionsIn(cards.join('')).slice(0, 4)).toEqual(texts)
  })

  it('are above the names with a picture in between', () => {
    const texts = ['President', 'Treasurer', 'Public Relations', 'Secretary', 'Site Manager']
    const cards = texts.map(
      (text, at) =>
        `<div><div class="head">${text}</div><img src="${at}.jpg" alt="${text}"><h4>${NAMES[at]}</h4><p>Junior</p></div>`,
    )
    expect(positionsIn(cards.join(''))).toEqual([...texts, null])
  })

  it('of several are above the rows that have none, or span them', () => {
    const row = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const phone = '01632 960644'
    const hollow = [
      row('CLERK', NAMES[0]!, phone),
      row('&nbsp;', NAMES[1]!, phone),
      row('COUNCILLORS', NAMES[2]!, phone),
      row('&nbsp;', NAMES[3]!, phone),
    ]
    expect(positionsIn(`<table>${hollow.join('')}</table>`).slice(0, 4)).toEqual([
      'CLERK',
      null,
      'COUNCILLORS',
      'COUNCILLORS',
    ])
    const spanning = [
      row('Valley Delegate', NAMES[0]!, phone).replace('<td>', '<td rowspan="2">'),
      row(NAMES[1]!, phone),
      row('Coast Delegate', NAMES[2]!, phone),
    ]
    expect(positionsIn(`<table>${spanning.join('')}</table>`).slice(0, 3)).toEqual([
      'Valley Delegate',
      'Valley Delegate',
      'Coast Delegate',
    ])
  })

  it('of one row are not those of the last name of the row before', () => {
    const row = (post: string, ...names: string[]): string =>
      `<tr><td>${post}</td><td><ul>${names.map((name) => `<li>${name}, Marlow Mills</li>`).join('')}</ul></td></tr>`
    const rows = [
      row('General Chairs', NAMES[0]!, NAMES[1]!),
      row('Programme Chairs', NAMES[2]!, NAMES[3]!),
      row('Web Chair', NAMES[4]!),
    ]
    expect(positionsIn(`<table>${rows.join('')}</table>`).slice(0, 5)).toEqual([
      'General Chairs',
      'General Chairs',
      'Programme Chairs',
      'Programme Chairs',
      'Web Chair',
    ])
  })

  it('stand in the cell before a name with an address or a number behind it', () => {
    const row = (post: string, text: string): string => `<tr><td>${post}</td><td>${text}</td></tr>`
    const rows = [
      row('Poster Chair', `${NAMES[0]} amelia@tannhof.example`),
      row('Treasurer', `${NAMES[1]} 01632 960644`),
      row('Sprint Coordinator', `${NAMES[2]} may be reached here: 01632 960645`),
    ]
    expect(positionsIn(`<table>${rows.join('')}</table>`).slice(0, 3)).toEqual(['Poster Chair', 'Treasurer', null])
  })

  it('are not where somebody comes from, though others in that place have posts', () => {
    const said = [
      'Marlow Institute, India',
      'Larkmoor College, UK',
      'Director, Tannhof Institute, India',
      'Arista Mills, USA',
    ]
    const html = said.map((text, at) => `<p>Prof. ${NAMES[at]}, ${text}</p>`).join('')
    expect(positionsIn(html)).toEqual([null, null, 'Director, Tannhof Institute, India', null, null, null])
  })

  it('are nobody else, behind a stroke or in the next line', () => {
    const names = [
      `${NAMES[0]} (Manager)`,
      `${NAMES[1]} (Manager)`,
      `${NAMES[2]} / Oswine Harrbeck`,
      `${NAMES[3]} / Verger`,
    ]
    expect(positionsIn(names.map((name) => `<div><h6>${name}</h6></div>`).join('')).slice(0, 4)).toEqual([
      'Manager',
      'Manager',
      null,
      'Verger',
    ])
    expect(positionsIn(`<p>${NAMES[0]}</p><p>Dr.OswineHarrbeck, Director, Marlow Mills</p>`)[0]).toBeNull()
  })

  it('are told of the doctor, and no praise is one', () => {
    const told = (text: string): string | null => positionsIn(`<h3>${NAMES[0]}, M.D.</h3><p>${text}</p>`)[0] ?? null
    expect(told('Doctor Thornton is a board-certified nephrologist. She likes the river.')).toBe(
      'board-certified nephrologist',
    )
    expect(told('Dr Thornton is loved by her staff and her patients.')).toBe(null)
  })

  it('open a biography, with the house behind them', () => {
    const told = (text: string): string | null => positionsIn(`<h3>${NAMES[0]}</h3><p>${text}</p>`)[0] ?? null
    expect(told('Founder and President of Larkmoor Holdings, Inc. She is a board-certified engineer.')).toBe(
      'Founder and President',
    )
    expect(told('Author of eight books on mills and the people who have lived in them.')).toBe(null)
    expect(told('Ms. Thornton is the Founder and Owner of Executive Mills. She has worked here since 1999.')).toBe(
      'Founder and Owner',
    )
  })

  it('are told of the person by name in a line that names others, and not by a pronoun', () => {
    const told = (text: string): string | null => positionsIn(`<h3>${NAMES[0]}</h3><p>${text}</p>`)[0] ?? null
    expect(told('Ms. Thornton is the treasurer of the house. She came with Robert Ellison of York.')).toBe(
      'treasurer of the house',
    )
    expect(told('Thornton came with Robert Ellison of York. He is the treasurer of the house.')).toBe(null)
  })

  it('of a single word that is a surname too are near a name', () => {
    expect(positionsIn(`<div><h3>${NAMES[0]}</h3><p>Deacon</p></div>`)[0]).toBe('Deacon')
  })

  it('are no firms that people come from', () => {
    const lines = ['Quillon Capital', 'Thane Asset Management', 'Varnholt Advisers, L.P.', 'Ostrava Associates']
    const cards = lines.map((line, at) => `<p>${NAMES[at]}<br>${at < 2 ? 'Treasurer<br>' : ''}${line}</p>`)
    expect(positionsIn(cards.join('')).slice(0, 4)).toEqual(['Treasurer', 'Treasurer', null, null])
    expect(positionsIn(below(['Sales Associates Director', 'Managing Partner', 'Trustee'])).slice(0, 2)).toEqual([
      'Sales Associates Director',
      'Managing Partner',
    ])
  })

  it('of the owner of an address may stand where the page tells of the house', () => {
    const body = `<p>The mill</p><p>${NAMES[0]}<br>amelia@tannhof.example</p><p>12 Weir Road</p>
      <div><h2>About</h2><p>${NAMES[0]} is the President and Founder of Larkmoor Mills. She likes the river and its wheel.</p></div>`
    expect(positionsIn(body)[0]).toBe('President and Founder')
  })

  it('are below a name whose picture is now on the one side and now on the other', () => {
    const posts = ['Owner', 'Team Coordinator', 'Buyer', 'Listing Specialist', 'Office Manager', 'Broker']
    const records = posts.map((post, at) => {
      const picture = `<div><img alt="${NAMES[at]}" src="${at}.png"></div>`
      const text = `<div><h2>${NAMES[at]}</h2><h3>${post}</h3><p>Reads a lot of maps.</p></div>`
      return `<div class="row">${at % 2 === 0 ? picture + text : text + picture}</div>`
    })
    expect(positionsIn(records.join(''))).toEqual(posts)
  })

  it('may stand in brackets alone', () => {
    const html = '<h1>Our team</h1><h3>Amelia Thornton</h3><h4>(Executive Secretary)</h4>'
    const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
    expect(people.map(({ position }) => position)).toEqual(['Executive Secretary'])
  })

  it('are below the name, though a picture is in between', () => {
    const posts = ['Owner', 'Team Coordinator', 'Buyer', 'Listing Specialist', 'Office Manager', 'Broker']
    const records = posts.map((post, at) => `<h3>${NAMES[at]}</h3><img alt="headshot" src="${at}.png"><p>${post}</p>`)
    expect(positionsIn(records.join(''))).toEqual(posts)
  })
})
