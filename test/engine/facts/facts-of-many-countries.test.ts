import { describe, expect, test } from 'vitest'
import { factsOf } from './facts-of.ts'

/** A start page in a language, with a sentence about the house above its address. */
const page = (language: string, story: string, address: string): Record<string, string> => ({
  '/': `<html lang="${language}"><title>Tarnmill</title><body><h1>Tarnmill</h1><p>${story}</p>
    <footer><p>${address}</p><p>© Tarnmill</p></footer></body></html>`,
})

const short = ({ street_address, city, postal_code, country }: ReturnType<typeof factsOf>): string =>
  [street_address, city, postal_code, country].join(' | ')

describe('an address', () => {
  test.each([
    ['350 5th Avenue, New York, NY 10118', '350 5th Avenue | New York | 10118 | US'],
    ['25 E. 10th St., 2nd Fl.<br>New York, N.Y. 10003', '25 E. 10th St, 2nd Fl | New York | 10003 | US'],
    ['88 Broad St<br>Boston, Mass. 02110', '88 Broad St | Boston | 02110 | US'],
    ['12½ Elm St, Dover, DE 19901', '12½ Elm St | Dover | 19901 | US'],
    ['Located at 400 Weir Street in Dover, DE 19901', '400 Weir Street | Dover | 19901 | US'],
    [
      'Mailing Address: P.O. Box 12, Dover, DE 19903 Physical Address: 400 Weir St, Dover, DE 19901',
      '400 Weir St | Dover | 19901 | US',
    ],
    ['RR 2 Box 45, Stowe, VT 05672', 'RR 2 Box 45 | Stowe | 05672 | US'],
    ['1500 Broadway, NY, NY 10036', '1500 Broadway | New York | 10036 | US'],
    ['1200-555 West Weir Street<br>Vancouver, BC, V6B 4N6', '1200-555 West Weir Street | Vancouver | V6B 4N6 | CA'],
    [
      '3575, boul. Haut, bureau 600, Montréal (Québec) H2X 2T7',
      '3575, boul. Haut, bureau 600 | Montréal | H2X 2T7 | CA',
    ],
    ['Harbour Road, Oban, Argyll PA34 4HX Scotland', 'Harbour Road | Oban | PA34 4HX | GB'],
    ['6 Shore Road, Holywood, Co. Down, BT18 9HX', '6 Shore Road | Holywood | BT18 9HX | GB'],
    ['B-14, Sector 63, Noida, Uttar Pradesh 201301', 'B-14, Sector 63 | Noida | 201301 | IN'],
    ['No. 12, Alta Salai, Chennai - 600 002, Tamil Nadu', 'No. 12, Alta Salai | Chennai | 600002 | IN'],
    ['No. 12, Alta Salai, Chennai, Tamil Nadu, India 600002', 'No. 12, Alta Salai | Chennai | 600002 | IN'],
    ['Ringwall 69, Köln, Germany, 50668', 'Ringwall 69 | Köln | 50668 | DE'],
    ['〒545-0021 大阪市阿倍野区上町3-8-26', '上町3-8-26 | 大阪市阿倍野区 | 545-0021 | JP'],
    [
      '〒４２５－００３３<br>静岡県焼津市上町２丁目１２－１２ TEL 054-555-0142',
      '上町2丁目12-12 | 焼津市 | 425-0033 | JP',
    ],
    ['639-1007 奈良県大和郡山市上郡山町1番地', '上郡山町1番地 | 大和郡山市 | 639-1007 | JP'],
    ['〒510-0001 三重県四日市市上町1-2', '上町1-2 | 四日市市 | 510-0001 | JP'],
    ['Straße des 17. Juni 135, 10623 Berlin, Germany', 'Straße des 17. Juni 135 | Berlin | 10623 | DE'],
    ['Viale Alto, 22/A - 00144 Roma RM, Italia', 'Viale Alto, 22/A | Roma | 00144 | IT'],
    ['Calle Mayor, s/n. 50001 Zaragoza, España', 'Calle Mayor, s/n | Zaragoza | 50001 | ES'],
    ['Rua Alta, n.º 245 - 3.º Esq., 1250-143 Lisboa', 'Rua Alta, n.º 245, 3.º Esq | Lisboa | 1250-143 | PT'],
    ['Rua Alta, 1234 – Sala 502<br>80060-000 – Curitiba – PR', 'Rua Alta, 1234, Sala 502 | Curitiba | 80060-000 | BR'],
    ['Av. Alta 1234, piso 5, C1043AAZ Buenos Aires', 'Av. Alta 1234, piso 5 | Buenos Aires | C1043AAZ | AR'],
    ['Altos 835, oficina 1201, 8320176 Santiago, Chile', 'Altos 835, oficina 1201 | Santiago | 8320176 | CL'],
    ['Carrera 7 # 71-21, Bogotá 110231, Colombia', 'Carrera 7 # 71-21 | Bogotá | 110231 | CO'],
    ['10 Fern Road #20-05 Singapore 079903', '10 Fern Road #20-05 | Singapore | 079903 | SG'],
    ['Vinohradní 12/34, 120 00 Praha 2, Czechia', 'Vinohradní 12/34 | Praha | 120 00 | CZ'],
    ['Hauptplatz 7 / Top 4, 8010 Graz, Österreich', 'Hauptplatz 7 / Top 4 | Graz | 8010 | AT'],
    ['Ringstr. 5 a, D - 86911 Dießen am Ammersee, Germany', 'Ringstr. 5 a | Dießen am Ammersee | 86911 | DE'],
    ['Unit 12 / 45-49 Weir Street, Southport QLD 4215', 'Unit 12 / 45-49 Weir Street | Southport | 4215 | AU'],
    ['Plot 7, Weir Ind. Est., Nelson, Lancs BB9 6RT', 'Plot 7, Weir Ind. Est | Nelson | BB9 6RT | GB'],
    ['BP 45 – 67402 Illkirch Cedex, France', 'BP 45 | Illkirch | 67402 | FR'],
  ])('%s', (address, wanted) => {
    expect(short(factsOf(page('en', 'We weave.', address)))).toBe(wanted)
  })

  test.each([
    ['D02 XE80 alone', 'Unit 3, Docklands Business Park, Dublin 2, D02 XE80', 'ie', 'Dublin 2 | D02 XE80 | IE'],
    ['behind a county', 'Bridge Street<br>Ballinrobe<br>Co. Mayo<br>F31 KX57', 'ie', 'Ballinrobe | F31 KX57 | IE'],
    ['a floor behind the house', '1051 Budapest, Nádor u. 11. II/5.', 'hu', 'Budapest | 1051 | HU'],
    ['a flat behind the house', 'Atatürk Cad. No: 45 Kat: 3, 34742 Kadıköy / İstanbul', 'tr', 'Kadıköy | 34742 | TR'],
    ['a floor in letters', 'Keizersgracht 123-II, 1015 CJ Amsterdam', 'nl', 'Amsterdam | 1015 CJ | NL'],
  ])('of its own country: %s', (_form, address, suffix, wanted) => {
    const facts = factsOf(page('en', 'We weave.', address), `tarnmill.${suffix}`)
    expect(short(facts).split(' | ').slice(1).join(' | ')).toBe(wanted)
  })

  test.each([
    ['en', 'In business since 1985', '12 Weir Street<br>Dover, DE 19901', '12 Weir Street'],
    ['en', 'Tarnmill has been family run since 1911', '1420 14th Street NW, Dover, DE 19901', '1420 14th Street NW'],
    ['en', '3 generations of weavers', '12 Weir Street<br>Dover, DE 19901', '12 Weir Street'],
    ['en', 'Trusted by over 3000', '12 Weir Street<br>Dover, DE 19901', '12 Weir Street'],
    ['de', 'Gegründet wurde Tarnmill 1899', 'Lange Straße 45, 70174 Stuttgart', 'Lange Straße 45'],
    ['fr', "L'entreprise a été fondée en 1963", 'Rue du Lac 14, 1003 Lausanne', 'Rue du Lac 14'],
    ['sv', 'Företaget grundades 1987', 'Box 123, 401 22 Göteborg', 'Box 123'],
  ])('has nothing of the sentence above it (%s: %s)', (language, story, address, street) => {
    expect(factsOf(page(language, story, address)).street_address).toBe(street)
  })

  test.each([
    ['en', '18 Weir St, Dover, DE 19901 <a href="/map">Get directions</a>', 'Dover | 19901 | US'],
    ['en', '18 Weir St, Dover, DE 19901 (<a href="/map">map</a>)', 'Dover | 19901 | US'],
    ['en', '18 Weir St, Dover, DE 19901 <a href="https://facebook.com/x">Facebook</a>', 'Dover | 19901 | US'],
    ['en', 'Our looms at 18 Weir St, Dover, DE 19901 are shown daily.', 'Dover | 19901 | US'],
    ['en', '14 Castle Street, Bristol, BS1 3XD <a href="/x">Find us</a>', 'Bristol | BS1 3XD | GB'],
    ['de', 'Ringstr. 5, 10623 Berlin <a href="/x">Anfahrt</a>', 'Berlin | 10623 | DE'],
    ['de', 'Ringstr. 5, DE 10623 Berlin', 'Berlin | 10623 | DE'],
    ['en', 'Via Alta 5, IT-00144 Roma', 'Roma | 00144 | IT'],
    ['en', 'Brīvības iela 5, LV-1010 Rīga', 'Rīga | LV-1010 | LV'],
  ])('ends where a link or the rest of a sentence begins (%s: %s)', (language, address, wanted) => {
    const facts = factsOf(page(language, 'We weave.', address))
    expect(short(facts).split(' | ').slice(1).join(' | ')).toBe(wanted)
  })

  test('has a house number like a year, a street above a quarter, and a park above a street', () => {
    const streetOf = (address: string) => factsOf(page('en', 'We weave.', address)).street_address
    expect(streetOf('Avenida Alta 1934, 03940 Ciudad de México, México')).toBe('Avenida Alta 1934')
    expect(streetOf('295 Eastern Avenue<br>Gants Hill<br>Ilford<br>Essex<br>IG2 6NT')).toBe(
      '295 Eastern Avenue, Gants Hill',
    )
    expect(streetOf('Gewerbepark Nord 7<br>Hauptstr. 12<br>10623 Berlin, Germany')).toBe(
      'Gewerbepark Nord 7, Hauptstr. 12',
    )
    expect(streetOf('Weir Yard Limited, 12 Low Lane, Ilford, IG2 6NT')).toBe('12 Low Lane')
  })
})

