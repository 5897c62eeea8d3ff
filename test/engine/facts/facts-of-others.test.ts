import { describe, expect, test } from 'vitest'
import { factsOf } from './facts-of.ts'

const prose = (text: string): string =>
  `<p>${text} Wenn Sie unsere Seiten besuchen, wird eine Verbindung zwischen Ihrem Browser und dessen Servern hergestellt, und er erfährt, welche Seite Sie sehen.</p>`

describe('addresses that a legal page shows of others', () => {
  const services = [
    'Auf unseren Seiten sind Plugins des Netzwerks Loomface eingebunden, Anbieter ist die Loomface Inc., 12 Loom Way, Fremont, California 94538, USA.',
    'Diese Website benutzt Funktionen eines Webanalysedienstes. Anbieter ist die Spindle Inc., 4120 Clipper Court, Fremont, CA 94538, USA.',
  ].map(prose)

  test('are no seat where they stand in sentences about services', () => {
    const notice = `<title>Impressum</title><h1>Impressum</h1><h2>Haftung</h2><p>Keine.</p>${services.join('')}`
    expect(factsOf({ '/impressum': notice })).not.toHaveProperty('postal_code')
  })

  test('leave the seat to the house, whatever language the template has and wherever the domain ends', () => {
    const html = (tag: string): string =>
      `<html${tag}><title>Impressum</title><h1>Impressum</h1><h2>Angaben gemäß § 5 TMG</h2><p>Tilda Weber<br>Georg-Elm-Str. 34<br>10317 Berlin</p>${services.join('')}</html>`
    for (const tag of ['', ' lang="en"']) {
      const facts = factsOf({ '/impressum': html(tag) }, 'tarnmill.test')
      expect(facts).toMatchObject({ street_address: 'Georg-Elm-Str. 34', postal_code: '10317', country: 'DE' })
      expect(facts).not.toHaveProperty('other_locations')
    }
  })

  test('count by the law that the notice cites, if the language of the page is another', () => {
    const notice = `<html lang="en"><title>Mentions légales</title><p>Conformément à la loi n° 2004-575 du 21 juin 2004</p><p>Tarnmill<br>6 avenue du Moulin<br>92400 Courbevoie</p></html>`
    expect(factsOf({ '/mentions-legales': notice })).toMatchObject({ postal_code: '92400', country: 'FR' })
    expect(factsOf({ '/mentions-legales': notice.replace(/<p>Conf.*?<\/p>/, '') })).not.toHaveProperty('postal_code')
  })

  test('stay those of the host when the last lines of the page begin below its label', () => {
    const notice = `<html lang="fr"><title>Mentions légales</title><p>Tarnmill<br>12 rue du Moulin, 75001 Paris</p><p>Le site est hébergé par :</p><p>Spindle SAS</p><p>2 rue des Fuseaux, 59100 Roubaix, France</p>${'<p>Les textes sont protégés.</p>'.repeat(13)}</html>`
    const facts = factsOf({ '/mentions-legales': notice })
    expect(facts).toMatchObject({ postal_code: '75001' })
    expect(facts).not.toHaveProperty('other_locations')
  })

  test('are none of its offices where they are those of its bank', () => {
    const notice = `<html lang="de"><title>Impressum</title><p>Tarnmill</p><p>Elmgasse 5, 1010 Wien, Österreich</p><h2>Bankverbindung</h2><p>Bank: Spindle Pay, Rue du Moulin 100, 1050 Brüssel, Belgien</p></html>`
    const facts = factsOf({ '/impressum': notice }, 'tarnmill.at')
    expect(facts).toMatchObject({ postal_code: '1010', country: 'AT' })
    expect(facts).not.toHaveProperty('other_locations')
  })
})

describe('a seat on one line without a mark', () => {
  test.each([
    ['de', 'Elm-Weber-Straße 1 68163 Mannheim', 'Elm-Weber-Straße 1', '68163'],
    ['de', 'Elmstr. 40-44 14057 Berlin', 'Elmstr. 40-44', '14057'],
    ['it', 'Via Alta 12 10121 Torino', 'Via Alta 12', '10121'],
  ])('is parted before the code of its town: %s, %s', (tag, line, street, code) => {
    const facts = factsOf({
      '/impressum': `<html lang="${tag}"><title>Impressum</title><p>Tarnmill</p><p>${line}</p></html>`,
    })
    expect(facts).toMatchObject({ street_address: street, postal_code: code })
  })
})

describe('a legal name', () => {
  test('is without the words before it in a sentence', () => {
    const page = `<title>Tarnmill</title><footer><p>Spenden kommen der Arbeit des Tarnmill e.V. und damit den Höfen zugute</p></footer>`
    expect(factsOf({ '/': page }).legal_name).toBe('Tarnmill e.V.')
  })

  test('keeps what a club is called', () => {
    const page = `<title>Freunde der Mühle</title><footer><p>© 2024 Freunde der Mühle e.V.</p></footer>`
    expect(factsOf({ '/': page }, 'freundedermuehle.example').legal_name).toBe('Freunde der Mühle e.V.')
  })
})

describe('a name', () => {
  test('is not what a template asks to be replaced', () => {
    const page = (title: string): string =>
      `<title>${title}</title><h1 id="logo"><a href="/">Your Company</a></h1><p>Looms.</p><footer>© 2024 Your Company</footer>`
    expect(factsOf({ '/': page('Your Company'), '/contact': page('Contact | Your Company') }).name ?? null).toBeNull()
  })
})

describe('the founding year', () => {
  const about = (text: string): string => `<title>About us</title><h1>About us</h1><p>${text}</p>`
  test.each([
    [
      'an inception',
      'Since its inception in 1983 as a charity, the Elm Valley Trust has looked after the river.',
      1983,
    ],
    ['a formation', 'From our formation in 1962 we have trained weavers.', 1962],
  ])('is told by %s', (_what, text, year) => {
    expect(factsOf({ '/about': about(text) }).founded_year).toBe(year)
  })

  test.each([
    'Since 2010 we have been housed in a modern building on Brook Road.',
    'Since 2004 we have been located beside the station.',
    'Seit 1998 ist unsere Werkstatt in der Mühle, since 2012 we are based in Leeds.',
  ])('is not when a house moved: %s', (text) => {
    expect(factsOf({ '/about': about(text) }).founded_year ?? null).toBeNull()
  })

  test('is told of an association that names itself', () => {
    const page = `<title>About us</title><meta property="og:site_name" content="Elm Valley Association"><h1>About us</h1><p>Since its inception in 1983 the Elm Valley Association has looked after the river.</p>`
    expect(factsOf({ '/about': page }).founded_year).toBe(1983)
  })
})
