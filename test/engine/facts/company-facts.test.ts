import { describe, expect, test } from 'vitest'
import { extractPage } from '../../../src/engine/extract/extract-page.ts'
import { readablePage } from '../../../src/engine/enrich/readable-page.ts'
import { pageCompany } from '../../../src/engine/enrich/page-company.ts'
import { factsOf, OPTIONS } from './facts-of.ts'

const footer = (inner: string): string =>
  `<title>Tarnmill</title><body><h1>Looms</h1><p>We weave.</p><footer>${inner}</footer></body>`

describe('the seat', () => {
  test.each([
    [
      'one line',
      '4120 Clipper Court, Fremont CA 94538 USA',
      { street_address: '4120 Clipper Court', city: 'Fremont', state: 'CA', postal_code: '94538', country: 'US' },
    ],
    [
      'bars',
      '1190 Weaver Circle NW | Suite 120 | Marietta, GA 30066 | Sitemap',
      { street_address: '1190 Weaver Circle NW, Suite 120', city: 'Marietta', state: 'GA' },
    ],
    [
      'three lines',
      '723 Seventh Ave<br>Suite 902<br>New York, NY 10019',
      { street_address: '723 Seventh Ave, Suite 902', city: 'New York', postal_code: '10019' },
    ],
    [
      'a suite beside the town',
      '3900 East Loom Ave, Suite 500 Denver, CO 80210',
      { street_address: '3900 East Loom Ave, Suite 500', city: 'Denver' },
    ],
    [
      'a named house and a county',
      'Weaver House, Village Way, Wilmslow, Cheshire, SK9 2GH',
      { street_address: 'Weaver House, Village Way', city: 'Wilmslow', postal_code: 'SK9 2GH', country: 'GB' },
    ],
    [
      'a business park',
      'Unit 29, Mill Road, Kingsditch Trading Estate, Cheltenham, Gloucestershire, GL51 9PL',
      { street_address: 'Unit 29, Mill Road, Kingsditch Trading Estate', city: 'Cheltenham' },
    ],
    [
      'a province of its own',
      '145 Walker Drive, Unit 3<br>Brampton, Ontario<br>Canada L6T 5P5',
      { city: 'Brampton', state: 'ON', postal_code: 'L6T 5P5', country: 'CA' },
    ],
    [
      'an Australian level',
      'Lvl2 845 Pacific Hwy<br>Chatswood NSW 2067',
      { city: 'Chatswood', state: 'NSW', postal_code: '2067', country: 'AU' },
    ],
    [
      'a street without a number, where nothing but the code tells the country',
      'Tarnmill, Lda. Lugar do Souto, 4850-120 Vieira do Minho',
      { street_address: 'Lugar do Souto', city: 'Vieira do Minho', postal_code: '4850-120', country: 'PT' },
    ],
    [
      'a Polish code alone',
      'ul. Kolejowa 14<br>63-400 Ostrów Wielkopolski',
      { city: 'Ostrów Wielkopolski', postal_code: '63-400', country: 'PL' },
    ],
    [
      'an Italian province',
      'Tarnmill - Via Fratelli Ceriani 9 - 21052 Busto Arsizio (VA)',
      { street_address: 'Via Fratelli Ceriani 9', city: 'Busto Arsizio', postal_code: '21052', country: 'IT' },
    ],
    [
      'a province in brackets behind a sentence',
      'Paseo Real 18, local 2. 39005 Santander (Cantabria), España',
      { street_address: 'Paseo Real 18, local 2', city: 'Santander', postal_code: '39005', country: 'ES' },
    ],
    [
      'a street of Britain without a number',
      'Chapel Rise, Fleckney, Leicestershire, LE8 9TZ',
      { street_address: 'Chapel Rise', city: 'Fleckney', postal_code: 'LE8 9TZ' },
    ],
    [
      'a Canadian province in brackets',
      '455, rue Principale Est<br>Magog (Québec) J1X 2A1',
      { city: 'Magog', state: 'QC', postal_code: 'J1X 2A1', country: 'CA' },
    ],
    [
      'the continent by its country',
      'Rua da Fonte 12<br>4745-330 Trofa<br>Portugal',
      { street_address: 'Rua da Fonte 12', city: 'Trofa', postal_code: '4745-330', country: 'PT' },
    ],
    [
      'India',
      'Loom House, Ballard Estate, P. O. Box 278, Mumbai 400 001, India',
      { city: 'Mumbai', postal_code: '400001', country: 'IN' },
    ],
    [
      'the house and its street without a mark in between',
      'Tarnmill River Association 318 Weir Road Hope Valley, RI 02832',
      { street_address: '318 Weir Road', city: 'Hope Valley', state: 'RI', postal_code: '02832' },
    ],
    [
      'a number behind the code',
      '2250 K St, Bakersfield, CA 93301 (661) 555-0187 Fax: (661) 555-0188',
      { street_address: '2250 K St', city: 'Bakersfield', state: 'CA', postal_code: '93301' },
    ],
    [
      'a room before its street',
      'Suite 200 4120 Clipper Court, Fremont, CA 94538',
      { city: 'Fremont', state: 'CA', postal_code: '94538' },
    ],
  ] as const)('is read from a footer: %s', (_form, address, wanted) => {
    expect(factsOf({ '/': footer(`<p>${address}</p><p>© 2024 Tarnmill</p>`) })).toMatchObject(wanted)
  })

  test.each([
    ['de', 'Schmiedestraße 12a<br>49074 Osnabrück', 'Schmiedestraße 12a', '49074', 'Osnabrück', 'DE'],
    ['de', 'Am Markt 3, 1010 Wien', 'Am Markt 3', '1010', 'Wien', 'AT'],
    ['de-CH', 'Dorfplatz 3 | 6060 Sarnen', 'Dorfplatz 3', '6060', 'Sarnen', 'CH'],
    ['fr', '12, rue Haute - 1000 Bruxelles', '12, rue Haute', '1000', 'Bruxelles', 'BE'],
    ['it', 'Via dei Filatori, 41<br>36015 Schio (VI)', 'Via dei Filatori, 41', '36015', 'Schio', 'IT'],
    ['es', 'C/ Mayor, 12, 28013 Madrid', 'C/ Mayor, 12', '28013', 'Madrid', 'ES'],
    ['es', 'Insurgentes Sur 1602, 03940 Ciudad de México', 'Insurgentes Sur 1602', '03940', 'Ciudad de México', 'MX'],
    ['nl', 'Havenkade 5 | 8011 AB Zwolle', 'Havenkade 5', '8011 AB', 'Zwolle', 'NL'],
    ['pl', 'ul. Tartaczna 18<br>60-311 Poznań', 'ul. Tartaczna 18', '60-311', 'Poznań', 'PL'],
    ['hu', '6720 Szeged, Kárász utca 5.', 'Kárász utca 5', '6720', 'Szeged', 'HU'],
    ['tr', 'Barbaros Cad. No: 18, 48700 Marmaris/Muğla', 'Barbaros Cad. No: 18', '48700', 'Marmaris', 'TR'],
    ['pt-BR', 'Rua Alta, 550 – Curitiba/PR – CEP 80010-000', 'Rua Alta, 550', '80010-000', 'Curitiba', 'BR'],
    ['it', 'Via dei Filatori, 14/B - Milano 20129', 'Via dei Filatori, 14/B', '20129', 'Milano', 'IT'],
    ['es', 'C/ Mayor 12, 28013, Madrid', 'C/ Mayor 12', '28013', 'Madrid', 'ES'],
    ['es-MX', 'Calzada Alta km 12.5, C.P. 76000, Querétaro, Qro.', 'Calzada Alta km 12.5', '76000', 'Querétaro', 'MX'],
    ['de', 'Büro / Lager: Hafenstr. 4, 20457 Hamburg', 'Hafenstr. 4', '20457', 'Hamburg', 'DE'],
    ['fr', 'Siège social et atelier : 14 rue Haute, 44000 Nantes', '14 rue Haute', '44000', 'Nantes', 'FR'],
    ['de-AT', 'Ringstraße 4/2/12, 1010 Wien', 'Ringstraße 4/2/12', '1010', 'Wien', 'AT'],
    ['fi', 'Kauppakatu 4 B 12, 33200 Tampere', 'Kauppakatu 4 B 12', '33200', 'Tampere', 'FI'],
    [
      'ro',
      'Bd. Alb nr. 3, bl. A2, sc. B, 400129 Cluj-Napoca',
      'Bd. Alb nr. 3, bl. A2, sc. B',
      '400129',
      'Cluj-Napoca',
      'RO',
    ],
    ['hr', 'Ilica 5, 10000 Zagreb', 'Ilica 5', '10000', 'Zagreb', 'HR'],
    ['lv', 'Augstā iela 5, Rīga, LV-1010', 'Augstā iela 5', 'LV-1010', 'Rīga', 'LV'],
    [
      'pt-BR',
      'Rua Alta, 12, sala 3 - Curitiba - PR - 80010-000',
      'Rua Alta, 12, sala 3',
      '80010-000',
      'Curitiba',
      'BR',
    ],
    ['en', '4 Loom Quay, #08-03, Singapore 079903', '4 Loom Quay, #08-03', '079903', 'Singapore', 'SG'],
    ['en', '12 Loom Street, Cape Town 8001, South Africa', '12 Loom Street', '8001', 'Cape Town', 'ZA'],
    ['en-GB', '4 Tenter Lane, Leeds LS1 4AB. Open daily.', '4 Tenter Lane', 'LS1 4AB', 'Leeds', 'GB'],
    ['en-US', 'Tarnmill is at 12 Loom St, Denver, CO 80202. Call us.', '12 Loom St', '80202', 'Denver', 'US'],
    ['en-IE', 'Dock House, Merchants Road, Galway H91 AB12', 'Dock House, Merchants Road', 'H91 AB12', 'Galway', 'IE'],
  ] as const)(
    'in a country that only the language of the page tells: %s, %s',
    (language, address, ...[street, postalCode, city, country]) => {
      expect(factsOf({ '/': `<html lang="${language}">${footer(address)}` })).toMatchObject({
        street_address: street,
        postal_code: postalCode,
        city,
        country,
      })
    },
  )

  test.each([
    ['hu', '/kapcsolat', '6720 Szeged, Kárász utca 5.'],
    ['pl', '/regulamin', 'Sklep prowadzi Tarnmill Sp. z o.o. z siedzibą w Poznaniu, ul. Tartaczna 18, 60-311 Poznań'],
    ['fi', '/yhteystiedot', 'Kauppakatu 4, 33200 Tampere'],
  ])('is read where the page of the house is called otherwise: %s, %s', (language, path, address) => {
    const html = `<html lang="${language}"><title>Tarnmill</title><p>${address}</p>${'<p>Aaa</p>'.repeat(20)}`
    expect(factsOf({ [path]: html }).city).toBeTruthy()
  })

  test.each(['Havenkade 5<br>8011 AB Zwolle', 'Wir sind da.<br>8011 AB Zwolle'])(
    'never begins before the code of another: %s',
    (address) => {
      const html = `<html lang="nl"><title>Tarnmill</title><footer>8011 AB Zwolle<br>Welkom<br>${address}</footer>`
      expect(factsOf({ '/': html }).street_address ?? null).toBe(address.startsWith('H') ? 'Havenkade 5' : null)
    },
  )

  test('is a house that has a post box, too, and stands in a sentence', () => {
    const [box, sentence] = [
      '204 Main Street, PO Box 90, Maple Creek, SK S0N 1N0',
      'Find us at 640 Elm St, Ypsilanti, MI 48197 or write',
    ]
    expect(factsOf({ '/': footer(box ?? '') }).street_address).toBe('204 Main Street, PO Box 90')
    expect(factsOf({ '/': footer(sentence ?? '') })).toMatchObject({ city: 'Ypsilanti', postal_code: '48197' })
  })

  test('is that of any kind of house in structured data', () => {
    const address = {
      streetAddress: '1330 Liberty St',
      addressLocality: 'Salem',
      addressRegion: 'OR',
      postalCode: '97302',
    }
    const data = JSON.stringify({ '@type': 'Dentist', name: 'Tarnmill', address: { ...address, addressCountry: 'US' } })
    expect(factsOf({ '/': `<script type="application/ld+json">${data}</script>` })).toMatchObject({
      street_address: '1330 Liberty St',
      postal_code: '97302',
    })
  })

  test('is completed by the footer where structured data names its town only', () => {
    const data = JSON.stringify({ '@type': 'Organization', name: 'Tarnmill', address: { addressLocality: 'Camden' } })
    const html = `<script type="application/ld+json">${data}</script>${footer('9 Harbor Street, Camden, ME 04843')}`
    expect(factsOf({ '/': html })).toMatchObject({
      street_address: '9 Harbor Street',
      city: 'Camden',
      postal_code: '04843',
      country: 'US',
    })
  })

  test('is the office labelled as such, whatever comes first', () => {
    const offices =
      '<div class="footer"><p>Leeds office</p><p>12 Dye Street, Leeds, LS1 4AP</p><p>Head office</p><p>3 Mill Lane, Stockport, SK1 3AA</p></div>'
    expect(factsOf({ '/': `<body>${offices}</body>` })).toMatchObject({ postal_code: 'SK1 3AA' })
  })

  test.each([
    ['a code of another state', '12 Mill Street, Denver, CO 10019'],
    ['a phone', '12 Mill Street, call 303 80210'],
    ['a code without a street', 'Delivery to Denver, CO 80210'],
    ['a venue', 'Venue: Town Hall, 12 Mill Street, Denver, CO 80210'],
    ['whoever designed the site', 'Website designed by Loomly, 12 Mill Street, Denver, CO 80210'],
  ])('is not %s', (_trap, text) => {
    expect(factsOf({ '/': footer(`<p>${text}</p>`) }).postal_code).toBeUndefined()
  })

  test('is not the address of a customer', () => {
    const news =
      '<body><h2>Looms for the Hartley works</h2><p>The hall at 12 Mill Street, Denver, CO 80210 has new looms.</p><p>Call us: (303) 555-0100</p>'
    const filler = Array.from({ length: 30 }, (_, line) => `<p>Line ${line}</p>`).join('')
    expect(factsOf({ '/news/hartley': `${news}${filler}</body>` }).postal_code).toBeUndefined()
  })
})