describe('the founding year', () => {
  test.each([
    ['The bakery was founded in 1961 by two sisters.', 1961],
    ['Byrån grundades 2008 av två systrar.', 2008],
    ['Das Büro wurde 1992 gegründet.', 1992],
    ["L'agriturismo è nato nel 1997.", 1997],
    ['A borászatot 1999-ben alapítottuk.', 1999],
    ['Viešbutis įkurtas 2011 metais.', 2011],
    ['Podjetje je bilo ustanovljeno leta 1996.', 1996],
    ['Компанія заснована у 2009 році.', 2009],
    ['The Hartley Dye Works was founded in 1850.', undefined],
    ['The village was founded in 1250.', undefined],
    ['Die Stadt wurde 1250 gegründet.', undefined],
    ['È nato nel 1970.', undefined],
    ['Staden grundades 1621.', undefined],
    ['Şehir 1326 yılında kuruldu.', undefined],
    ['He was born in 1970 and founded in 1990 a choir.', undefined],
    ['Our partner Hartley was founded in 1850.', undefined],
  ])('is that of the house which a page about it does not name: %s', (story, year) => {
    const about = `<title>About us</title><body><p>${story}</p></body>`
    expect(factsOf({ '/': '<title>Tarnmill</title>', '/about-us': about }).founded_year).toBe(year)
  })

  test.each([
    ['Weavers in Dover since 1996', 1996],
    ['Tu taller en Bilbao desde 1996', 1996],
    ['Mayor Ada Quell since 2015', undefined],
    ['Certified by the guild since 2004', undefined],
  ])('is that of the headline of the start page: %s', (line, year) => {
    expect(factsOf({ '/': `<title>Tarnmill</title><body><h1>${line}</h1></body>` }).founded_year).toBe(year)
  })

  test.each([
    ['en', 'Tarnmill was set up in 2016 by two brothers.', 2016],
    ['en', 'Paddling the bay since 1993', 1993],
    ['de', 'Unsere Weberei wurde 1848 gegründet.', 1848],
    ['de', 'Die Tarnmill AG wurde 1974 von Hans Quell gegründet.', 1974],
    ['fr', 'Créée en 1998, notre société compte 12 salariés.', 1998],
    ['fr', 'Artisans tisserands depuis 1986.', 1986],
    ['es', 'Nuestra empresa nace en 1988.', 1988],
    ['es', 'Tarnmill inició sus actividades en 1982.', 1982],
    ['it', "L'azienda nasce nel 1974.", 1974],
    ['pt', 'A empresa nasceu em 1995.', 1995],
    ['nl', 'Sinds 1923 een familiebedrijf.', 1923],
    ['da', 'Virksomheden blev grundlagt i 1949.', 1949],
    ['no', 'Bedriften ble stiftet i 1936.', 1936],
    ['sv', 'Företaget grundades 1987.', 1987],
    ['fi', 'Yritys on perustettu vuonna 1983.', 1983],
    ['pl', 'Działamy od 1989 roku.', 1989],
    ['cs', 'Společnost byla založena v roce 1990.', 1990],
    ['hu', 'Cégünk 1992-ben alakult.', 1992],
    ['hu', 'Alapítva 1899', 1899],
    ['cs', 'Na trhu jsme od roku 1994.', 1994],
    ['en', 'A family firm founded in 1949', 1949],
    ['ro', 'Compania a fost înființată în anul 1996.', 1996],
    ['tr', '1976 yılında kurulan Tarnmill, kumaş üretir.', 1976],
    ['el', 'Η εταιρεία ιδρύθηκε το 1998.', 1998],
    ['en', 'We opened our second shop in 2010.', undefined],
    ['en', 'The Clean Water Act was established in 1972.', undefined],
    ['de', 'Unser Geschäftsführer ist seit 2005 im Unternehmen.', undefined],
    ['de', 'Wir haben 2015 einen neuen Standort eröffnet.', undefined],
    ['fr', 'Notre chef est né en 1975 à Lyon.', undefined],
    ['it', 'Maria Quell, nata nel 1970, dirige il laboratorio.', undefined],
    ['sv', 'Staden grundades 1621.', undefined],
    ['tr', 'Şehir 1326 yılında kuruldu.', undefined],
    ['en', 'I started the business in 2014.', 2014],
    ['ja', '設立 2012年4月', 2012],
    ['ja', '会社設立日</p><p>令和6年12月27日', 2024],
    ['en', 'We have woven here since 1 August 2017.', 2017],
    ['en', 'We opened the Wharf Yard workshop in 2016.', undefined],
    ['es', 'Nuestra empresa fue creada el 12 de noviembre de 1997.', 1997],
    ['de', 'Am 30.11.1993 gründeten wir die Weberei.', 1993],
    ['en', 'Our company was founded on March 12, 1987.', 1987],
    ['de', 'Wir haben 24 Webstühle und 1997 Kunden.', undefined],
  ])('in %s: %s', (language, story, year) => {
    expect(factsOf(page(language, story, '')).founded_year).toBe(year)
  })
})

