import { describe, expect, test } from 'vitest'
import { factsOf } from './facts-of.ts'

/** A start page in a language with this in its footer. */
const page = (language: string, address: string): Record<string, string> => ({
  '/': `<html lang="${language}"><title>Tarnmill</title><body><h1>Tarnmill</h1><p>We weave.</p>
    <footer><p>${address}</p><p>© Tarnmill</p></footer></body></html>`,
})
const short = ({ street_address, city, state, postal_code, country }: ReturnType<typeof factsOf>): string =>
  [street_address, city, state, postal_code, country].map((fact) => fact ?? '-').join(' | ')

describe('an address without a code', () => {
  test.each([
    ['en', '400 Weir Street, Honolulu, HI', '400 Weir Street | Honolulu | HI | - | US'],
    ['en', '400 Weir St<br>Springfield, IL', '400 Weir St | Springfield | IL | - | US'],
    ['tr', 'ALTI MAH. YELKEN SK. No:20A<br>BURSA / BURSA', 'ALTI MAH. YELKEN SK. No:20A | BURSA | - | - | TR'],
    ['tr', 'Değirmen Cad. No:96/3 D:4 Karatepe/İzmir', 'Değirmen Cad. No:96/3 D:4 | İzmir | - | - | TR'],
    ['ro', 'B-dul Morii 153 bl.29C ap.4<br>Ploiești, Prahova', 'B-dul Morii 153 bl.29C ap.4 | Ploiești | - | - | RO'],
    ['it', 'Via Alta 5, Sassuolo (MO)', 'Via Alta 5 | Sassuolo | - | - | IT'],
    [
      'es',
      'Avd. Alta Gómez, s/n<br>Alcalá de Guadaíra (Sevilla)',
      'Avd. Alta Gómez, s/n | Alcalá de Guadaíra | - | - | ES',
    ],
  ])('%s: %s', (language, address, wanted) => {
    expect(short(factsOf(page(language, address)))).toBe(wanted)
  })

  test.each([
    // No street before it, no town of that state, and a name.
    ['en', 'Serving Springfield, IL'],
    ['en', '12 years in Honolulu, HI'],
    ['en', '400 Weir Street, Honolulu, OH'],
    ['it', 'I nostri clienti di Sassuolo (MO)'],
    ['tr', 'Ürünler / Markalar'],
    ['ro', 'Livrăm în Ploiești, Prahova'],
  ])('is no address: %s: %s', (language, text) => {
    expect(factsOf(page(language, text)).city ?? null).toBeNull()
  })

  test('yields to the code where one is given', () => {
    expect(short(factsOf(page('en', '400 Weir Street, Honolulu, HI 96813')))).toBe(
      '400 Weir Street | Honolulu | HI | 96813 | US',
    )
  })
})

describe('an address', () => {
  test.each([
    ['it', '20148 Milano Via Alta 14', 'Via Alta 14 | Milano | - | 20148 | IT'],
    [
      'it',
      'La nostra sede si trova in Piazza Alta 5, 41049 Sassuolo (MO)',
      'Piazza Alta 5 | Sassuolo | - | 41049 | IT',
    ],
    ['el', 'Χατζάρα 21, Τ.Κ. 18539 Πειραιάς', 'Χατζάρα 21 | Πειραιάς | - | 18539 | GR'],
    ['en', 'No. 12, Alta Salai, Hyderabad - 500 039 (T.S.)', 'No. 12, Alta Salai | Hyderabad | - | 500039 | IN'],
  ])('%s: %s', (language, address, wanted) => {
    expect(short(factsOf(page(language, address)))).toBe(wanted)
  })

  test('goes on in the next line of the source where the next word had no room', () => {
    const source =
      '                     Plot 572, Second Main Road, Banashankari, Third Stage, Sixth\n  Block, Bangalore - 560085, Karnataka'
    expect(short(factsOf(page('en', source)))).toContain('Third Stage, Sixth Block | Bangalore')
  })

  test('of a host is none of the house, though the name of the host is between its label and it', () => {
    const legal = `<title>Mentions légales</title><h2>Éditeur</h2><p>Tarnmill<br>12 Rue Haute, 75001 Paris, France</p>
      <p>Le site est hébergé par :<br>Quillon SAS<br>2 rue Basse, 59100 Roubaix, France</p>`
    const facts = factsOf({ '/mentions-legales': legal })
    expect(short(facts)).toBe('12 Rue Haute | Paris | - | 75001 | FR')
    expect(facts.other_locations ?? []).toEqual([])
  })
})

describe('of several pages', () => {
  const data = (facts: object): string =>
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Tarnmill', ...facts })}</script>`

  test('the one whose data have a street tells the seat, not the one with the town of a plant', () => {
    const plant = data({ address: { '@type': 'PostalAddress', addressLocality: 'Turin', addressCountry: 'IT' } })
    const office = data({
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Via Alta 14',
        addressLocality: 'Milano',
        postalCode: '20148',
        addressCountry: 'IT',
      },
    })
    expect(short(factsOf({ '/': plant, '/contact': office }))).toBe('Via Alta 14 | Milano | - | 20148 | IT')
  })

  test('a label knows the legal name better than the copyright line', () => {
    const footer = '<footer>© Tarnmill, Inc.</footer>'
    const about = `<title>会社概要</title><table><tr><td>会社名</td><td>株式会社田中織物</td></tr></table>${footer}`
    expect(factsOf({ '/': `<h1>Tarnmill</h1>${footer}`, '/company': about }).legal_name).toBe('株式会社田中織物')
  })
})