describe('names', () => {
  const page = (title: string, head: string, foot = ''): string =>
    `<title>${title}</title><body><div>${head}</div><h1>${title.split(' ')[0]}</h1><p>We weave.</p><footer>${foot}</footer></body>`

  test.each([
    ['the link home', '<a href="/">Orrin Valley Weavers</a>', 'Looms – Orrin Valley Weavers', ''],
    [
      'a site title',
      '<p class="site-title">Orrin Valley Weavers</p>',
      'Looms',
      '© 2024 Orrin Valley Weavers. Hall: 12',
    ],
    [
      'a brand',
      '<a class="navbar-brand" href="/home">Orrin Valley Weavers</a>',
      'Looms',
      'Orrin Valley Weavers · 4 Mill Rd',
    ],
    [
      'a brand with a picture',
      '<a class="brand" title="Orrin Valley Weavers" href="/"><img src="l.svg" alt="Logo"></a>',
      'Looms | Orrin Valley Weavers',
      '',
    ],
  ])('are read from %s if another sign agrees', (_, head, title, foot) => {
    expect(factsOf({ '/': page(title, head, foot) }, 'ovw-looms.example').name).toBe('Orrin Valley Weavers')
  })

  test('are not read from the link home alone, nor from an entry of the menu', () => {
    const alone = page('Looms', '<a href="/">Orrin Valley Weavers</a>')
    const entry = page('Handmade Looms | Order', '<ul><li><a href="/">Handmade Looms</a></li></ul>')
    for (const html of [alone, entry]) expect(factsOf({ '/': html }, 'hartley.example').name).toBeUndefined()
  })

  const titled = (title: string, inner: string): string => `<title>${title}</title><body><p>Looms</p>${inner}</body>`

  test('are those that two signs agree on', () => {
    const html = titled(
      'Fine looms | Tarn Mill Weavers',
      '<footer>© 2019-2024 Tarn Mill Weavers Ltd. All rights reserved.</footer>',
    )
    expect(factsOf({ '/': html }, 'tmw-looms.example').name).toBe('Tarn Mill Weavers')
  })

  test('are not taken from a single sign', () => {
    const html = titled('Fine looms for everybody | Buy now', '')
    expect(factsOf({ '/': html, '/shop': html, '/terms': html }, 'hartley.example').name).toBeUndefined()
  })

  test('are not what only the titles share', () => {
    const pages = { '/': 'Fine looms', '/shop': 'Yarns', '/terms': 'Terms' }
    const html = Object.entries(pages).map(([path, title]) => [path, titled(`${title} | Best prices`, '')])
    expect(factsOf(Object.fromEntries(html) as Record<string, string>, 'hartley.example').name).toBeUndefined()
  })

  test('have the legal form given in the footer, and do not belong to anybody else', () => {
    const html = footer('© 2024 Tarnmill Ltd<br>Hosted by: Quickrack Ltd<br>Insurer: Sundhaven plc')
    expect(factsOf({ '/': html }).legal_name).toBe('Tarnmill Ltd')
    expect(factsOf({ '/': footer('Website by Loomly Ltd') }).legal_name).toBeUndefined()
  })
})