test.each([
  ['Tarnmill, S.A. de C.V.', 'Tarnmill, S.A. de C.V.'],
  ['© 2026 Tarnmill Corporation', 'Tarnmill Corporation'],
  ['SC Tarnmill SRL, CUI RO15123456', 'SC Tarnmill SRL'],
  ['Éditeur : SARL Tarnmill au capital de 8 000 €', 'SARL Tarnmill'],
  ['Tarnmill GmbH & Co. KG', 'Tarnmill GmbH & Co. KG'],
  ['Tessitura Tarnmill s.n.c. - Via Garibaldi 41', 'Tessitura Tarnmill s.n.c.'],
  ['Titular: TARNMILL TEJIDOS S.L.P., CIF B95123456', 'TARNMILL TEJIDOS S.L.P.'],
  ['Υφαντουργία Tarnmill Α.Ε.', 'Υφαντουργία Tarnmill Α.Ε.'],
  ['UAB „Tarnmill audiniai“', 'UAB „Tarnmill audiniai“'],
  ['© 2026 Tarnmill Franchising, Inc.', undefined],
  ['© 2025 Tarnmill sp. z o.o.', 'Tarnmill sp. z o.o.'],
  ['Copyright © 2016 Tarnmill Nowak Spółka Jawna', 'Tarnmill Nowak Spółka Jawna'],
  ['© 2026 Tarnmill vzw · Privacy', 'Tarnmill vzw'],
  ['Contatti — Tarnmill Srl', 'Tarnmill Srl'],
])('the legal name of %s is %s', (line, name) => {
  expect(factsOf(page('en', 'We weave.', line)).legal_name).toBe(name)
})

