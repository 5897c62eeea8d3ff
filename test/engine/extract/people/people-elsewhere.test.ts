import { describe, expect, it } from 'vitest'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'

const OPTIONS = { localSuffixes: new Set(['example']), lists: SHIPPED_LISTS }

function peopleOn(body: string, path: string, title = 'Tannhof'): string[] {
  const html = `<title>${title}</title><body>${body}</body>`
  const { people } = extractPage({ url: `https://tannhof.example${path}`, html, domain: 'tannhof.example' }, OPTIONS)
  return people.map(({ fullName, positionRaw, email }) => [fullName, positionRaw, email].filter(Boolean).join(', '))
}

describe('people', () => {
  it.each([
    ['<h1>Nancy Marsh</h1><p>Attorney at Law</p>', 'Nancy Marsh, Attorney at Law'],
    ['<h2>Bartek Nowak</h2><p>Prezes i założyciel</p>', 'Bartek Nowak, Prezes i założyciel'],
    ['<h2>Jane Thornton</h2><p>Director of Weaving</p>', 'Jane Thornton, Director of Weaving'],
  ])('are read from a page that only a title in an element of its own tells of: %s', (body, person) =>
    expect(peopleOn(body, '/studio')).toEqual([person]),
  )

  it('have a post in small letters behind a hyphen', () => {
    const body =
      '<h2>Telefon</h2><p><strong>Jane Thornton-president</strong><br>jane.thornton@tannhof.example<br>tel. 020 7946 0123<br><br>' +
      '<strong>Robert Ellison- treasurer</strong><br>robert-ellison@tannhof.example</p>'
    expect(peopleOn(body, '/kontakt')).toEqual([
      'Jane Thornton, president, jane.thornton@tannhof.example',
      'Robert Ellison, treasurer, robert-ellison@tannhof.example',
    ])
  })

  it('are told from posts of two halves', () => {
    expect(peopleOn('<p>Jane Thornton, Vice-president</p><p>Vice-director Robert Ellison</p>', '/team')).toEqual([
      'Jane Thornton, Vice-president',
      'Robert Ellison, Vice-director',
    ])
  })

  it('keep the second half of a name in small letters', () => {
    expect(peopleOn('<p>Anne-marie Ellison<br>Director</p>', '/team')).toEqual(['Anne-marie Ellison, Director'])
  })

  it('are not what a template leaves to be filled in', () => {
    const body =
      '<h1>Mentions légales</h1><p>Contact : atelier@tannhof.example</p><h3>Directeur de la publication</h3><p>[À COMPLÉTER — nom]</p>'
    expect(peopleOn(body, '/mentions-legales', 'Mentions légales')).toEqual([])
  })

  it('own addresses whose word for the at sign is between blanks and angle brackets', () => {
    const body = '<ul><li>Carolina Chang</li><li>cchang < at > tannhof.example</li></ul>'
    expect(peopleOn(body, '/team', 'Team')).toEqual(['Carolina Chang, cchang@tannhof.example'])
  })
})