describe('the year of foundation', () => {
  test.each([
    ['we', 'We were founded in 1926 by two brothers.', 1926],
    ['its own name', 'Tarnmill has been weaving since 1931.', 1931],
    ['whoever founded it', 'Ada Quell and Bo Hartmere co-founded Tarnmill in 2004 with one loom.', 2004],
    ['a slogan', 'Quality looms. Established in April 1987', 1987],
    ['somebody’s career', 'Ada Quell joined us in 1999 and has been a member since 2001.', undefined],
    ['another house', 'The Hartley Dye Works was founded in 1850 and is our customer.', undefined],
    ['a customer of ours', 'Our customer Hartley has 9,000 employees and was founded in 1850.', undefined],
    ['what it came to be', 'Since 1990, Tarnmill has become a dealer of Hartley looms.', undefined],
    ['a holiday', 'The harvest festival was established in 1911.', undefined],
  ])('is that of the right subject: %s', (_subject, sentence, year) => {
    expect(factsOf({ '/': footer(''), '/about-us': `<body><p>${sentence}</p></body>` }).founded_year).toBe(year)
  })

  test('is unknown if sentences are years apart, whatever a slogan says', () => {
    const about =
      '<body><p>We were founded in 1975.</p><p>Our firm was established in 1969.</p><p>Since 1990 we weave.</p></body>'
    expect(factsOf({ '/': footer(''), '/about': about }).founded_year).toBeUndefined()
  })

  test('is that of the legal page if pages are years apart, and unknown without one', () => {
    const pages = {
      '/': '<body><p>We were founded in 1975.</p></body>',
      '/about': '<body><p>Tarnmill was established in 1962. Quality since 1980.</p></body>',
    }
    const imprint = '<body><p>Tarnmill was founded in 1969.</p></body>'
    expect(factsOf(pages).founded_year).toBeUndefined()
    expect(factsOf({ ...pages, '/impressum': imprint }).founded_year).toBe(1969)
  })

  test('is recognised by the words before a slogan', () => {
    const pages = {
      '/': '<body><p>Since 1995, we have sold looms.</p></body>',
      '/about': '<body><p>Tarnmill was established in 1994.</p></body>',
    }
    expect(factsOf(pages).founded_year).toBe(1994)
  })
})