test.each([
  ['会社概要 | タルン', '<tr><td>会社名</td><td>株式会社タルン織物</td></tr>', '株式会社タルン織物'],
  ['特定商取引法に基づく表記', '<tr><td>販売事業者：合同会社タルン</td></tr>', '合同会社タルン'],
  ['회사소개', '<tr><td>상호명</td><td>주식회사 타른</td></tr>', '주식회사 타른'],
  ['Mentions légales', '<tr><td>Raison sociale : Quillon Tissages SARL</td></tr>', 'Quillon Tissages SARL'],
  ['会社概要', '<tr><td>取引先</td><td>株式会社ベルク</td></tr>', undefined],
])('on the page %s, the label tells the legal name', (title, row, name) => {
  const html = `<html><title>${title}</title><body><table>${row}</table><p>〒425-0033 静岡県焼津市上町1-2</p></body></html>`
  const facts = factsOf({ '/gaiyou.html': html })
  expect(facts.legal_name ?? undefined).toBe(name)
})

test('a page in letters of the Far East tells by its title that it is about the house', () => {
  const html = '<title>会社概要 | タルン</title><p>〒425-0033 静岡県焼津市上町1-2</p><p>TEL 054-555-0142</p>'
  expect(short(factsOf({ '/gaiyou.html': html }))).toBe('上町1-2 | 焼津市 | 425-0033 | JP')
})

