import { describe, expect, test } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import type { FoundPerson } from '../../../../src/engine/extract/page/page-facts.ts'

const peopleOf = (body: string, domain = 'tarnmill.example'): FoundPerson[] =>
  extractPage(
    { url: `https://${domain}/contact`, html: `<title>Contact</title><body>${body}</body>`, domain },
    { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS },
  ).people
const namesOf = (body: string, domain?: string): string[] => peopleOf(body, domain).map(({ fullName }) => fullName)

describe('who is nobody of the house', () => {
  test.each([
    [
      'realized',
      '<dl><dt>Sito realizzato da</dt><dd><a href="mailto:marco.ferri@loom.example">Marco Ferri</a></dd></dl>',
    ],
    ['built', '<p>Built with love by <a href="https://www.linkedin.com/in/marco-ferri">Marco Ferri</a></p>'],
    ['photographed', '<p>Photos by</p><p><a href="mailto:marco.ferri@loom.example">Marco Ferri</a></p>'],
  ])('the maker of the site: %s', (_what, credit) => {
    const staff = '<h2>Team</h2><div><h3>Anna Weber</h3><p>Director</p></div>'
    expect(namesOf(`${staff}<footer>${credit}</footer>`)).toEqual(['Anna Weber'])
  })

  test('but a webmaster of the house is, who is shown with that post', () => {
    const staff =
      '<h2>Team</h2><div><h3>Anna Weber</h3><p>Director</p></div><div><h3>Marco Ferri</h3><p>Webmaster</p></div>'
    const credit = '<p>Website by <a href="mailto:marco.ferri@tarnmill.example">Marco Ferri</a></p>'
    expect(namesOf(`${staff}<footer>${credit}</footer>`)).toContain('Marco Ferri')
  })

  test('a town with the number of its branch', () => {
    const branches =
      '<div><h3>West Jordan</h3><p>Phone: (801) 555-0142</p></div><div><h3>Sandy</h3><p>(801) 555-0143</p></div>'
    const people = '<div><h3>Martha Ellison</h3><p>Phone: (801) 555-0144</p></div>'
    expect(namesOf(branches + people)).toEqual(['Martha Ellison'])
  })

  test('what a form asks for', () => {
    const form =
      '<form><div><label for="a">Art des Objekts</label><select id="a"><option>Wohnung</option></select></div></form>'
    expect(namesOf(`${form}<p>Telefon: +49 5031 9602908</p>`, 'tarnmill.de')).toEqual([])
  })
})

describe('a degree', () => {
  test('before a post belongs to the name', () => {
    const board =
      '<h2>Board</h2><ul><li>Brenda Ashleigh, Ph.D., Secretary</li><li>Alan Desmond, President</li><li>Ian Willet, Treasurer</li></ul>'
    expect(peopleOf(board).map(({ fullName, position }) => [fullName, position])).toContainEqual([
      'Brenda Ashleigh',
      'Secretary',
    ])
  })
})

describe('a number', () => {
  test('is not made of a house and the code of its town', () => {
    const notice =
      '<html lang="de"><h2>Vertreten durch</h2><p>Jörn Weber<br>Rechtsanwalt</p><p>Elmstraße 40 14057 Berlin</p><p>Elmstr. 40-44 14057 Berlin</p><p>Telefon: 030 3069310</p></html>'
    const { phones } = extractPage(
      { url: 'https://tarnmill.de/impressum', html: notice, domain: 'tarnmill.de' },
      { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS },
    )
    expect(phones.map(({ number }) => number)).toEqual(['+49303069310'])
  })
})