describe('the number of employees', () => {
  test.each([
    ['we', 'We employ 120 people.', '51-200'],
    ['its own name', 'Tarnmill has 120 employees.', '51-200'],
    ['a team', 'We are a team of over 40 people.', '11-50'],
    ['a German team', 'Wir sind ein junges Team von rund 40 Leuten.', '11-50'],
    ['a French team', 'Nous sommes 40 personnes.', '11-50'],
    ['another house', 'Hartley has 9,000 employees.', undefined],
    ['whom it taught', 'We trained 300 people.', undefined],
    ['a part of it', 'A crew of 12 people runs the looms.', undefined],
  ])('is that of the right subject: %s', (_subject, sentence, headcount) => {
    expect(factsOf({ '/': footer(''), '/about-us': `<body><p>${sentence}</p></body>` }).headcount).toBe(headcount)
  })
})

describe('numbers', () => {
  test('of the only person on a contact page are those of the company if there is no other', () => {
    const contact = '<body><p>Ada Quell, Owner, 212-555-0140, <a href="mailto:ada.quell@tarnmill.example">write</a></p>'
    const phones = (more: string): unknown =>
      factsOf({ '/': footer(''), '/contact': `${contact}${more}</body>` }).phones
    expect(phones('')).toEqual(['+12125550140'])
    expect(phones('<h2>Office</h2><p>Phone: 212-555-0150</p>')).toEqual(['+12125550150'])
  })
})

