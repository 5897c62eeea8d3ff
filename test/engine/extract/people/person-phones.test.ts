import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** The people of a page with their numbers. */
function phonesOf(body: string, language = 'en-US'): Record<string, string | null> {
  const html = `<html lang="${language}"><body>${body}</body></html>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return Object.fromEntries(people.map(({ fullName, phone }) => [fullName, phone]))
}

describe('whose number it is', () => {
  it('tells people who share a number apart by their extensions', () => {
    const row = (name: string, title: string, phone: string): string =>
      `<tr><td>${name}</td><td>${title}</td><td>${phone}</td></tr>`
    const table = (phones: readonly [string, string, string]): string =>
      `<p>Call us: 212-555-0140</p><table>${row('Amelia Thornton', 'President', phones[0])}
      ${row('Daniel Marsh', 'Sales Manager', phones[1])}${row('Claire Whitfield', 'Treasurer', phones[2])}</table>`
    expect(phonesOf(table(['212-555-0140 ext. 101', '212-555-0140 x110', '(212) 555-0140, extension 124']))).toEqual({
      'Amelia Thornton': '+12125550140;ext=101',
      'Daniel Marsh': '+12125550140;ext=110',
      'Claire Whitfield': '+12125550140;ext=124',
    })
  })

  it('finds the number of somebody who is listed above in the table below', () => {
    const posts = '<p>Amelia Thornton - Chairman</p><p>Daniel Marsh - Treasurer</p>'
    const numbers =
      '<table><tr><td>Amelia Thornton</td><td>212-555-0140</td></tr><tr><td>Daniel Marsh</td><td>212-555-0141</td></tr></table>'
    expect(phonesOf(`<div>${posts}</div>${numbers}`)).toEqual({
      'Amelia Thornton': '+12125550140',
      'Daniel Marsh': '+12125550141',
    })
  })

  it('reads the extension of a link whose text has none', () => {
    const body = `<div><h3>Amelia Thornton</h3><p>President</p><a href="tel:+12125550140,101">Call 212-555-0140</a></div>
      <div><h3>Daniel Marsh</h3><p>Sales Manager</p><a href="tel:+12125550140,102">Call 212-555-0140</a></div>`
    expect(phonesOf(body)).toEqual({
      'Amelia Thornton': '+12125550140;ext=101',
      'Daniel Marsh': '+12125550140;ext=102',
    })
  })

  it('reads a number written in two ways as everybody’s beside whom it stands', () => {
    const body = `<div><h3>Amelia Thornton</h3><p>President</p><p>212-555-0140</p></div>
      <div><h3>Daniel Marsh</h3><p>Sales Manager</p><p>212.555.0140</p></div>`
    expect(phonesOf(body)).toEqual({ 'Amelia Thornton': '+12125550140', 'Daniel Marsh': '+12125550140' })
  })

  it('prefers the number that stands nowhere else to the switchboard', () => {
    const body = `<div><h3>Amelia Thornton</h3><p>President</p><p>Office 212-555-0140</p><p>Cell 212-555-0177</p></div>
      <div><h3>Daniel Marsh</h3><p>Sales Manager</p><p>Office 212-555-0140</p></div>`
    expect(phonesOf(body)).toEqual({ 'Amelia Thornton': '+12125550177', 'Daniel Marsh': '+12125550140' })
  })

  it('leaves the number of the footer, and of the next section, to the company', () => {
    const team = `<main><h2>Team</h2><p><b>President:</b> Amelia Thornton (212-555-0142)</p><p><b>Treasurer:</b> Daniel Marsh</p>`
    const expected = { 'Amelia Thornton': '+12125550142', 'Daniel Marsh': null }
    expect(phonesOf(`${team}</main><footer><p>Tannhof, Hall: 212-555-0140</p></footer>`)).toEqual(expected)
    expect(phonesOf(`${team}<h2>Hosting</h2><p>Birch Cloud Ltd, 212-555-0199</p></main>`)).toEqual(expected)
    expect(phonesOf(`<div id="topbar">212-555-0140</div>${team}</main>`)).toEqual(expected)
  })

  it('leaves the number behind a list of people to the company', () => {
    const list = '<p>Amelia Thornton, President, 212-555-0142</p><p>Daniel Marsh, Treasurer</p>'
    const house = '<p>Tannhof<br>12 Weir Street<br>Dover, DE 19901<br>212-555-0140</p>'
    const expected = { 'Amelia Thornton': '+12125550142', 'Daniel Marsh': null }
    expect(phonesOf(`<div>${list}</div><div>${house}</div>`)).toEqual(expected)
    expect(phonesOf(`<table><tr><td>${list}</td></tr><tr><td>${house}</td></tr></table>`)).toEqual(expected)
    const row = `<table><tr><td><p>Amelia Thornton</p><p>Daniel Marsh, Treasurer</p></td><td>212-555-0140</td></tr></table>`
    expect(phonesOf(row)['Daniel Marsh']).toBe('+12125550140')
  })

  it('leaves a number as near to people of whom nothing else is said as to the last of them to the company', () => {
    const people = '<p>Amelia Thornton, President</p><p>Daniel Marsh, Treasurer</p>'
    const nobodys = { 'Amelia Thornton': null, 'Daniel Marsh': null }
    expect(phonesOf(`<section>${people}<p>Boat house: 212-555-0140</p></section>`)).toEqual(nobodys)
    const own = `${people}<p>212-555-0141</p><p>d.marsh@tannhof.example</p>`
    expect(phonesOf(own)).toEqual({ ...nobodys, 'Daniel Marsh': '+12125550141' })
    const card = `<div>Amelia Thornton, President</div><div><p>Daniel Marsh, Treasurer</p><p>212-555-0141</p></div>`
    expect(phonesOf(card)).toEqual({ ...nobodys, 'Daniel Marsh': '+12125550141' })
  })

  it.each(['Questions? Call us: ', 'Switchboard: ', 'Rufen Sie uns einfach an: ', 'Notdienst ', 'Appelez-nous : '])(
    'leaves "%s" and its number to the company',
    (words) => {
      const card = `<h3>Amelia Thornton</h3><p>President</p><p>Direct: 212-555-0141</p><p>${words}212-555-0140</p>`
      expect(phonesOf(card)).toEqual({ 'Amelia Thornton': '+12125550141' })
      expect(phonesOf(card.replace('<p>Direct: 212-555-0141</p>', ''))).toEqual({ 'Amelia Thornton': null })
    },
  )

  it('leaves the number behind whoever signs for the company to the company', () => {
    const body =
      '<p>Tannhof GmbH</p><p>Vertreten durch: Amelia Thornton, Geschäftsführerin</p><p>Telefon: 030 23125 140</p>'
    expect(phonesOf(body, 'de')).toEqual({ 'Amelia Thornton': null })
  })

  it('leaves the number above the only person to the company', () => {
    const house = '<p>12 Weir Street<br>Dover, DE 19901</p><p>Phone: 212-555-0140</p>'
    expect(phonesOf(`<div>${house}<p>Amelia Thornton, President</p></div>`)).toEqual({ 'Amelia Thornton': null })
  })

  it('reads a number that an element sets off and no blank', () => {
    const row = (name: string, post: string, number: string): string =>
      `<div><span>${name}</span><span>${post}</span><span>${number}</span><span>mail</span></div>`
    const rows = row('Amelia Thornton', 'President', '212-555-0140') + row('Daniel Marsh', 'Clerk', '212-555-0141')
    expect(phonesOf(rows)).toEqual({ 'Amelia Thornton': '+12125550140', 'Daniel Marsh': '+12125550141' })
  })

  it('gives the number after a name in a sentence to that person', () => {
    const body = `<p>Nei nostri uffici la progettazione segue Amelia Thornton, project manager (+39 339 555 0175), mentre
      Daniel Marsh, direttore commerciale, risponde alle domande.</p>`
    expect(phonesOf(body, 'it')).toEqual({ 'Amelia Thornton': '+393395550175', 'Daniel Marsh': null })
  })

  it('does not give a number of the next sentence to the person of the last one', () => {
    const body = `<p>The shop was founded by Amelia Thornton, President. Our hotline is open daily: 212-555-0140.</p>`
    expect(phonesOf(body)['Amelia Thornton'] ?? null).toBeNull()
  })
})