describe('addresses of others on legal and contact pages', () => {
  const german = '<p>Tarnmill GmbH<br>Am Mühlbach 7a<br>79098 Freiburg im Breisgau</p>'
  const french = '<p>Tarnmill SARL<br>8 bis rue du Port<br>29900 Concarneau</p>'
  const english = '<p>Tarnmill Ltd<br>9 Quarry Road<br>Leeds LS1 4AP</p>'
  const dutch = '<p>Tarnmill B.V.<br>Oude Singel 14<br>2312 RA Leiden</p>'

  test.each([
    ['de', '/impressum', german, '<p>Berufshaftpflicht: Alpina AG, Ringstraße 1, 80331 München</p>'],
    ['de', '/impressum', german, '<h3>Versicherung</h3><p>Nordlicht<br>Deichweg 3<br>20095 Hamburg</p>'],
    ['de', '/impressum', german, '<p>Rechtsanwaltskammer Köln<br>Riehler Straße 30<br>50668 Köln</p>'],
    ['de', '/impressum', german, '<p>Verbraucherschlichtungsstelle<br>Deichweg 8<br>77694 Kehl</p>'],
    ['de', '/impressum', german, '<p>Hausgut KG<br>Gartenweg 2<br>04109 Leipzig</p>'],
    ['fr', '/mentions-legales', french, '<p>Assureur : Alpina, 12 rue Haute, 92727 Nanterre</p>'],
    ['en', '/contact', english, '<h3>Complaints</h3><p>Ombudsman<br>2 Exchange Street<br>London E14 9SR</p>'],
    ['en', '/contact', english, '<p>Ledger LLP<br>2 Bridge Street<br>York YO1 6DD</p>'],
    ['nl', '/contact', dutch, '<p>Verzekeraar: Alpina, Dam 8, 1012 NP Amsterdam</p>'],
  ])('are no offices, before that of the house or behind it: %s %s', (language, path, own, other) => {
    const page = (body: string) => `<html lang="${language}"><title>Tarnmill</title><body><main>${body}</main></body>`
    const town = (body: string) => {
      const { city, other_locations: others } = factsOf({ '/': page('<h1>Tarnmill</h1>'), [path]: page(body) })
      return { city, others: others ?? [] }
    }
    const alone = town(own)
    expect(alone.others).toEqual([])
    expect([own + other, other + own].map(town)).toEqual([alone, alone])
  })

  test.each(['Chartered Accountants', 'Independent Insurance Brokers'])(
    'but %s may be what the house does',
    (trade) => {
      const contact = `<html lang="en"><title>Contact</title><p>${trade}<br>2 Bridge Street<br>York YO1 6DD</p>`
      expect(factsOf({ '/contact': contact })).toMatchObject({ city: 'York', postal_code: 'YO1 6DD' })
    },
  )

  test('but an insurer has its own, and a house may have several', () => {
    const page = (body: string) => `<html lang="de"><title>Tarnmill</title><body><main>${body}</main></body>`
    const insurer = german.replace('GmbH', 'Versicherungsmakler GmbH')
    const branch = '<p>Tarnmill Nord GmbH<br>Deichweg 3<br>20095 Hamburg</p>'
    expect(factsOf({ '/impressum': page(insurer + branch) })).toMatchObject({
      city: 'Freiburg im Breisgau',
      other_locations: [{ city: 'Hamburg' }],
    })
  })
})