describe('profiles', () => {
  test('keep the whole path, and never just the word before a number', () => {
    const links =
      '<a href="https://www.facebook.com/pages/Tarn-Mill/123456789">f</a><a href="https://twitter.com/#!/tarnmill">t</a>'
    expect(factsOf({ '/': footer(links) })).toMatchObject({ facebook: 'pages/Tarn-Mill/123456789' })
  })

  test.each(['event.php?eid=12345', 'groups/looms', 'pages/Looms', 'sharer.php?u=x'])('are not %s', (path) => {
    expect(factsOf({ '/': footer(`<a href="https://www.facebook.com/${path}">f</a>`) }).facebook).toBeUndefined()
  })
})

describe('profiles among others', () => {
  const link = (url: string): string => `<a href="https://www.${url}">Follow us</a>`

  test('are the ones that the name spells if there are several on a network', () => {
    const links = ['pixelforge', 'hartley.looms', 'adaquell'].map((name) => link(`facebook.com/${name}`)).join('')
    expect(factsOf({ '/': footer(links) }).facebook).toBe(undefined)
    expect(factsOf({ '/': footer(`${links}${link('facebook.com/TarnmillUK')}`) }).facebook).toBe('TarnmillUK')
    const companies = link('linkedin.com/company/pixelforge') + link('linkedin.com/company/tarnmill')
    expect(factsOf({ '/': footer(companies) }).linkedin).toBe('company/tarnmill')
  })

  test('are accepted as the only one if the link is not named after somebody else', () => {
    const called = (text: string): string => footer(`<a href="https://www.instagram.com/weaving_daily">${text}</a>`)
    for (const text of ['Follow us', 'Instagram', '<img src="i.png" alt="">'])
      expect(factsOf({ '/': called(text) }).instagram).toBe('weaving_daily')
    for (const text of ['Pixel Forge', 'Ada Quell on Instagram'])
      expect(factsOf({ '/': called(text) }).instagram).toBe(undefined)
  })
})

