import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

/** The people of a page with their addresses. */
function addressesOf(body: string): Record<string, string | null> {
  const html = `<html lang="en"><body>${body}</body></html>`
  const { people } = extractPage({ url: 'https://tannhof.example/team', html, domain: 'tannhof.example' }, OPTIONS)
  return Object.fromEntries(people.map(({ fullName, email }) => [fullName, email]))
}
const card = (name: string, title: string, mail: string): string =>
  `<div class="card"><h3>${name}</h3><p>${title}</p><p>${mail}</p></div>`
const amelia = card('Amelia Thornton', 'Membership Secretary', 'membership@tannhof.example')
const daniel = card('Daniel Marsh', 'Treasurer', 'treasurer@tannhof.example')

describe('mailboxes of a function', () => {
  it('belong to the person under whom alone a list of people prints them', () => {
    expect(addressesOf(amelia + daniel)).toEqual({
      'Amelia Thornton': 'membership@tannhof.example',
      'Daniel Marsh': 'treasurer@tannhof.example',
    })
    const row = (name: string, mail: string): string =>
      `<tr><td>${name}</td><td>Clerk</td><td><a href="mailto:${mail}"><img src="mail.gif"></a></td></tr>`
    const rows = row('Amelia Thornton', 'service@tannhof.example') + row('Daniel Marsh', 'booking@tannhof.example')
    expect(addressesOf(`<table>${rows}</table>`)).toEqual({
      'Amelia Thornton': 'service@tannhof.example',
      'Daniel Marsh': 'booking@tannhof.example',
    })
  })

  it('belong to the person in whose row a cell says the post beside them, and not a department', () => {
    const row = (name: string, said: string, mail: string): string =>
      `<tr><td>${name}</td><td>${said}<br>${mail}@tannhof.example</td></tr>`
    const posts = row('Amelia Thornton', 'Membership Secretary', 'membership') + row('Daniel Marsh', 'Clerk', 'service')
    expect(addressesOf(`<table>${posts}</table>`)['Amelia Thornton']).toBe('membership@tannhof.example')
    const desks = row('Amelia Thornton', 'Press', 'press') + row('Daniel Marsh', 'Service', 'service')
    expect(addressesOf(`<table>${desks}</table>`)['Amelia Thornton'] ?? null).toBeNull()
  })

  it('belong to nobody if the page prints them elsewhere too', () => {
    const nobody = { 'Amelia Thornton': null, 'Daniel Marsh': 'treasurer@tannhof.example' }
    expect(addressesOf(`${amelia}${daniel}<footer>membership@tannhof.example</footer>`)).toEqual(nobody)
    expect(addressesOf(amelia + card('Claire Whitfield', 'Registrar', 'membership@tannhof.example') + daniel)).toEqual({
      ...nobody,
      'Claire Whitfield': null,
    })
  })

  it('belong to nobody outside a list of people', () => {
    expect(
      addressesOf('<h1>Contact</h1><p>Tannhof Ltd, info@tannhof.example</p><p>Managing Director: Daniel Marsh</p>'),
    ).toEqual({ 'Daniel Marsh': null })
  })

  it('belong to the department that stands beside a person', () => {
    const row = (cells: string): string => `<tr>${cells}</tr>`
    const person = (name: string): string => `<td><b>${name}</b><br>Steward</td>`
    const desk = '<td><b>Press</b><br>212-555-0140<br>press@tannhof.example</td>'
    const rows = row(person('Amelia Thornton') + desk) + row(person('Daniel Marsh'))
    expect(addressesOf(`<table>${rows}</table>`)).toEqual({ 'Amelia Thornton': null, 'Daniel Marsh': null })
  })
})