describe("profiles that only seem to be the company's", () => {
  const NONE = [undefined, undefined]
  const profilesIn = (html: string): unknown[] => {
    const { facebook, twitter } = factsOf({ '/': `<title>Tarnmill</title><body><h1>Our team</h1>${html}</body>` })
    return [facebook, twitter]
  }

  test("belong to the site's maker, a template, or a network", () => {
    const credit = '<footer>Design by <a href="https://hartley.test">Hartley</a> '
    expect(profilesIn(`${credit}<a href="https://twitter.com/hartley"><img src="t.png"></a></footer>`)).toEqual(NONE)
    const made = [
      'Sviluppato da',
      'Diseño web por',
      'Création du site par',
      'Ontworpen door',
      'Producerad av',
      'Tvorba webu',
      'Webdesign:',
    ]
    for (const words of made) {
      const link = '<a href="https://twitter.com/hartley"><img src="t.png"></a>'
      expect(profilesIn(`<footer>${words} Hartley ${link}</footer>`), words).toEqual(NONE)
    }
    const links = (name: string): string =>
      `<a href="https://www.facebook.com/${name}">Facebook</a> <a href="https://twitter.com/${name}">Twitter</a>`
    for (const name of ['wix', 'yourpage', 'username']) expect(profilesIn(links(name))).toEqual(NONE)
    expect(profilesIn('<a href="https://www.facebook.com/facebook">Facebook</a>')).toEqual(NONE)
    expect(profilesIn(links('weaving'))).toEqual(['weaving', 'weaving'])
  })

  test('belong to a person the page presents, or to somebody named in a sidebar', () => {
    const owner = '<p>Ada Quell, Managing Director</p><a href="https://www.facebook.com/ada.quell">Facebook</a>'
    expect(profilesIn(owner)).toEqual(NONE)
    const tweet = '<div class="sidebar">RT <a href="https://twitter.com/hartley">@Hartley</a>: New looms!</div>'
    expect(profilesIn(tweet)).toEqual(NONE)
  })
})

describe('details of names and profiles', () => {
  const holdersIn = (line: string): readonly string[] | undefined => {
    const page = { url: 'https://tarnmill.example/', html: footer(line), domain: 'tarnmill.example' }
    return pageCompany(readablePage(page), extractPage(page, OPTIONS), 2026, null).signs?.copyrights
  }

  test('an initial does not end the name in a copyright line', () => {
    expect(holdersIn('© 2024 John W. Callowen. All rights reserved.')).toEqual(['John W. Callowen'])
  })

  test('the word copyright is not the holder of one', () => {
    expect(holdersIn('© Copyright, ')).toEqual([])
  })

  test('the path of a profile can be a fragment', () => {
    const page =
      '<title>Tarnmill</title><body><p>We weave.</p><a href="http://twitter.com/#%21/tarnmill">Twitter</a></body>'
    expect(factsOf({ '/': page })).toMatchObject({ twitter: 'tarnmill' })
  })
})

describe('a club', () => {
  const club = (story: string): string =>
    `<html lang="de"><title>Über uns | Reitverein Tarnmill e.V.</title><body><h1>Über uns</h1><p>${story}</p>` +
    '<footer>© 2026 Reitverein Tarnmill e.V.</footer></body></html>'

  test('is what its own kind of house means on its pages', () => {
    const founded = (story: string): unknown => factsOf({ '/ueber-uns': club(story) }).founded_year
    expect(founded('Der Verein wurde 1968 gegründet.')).toBe(1968)
    expect(founded('Die Kirche wurde 1750 gegründet.')).toBeUndefined()
  })
})

describe('the numbers of the house', () => {
  const start = (body: string, foot: string): Record<string, string> => ({
    '/': `<html lang="fr"><title>Tarnmill</title><body><h1>Tissage</h1>${body}<footer>${foot}</footer></body></html>`,
  })

  test('are those of the foot of the start page where no page tells of them', () => {
    const pages = start(
      '<p>Notre partenaire : Tél. 04 67 55 50 13</p>'.repeat(1) + '<p>Tissus.</p>'.repeat(20),
      'Tél. 04 67 55 50 12',
    )
    expect(factsOf(pages, 'tarnmill.fr').phones).toEqual(['+33467555012'])
  })

  test('are those of the contact page, whatever feet say', () => {
    const pages = {
      ...start('', 'Tél. 04 67 55 50 12'),
      '/contact': '<html lang="fr"><title>Contact</title><body><p>Tél. 04 67 55 50 14</p></body></html>',
    }
    expect(factsOf(pages, 'tarnmill.fr').phones).toEqual(['+33467555014'])
  })
})
