import { describe, expect, test } from 'vitest'
import type { KnownNames } from '../../../src/engine/discover/known-companies.ts'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { CompanyFilters, Place } from '../../../src/lib/companies/company-filters.ts'
import { listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
/** The filters without topics, which repeat the same: those are tested in query-topics.test.ts. */
function filtersOf(text: string): CompanyFilters {
  const { topics: _again, ...filters } = parseQuery(text, NOW).filters
  return filters
}

const placeText = ({ continent, business_region: region, country, state, subdivision, city }: Place): string =>
  continent ?? region ?? [subdivision ?? country, state, city].filter((part) => part !== undefined).join('/')

/** Returns included places, then excluded ones with a minus. */
function placesOf(text: string): string {
  const { include = [], exclude = [] } = filtersOf(text).headquarters_location ?? {}
  return [...include.map(placeText), ...exclude.map((place) => `-${placeText(place)}`)].join(' | ')
}

describe('locations of companies', () => {
  test.each<[string, string]>([
    ['fintechs in Germany', 'DE'],
    ['Brazilian logistics startups', 'BR'],
    ['startups in the Netherlands and Belgium', 'NL | BE'],
    ['Zurich-based insurtech', 'CH/Zürich'],
    ['biotech in Cambridge, MA', 'US/MA/Cambridge'],
    ['biotech in Cambridge UK', 'GB/Cambridge'],
    ['software companies in Paris, Texas', 'US/TX/Paris'],
    ['breweries in Portland, Oregon', 'US/OR/Portland'],
    ['solar companies in Texas and California', 'US/TX | US/CA'],
    ['companies in Georgia', 'GE'],
    ['companies in Georgia or Texas', 'US/GA | US/TX'],
    ['banks in Venezuela, mostly in Valencia', 'VE/Valencia'],
    ['agencies in springfield', 'US/MO/Springfield'],
    ['Georgian wineries', 'GE'],
    ['NGOs in Geneva', 'CH/Geneva'],
    ['SaaS in NYC', 'US/NY/New York'],
    ['ai startups in sf', 'US/CA/San Francisco'],
    ['tech companies in us', 'US'],
    ['US based proptech', 'US'],
    ['tell us about fintechs in Spain', 'ES'],
    ['LatAm neobanks', 'LATAM'],
    ['EMEA resellers', 'EMEA'],
    ['Baltic startups', 'EE | LT | LV'],
    ['startups in Berlin, Munich and Hamburg', 'DE/Berlin | DE/Munich | DE/Hamburg'],
    ['Boston or San Francisco based AI companies', 'US/MA/Boston | US/CA/San Francisco'],
    ['European startups in Berlin', 'DE/Berlin'],
    ['Europe and the US', 'Europe | US'],
    ['the Nordics except Norway', 'DK | FI | IS | NO | SE | -NO'],
    ['non-European AI companies', '-Europe'],
    ['European but non-UK fintech', 'Europe | -GB'],
    ['companies in Asia excluding China and India', 'Asia | -CN | -IN'],
    ['logistics companies that are not in China', '-CN'],
    ['semiconductors in Taiwan except Taipei', 'TW | -TW/Taipei'],
    ['everywhere except China', '-CN'],
    ['US companies expanding into Europe', 'US'],
    ['Indian SaaS serving US customers', 'IN'],
    ['Japanese robotics firms selling into China', 'JP'],
    ['startups backed by German investors', ''],
    ['startups in Reading', 'GB/Reading'],
    ['good reading apps', ''],
    ['nice startups in Berlin', 'DE/Berlin'],
    ['software makers in Nice', 'FR/Nice'],
    ['turkey farms in Minnesota', 'US/MN'],
    ['nail polish brands in France', 'FR'],
    ['Quebec AI company', 'CA-QC'],
    ['agencies in Quebec City', 'CA/Québec'],
    ['wineries in Tuscany', 'IT-52'],
    ['Whisky aus Schottland', 'GB-SCT'],
    ['banks in the canton of Zurich', 'CH-ZH'],
    ['mills in Gujarat or Tamil Nadu', 'IN-GJ | IN-TN'],
    ['entreprises en Bretagne, sauf Rennes', 'FR-BRE | -FR/Rennes'],
    ['saas in ontario, not toronto', 'CA-ON | -CA/Toronto'],
    ['printers in Munich, Bavaria', 'DE/Munich'],
    ['Bavarian printers in Munich', 'DE/Munich'],
    ['law firms in Münster', 'DE/Münster'],
    ['dairies in Munster', 'IE-M'],
    ['engineering firms st paul mn', 'US/MN/Saint Paul'],
    ['startups in Paris Texas', 'US/TX/Paris'],
    ['nj based wholesalers', 'US/NJ'],
    ['law firms in München', 'DE/Munich'],
    ['companies in DC', 'US/DC'],
    ['IT companies in TX', 'US/TX'],
    ['Bavarian automotive suppliers', 'DE-BY'],
    ['clinics in or near Lyon', 'FR/Lyon'],
    ['agencies in Ho Chi Minh City', 'VN/Ho Chi Minh City'],
    ['hotels in Mallorca', 'ES-IB'],
    ['banks in the GCC', 'AE | BH | KW | OM | QA | SA'],
  ])('%s', (text, expected) => {
    expect(placesOf(text)).toBe(expected)
  })
})

describe('places whose boundaries are in no list', () => {
  test.each([
    ['breweries in Franconia', 'DE-BY', [{ said: 'Franconia', to: 'DE-BY' }]],
    ['car suppliers in the ruhr area', 'DE-NW', [{ said: 'ruhr area', to: 'DE-NW' }]],
    ['hoteles en Mallorca', 'ES-IB', [{ said: 'Mallorca', to: 'ES-IB' }]],
    ['machine builders in Southern Germany', 'DE', [{ said: 'Southern Germany', to: 'DE' }]],
    ['bakers in Bavaria', 'DE-BY', []],
  ])('%s: %s, with a note', (text, places, widened) => {
    expect([placesOf(text), parseQuery(text, NOW).widened]).toEqual([places, widened])
  })
})

test('cities named like ordinary words do not count without a word such as "in"', () => {
  const words = (['word-cities', 'ordinary-cities'] as const).flatMap((name) =>
    listLines(placeFile(name)).flatMap((line) => line.split(' ')),
  )
  const taken = words.flatMap((word) =>
    [`${word} software`, `${word} agencies in france`, `companies that do ${word}`].filter((text) =>
      filtersOf(text).headquarters_location?.include?.some(({ city }) => city !== undefined),
    ),
  )
  expect([words.length > 100, taken]).toEqual([true, []])
  expect(placesOf('agencies in shanghai')).toBe('CN/Shanghai')
})

describe('mistyped places', () => {
  test.each([
    ['cybersec firms in isreal', 'IL', [['isreal', 'Israel']]],
    ['agencies in virgina', 'US/VA', [['virgina', 'Virginia']]],
    ['insurance brokers in philadelfia', 'US/PA/Philadelphia', [['philadelfia', 'Philadelphia']]],
    ['biotech in cambrige uk', 'GB/Cambridge', [['cambrige', 'Cambridge']]],
    ['restaurants à Marsielle', 'FR/Marseille', [['Marsielle', 'Marseille']]],
    ['banks in the netherlnds', 'NL', [['netherlnds', 'Netherlands']]],
    ['bakeries in Franconai', 'DE-BY', [['Franconai', 'Franconia']]],
  ])('%s: %s, with a note', (text, places, corrected) => {
    expect(placesOf(text)).toBe(places)
    expect(parseQuery(text, NOW).corrected.map(({ said, read_as }) => [said, read_as])).toEqual(corrected)
  })

  test.each([
    ['biotehc startups in Leeds', 'biotech', { industry: { include: ['Biotechnology Research'] } }],
    ['Resturants in Ghent', 'restaurants', { industry: { include: ['Restaurants'] } }],
    ['insurence brokers in Leeds', 'insurance', { industry: { include: ['Insurance Agencies and Brokerages'] } }],
    ['cmpanies in Leeds', 'companies', {}],
    ['companies simlar to Larkmoor', 'similar', { similar_to: { name: 'Larkmoor' } }],
  ])('and mistyped words of trades are corrected: %s', (text, meant, filters) => {
    expect(parseQuery(text, NOW).corrected.map(({ read_as }) => read_as)).toEqual([meant])
    expect(filtersOf(text)).toMatchObject(filters)
  })

  test.each(['SEMIRON', 'makers of kelp and whelk', 'Softwerk in Berlin', 'Brauereien in Köln'])(
    'keep names and unknown words as they are: %s',
    (text) => {
      expect(parseQuery(text, NOW).corrected).toEqual([])
    },
  )

  test.each([
    'companies in general',
    'companies in transition',
    'firms in finance and growth',
    'startups in stealth',
    'leaders in change management',
    'companies that make isreal',
    'teams in motion, from scratch',
    'spending in chips',
  ])('do not include ordinary words: %s', (text) => {
    expect([parseQuery(text, NOW).corrected, placesOf(text)]).toEqual([[], ''])
  })
})

describe('parts of a question that do not describe the companies', () => {
  test.each<[string, string[]]>([
    ['find me prospects for my payroll software: uk restaurants with 20-200 staff', ['payroll software']],
    ['i sell forklifts: warehouses in rotterdam', ['forklifts']],
    ['we sell toner to law firms in Leeds', ['toner']],
    ['who would buy a scheduling tool, dentists in Ohio', ['a scheduling tool']],
    ['marketing teams at banks in Austin', ['marketing teams']],
    ['law firms in Chicago with 80 attorneys', ['80 attorneys']],
    ['credit unions with under 300m in deposits', ['300m in deposits']],
    ['fortune 500 retailers', ['fortune 500']],
    ['banks with a free trial', ['free trial']],
    ['startups that have not raised yet in Denmark', ['not raised']],
  ])('are reported, and not required of companies: %s', (text, left) => {
    const { filters, notUnderstood } = parseQuery(text, NOW)
    const demanded = [...(filters.keywords?.include ?? []), ...(filters.industry?.include ?? [])]
      .join(' ')
      .toLowerCase()
    expect(notUnderstood).toEqual(left)
    for (const word of [
      'payroll',
      'forklift',
      'toner',
      'scheduling',
      'marketing',
      'attorney',
      'deposit',
      'fortune',
      'trial',
    ])
      expect(demanded).not.toContain(word)
  })
})

describe('words in other languages, and short forms', () => {
  test.each<[string, CompanyFilters]>([
    [
      'Pflegedienste in NRW ab 50 Beschäftigte',
      {
        headquarters_location: { include: [{ country: 'DE', subdivision: 'DE-NW' }] },
        headcount: ['51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
      },
    ],
    [
      'börsennotierte Banken in Österreich',
      { headquarters_location: { include: [{ country: 'AT' }] }, company_type: { include: ['public company'] } },
    ],
    ['startups that have not raised yet in Denmark', { headquarters_location: { include: [{ country: 'DK' }] } }],
    ['govt agencies in Ohio', { company_type: { include: ['government agency'] } }],
    ['cos in Ohio, 200-1000 emp', { headcount: ['201-500', '501-1000'] }],
    ['online shops with yearly sales, Netherlands', { headquarters_location: { include: [{ country: 'NL' }] } }],
  ])('%s', (text, expected) => {
    expect(filtersOf(text)).toMatchObject(expected)
  })
})

describe('headcounts', () => {
  test.each<[string, string]>([
    ['law firms with fewer than 20 people', '1-10 11-50'],
    ['over 1,000 employees', '1001-5000 5001-10000 10001+'],
    ['at least 250 employees', '201-500 501-1000 1001-5000 5001-10000 10001+'],
    ['up to 50 employees', '1-10 11-50'],
    ['50-100 employees', '51-200'],
    ['50 to 200 staff', '51-200'],
    ['between 10 and 50 people', '11-50'],
    ['200+ employees', '201-500 501-1000 1001-5000 5001-10000 10001+'],
    ['10,001+ employees', '10001+'],
    ['a 500-person company', '201-500'],
    ['1k+ employees', '1001-5000 5001-10000 10001+'],
    ['around 100 employees', '51-200'],
    ['~30 people', '11-50'],
    ['a dozen people max', '1-10 11-50'],
    ['hundreds of employees', '51-200 201-500 501-1000'],
    ['teams of 5-10', '1-10'],
    ['headcount > 500', '501-1000 1001-5000 5001-10000 10001+'],
    ['< 10 employees', '1-10'],
    ['sub-50 person labs', '1-10 11-50'],
    ['no more than 25 people', '1-10 11-50'],
    ['more than a thousand employees', '1001-5000 5001-10000 10001+'],
    ['20-40 ppl', '11-50'],
    ['robotics 30-70', '11-50 51-200'],
    ['grew from 20 to 100+ employees', '51-200 201-500 501-1000 1001-5000 5001-10000 10001+'],
    ['small marketing agencies', '1-10 11-50'],
    ['mid-sized logistics companies', '51-200 201-500'],
    ['large insurers and banks', '1001-5000 5001-10000 10001+'],
    ['large insurance companies', '1001-5000 5001-10000 10001+'],
    ['software for small businesses', ''],
    ['large language model startups', ''],
    ['SMEs in Poland', '1-10 11-50 51-200'],
    ['tiny design studios', '1-10'],
    ['3+ years at seed', ''],
    ['10 offices in Europe', ''],
    ['2000 employees', '1001-5000'],
    ['two-person team', '1-10'],
  ])('%s', (text, expected) => {
    expect((filtersOf(text).headcount ?? []).join(' ')).toBe(expected)
  })
})

describe('years of foundation', () => {
  test.each<[string, CompanyFilters['year_founded'] | null]>([
    ['founded in 2015', { include: [2015] }],
    ['founded after 2018', { from: 2019 }],
    ['founded since 2018', { from: 2018 }],
    ['founded before 2005', { to: 2004 }],
    ['founded until 2010', { to: 2010 }],
    ['founded 2010-2015', { from: 2010, to: 2015 }],
    ['founded between 2015 and 2018', { from: 2015, to: 2018 }],
    ['established in the early 2000s', { from: 2000, to: 2003 }],
    ['companies from the late 90s', { from: 1997, to: 1999 }],
    ['19th century breweries', { from: 1801, to: 1900 }],
    ['2018 vintage SaaS', { include: [2018] }],
    ['post-2018 fintech', { from: 2019 }],
    ['pre-2000 software companies', { to: 1999 }],
    ['2020+ startups', { from: 2020 }],
    ['founded in 2019, 2020 or 2021', { include: [2019, 2020, 2021] }],
    ['incorporated in March 2019', { include: [2019] }],
    ['startups from 2012', { include: [2012] }],
    ['2009-era SaaS', { include: [2009] }],
    ['founded in the last 3 years', { from: 2023 }],
    ['founded last year', { include: [2025] }],
    ['founded this year', { from: 2026 }],
    ['less than 5 years old', { from: 2022 }],
    ['older than 100 years', { to: 1926 }],
    ['startups between 2 and 4 years old', { from: 2022, to: 2024 }],
    ['founded less than 5 years ago', { from: 2022 }],
    ['companies that survived the 2008 crisis', null],
    ['started right after the 2008 crash', { from: 2009 }],
    ['not founded in 2021', { exclude: [2021] }],
    ['raised in 2022', null],
    ["IPO'd in 2021", null],
    ['founded 2017 or earlier', { to: 2017 }],
    ['founded in 2020 or later', { from: 2020 }],
    ['launched between 2019 and today', { from: 2019 }],
    ['older than 9000 years', null],
    ['founded in 2999', null],
  ])('%s', (text, expected) => {
    expect(filtersOf(text).year_founded ?? null).toEqual(expected)
  })
})

describe('amounts, stages and dates of funding', () => {
  test.each<[string, CompanyFilters['funding'] | null]>([
    ['raised between $5M and $15M', { amount: { from: 5000000, to: 15000000 } }],
    ['raised $20M to $60M', { amount: { from: 20000000, to: 60000000 } }],
    ['$10-20M raised', { amount: { from: 10000000, to: 20000000 } }],
    ['with $50M+ in funding', { amount: { from: 50000000 } }],
    ['raised more than $1B', { amount: { from: 1000000000 } }],
    ['raised more than a billion dollars', { amount: { from: 1000000000 } }],
    ['half a billion raised', { amount: { from: 500000000 } }],
    ['raised less than $2M', { amount: { to: 2000000 } }],
    ['total funding under $5M', { amount: { to: 5000000 } }],
    ['raised 30 million USD', { amount: { from: 30000000 } }],
    ['raised at least £20m', { amount: { from: 20000000 } }],
    ['raised around $10M', { amount: { from: 8000000, to: 12000000 } }],
    ['agritech $5M-$20M', { amount: { from: 5000000, to: 20000000 } }],
    ['$1M+ ARR', null],
    ['valued at over $1B', null],
    ['revenue over $10M', null],
    ['raised a Series B', { series: ['series_b'] }],
    ['Series A or B', { series: ['series_a', 'series_b'] }],
    ['Series A to C', { series: ['series_a', 'series_b', 'series_c+'] }],
    ['Series B+', { series: ['series_b', 'pre_series_c', 'series_c+'] }],
    ['Series B or later', { series: ['series_b', 'pre_series_c', 'series_c+'] }],
    ['Series A funding or earlier', { series: ['pre_seed', 'seed', 'pre_series_a', 'series_a'] }],
    ['seed or below', { series: ['pre_seed', 'seed'] }],
    [
      'seed round or later',
      { series: ['seed', 'pre_series_a', 'series_a', 'pre_series_b', 'series_b', 'pre_series_c', 'series_c+'] },
    ],
    ['Series D round', { series: ['series_c+'] }],
    ['pre-seed', { series: ['pre_seed'] }],
    ['seed stage', { series: ['seed'] }],
    ['at seed', { series: ['seed'] }],
    ['pre-series A', { series: ['pre_series_a'] }],
    ['Series Seed', { series: ['seed'] }],
    ['seed companies in Iowa', null],
    ['agricultural seed producers', null],
    ['late stage', { series: ['series_c+'] }],
    ['early-stage', { series: ['pre_seed', 'seed', 'series_a'] }],
    ['raised a seed round in 2024', { series: ['seed'], date: { from: '2024-01-01', to: '2024-12-31' } }],
    ['raised in 2022 or 2023', { date: { from: '2022-01-01', to: '2023-12-31' } }],
    ['raised since 2022', { date: { from: '2022-01-01' } }],
    ['raised in Q1 2024', { date: { from: '2024-01-01', to: '2024-03-31' } }],
    ['raised in March 2023', { date: { from: '2023-03-01', to: '2023-03-31' } }],
    ['raised after January 2023', { date: { from: '2023-02-01' } }],
    ['funded in the last 12 months', { date: { from: '2025-06-01' } }],
    ['raised money last year', { date: { from: '2025-01-01', to: '2025-12-31' } }],
    [
      'raised a $50M Series B in 2023',
      { series: ['series_b'], amount: { from: 50000000 }, date: { from: '2023-01-01', to: '2023-12-31' } },
    ],
    ['unfunded startups', null],
  ])('%s', (text, expected) => {
    expect(filtersOf(text).funding ?? null).toEqual(expected)
  })
})

describe('types of companies', () => {
  test.each<[string, CompanyFilters['company_type'] | null]>([
    ['publicly listed mining companies', { include: ['public company'] }],
    ['NASDAQ-listed biotechs', { include: ['public company'] }],
    ['public cloud companies', { include: ['public company'] }],
    ['public sector software vendors', null],
    ['public transport operators', null],
    ['went public', { include: ['public company'] }],
    ['private space companies', { include: ['privately held'] }],
    ['private equity firms', null],
    ['private schools', null],
    ['privately held', { include: ['privately held'] }],
    ['bootstrapped SaaS', { include: ['privately held'] }],
    ['family-owned breweries', { include: ['privately held'] }],
    ['not yet public, private', { include: ['privately held'] }],
    ['non-profit organisations', { include: ['non profit'] }],
    ['not-for-profit hospitals', { include: ['non profit'] }],
    ['charities in London', { include: ['non profit'] }],
    ['NGOs', { include: ['non profit'] }],
    ['government agencies', { include: ['government agency'] }],
    ['government-backed technology agency', { include: ['government agency'] }],
    ['government technology providers', null],
    ['competing with government agencies', null],
    ['freelancers in Berlin', { include: ['self employed'] }],
    ['sole traders', { include: ['sole proprietorship'] }],
    ['companies that are not public', { exclude: ['public company'] }],
    ['privacy software', null],
    ['foundation models', null],
    ['limited partnerships', { include: ['partnership'] }],
    ['subsidiary of a public company', null],
  ])('%s', (text, expected) => {
    expect(filtersOf(text).company_type ?? null).toEqual(expected)
  })
})

describe('technologies', () => {
  test.each<[string, CompanyFilters['technology'] | null]>([
    ['companies using Salesforce and HubSpot', { include: ['salesforce', 'hubspot'], match: 'all' }],
    ['online shops running on WooCommerce', { include: ['woocommerce'] }],
    ['SaaS not using AWS', { exclude: ['amazon-web-services'] }],
    ['Shopify stores', { include: ['shopify'] }],
    ['WordPress agencies', { include: ['wordpress'] }],
    ['built with React and Node.js', { include: ['react', 'node-js'], match: 'all' }],
    ['sites powered by Stripe', { include: ['stripe'] }],
    ['notion of beauty', null],
    ['companies that use Slack', { include: ['slack'] }],
    ['ex-Stripe founders', null],
    ['go to market', null],
    ['agencies with Drupal or TYPO3', { include: ['drupal', 'typo3'], match: 'any' }],
    ['without Google Analytics', { exclude: ['google-analytics'] }],
    ['hosted on Cloudflare', { include: ['cloudflare'] }],
  ])('%s', (text, expected) => {
    expect(filtersOf(text).technology ?? null).toEqual(expected)
  })
})

describe('companies by name', () => {
  test.each<[string, { domain?: string | string[]; name?: string | string[] } | null]>([
    ['companies similar to Airbnb in Asia', { name: 'Airbnb' }],
    ['alternatives to acme.example', { domain: 'acme.example' }],
    ['Zendesk competitors', { name: 'Zendesk' }],
    ['shops like Acme Toys', { name: 'Acme Toys' }],
    ['acme.example', { domain: ['acme.example'] }],
    ['https://www.acme.example/about', { domain: ['acme.example'] }],
    ['Acme Robotics GmbH', { name: ['Acme Robotics GmbH'] }],
    ['Lumen Works, the Portuguese sensor maker', { name: ['Lumen Works'] }],
    ['SEMIRON', { name: ['SEMIRON'] }],
    ['Irish SaaS', null],
    ['Public SaaS', null],
    ['looks like rain', null],
  ])('%s', (text, expected) => {
    const { organization, similar_to: similar } = filtersOf(text)
    expect(organization ?? similar ?? null).toEqual(expected)
  })
})

describe('subjects', () => {
  test.each<[string, [CompanyFilters['industry'] | null, CompanyFilters['keywords'] | null]]>([
    ['biotech', [{ include: ['Biotechnology Research'] }, null]],
    ['German pharma', [{ include: ['Pharmaceutical Manufacturing'] }, null]],
    ['software', [{ include: ['Software Development'] }, null]],
    ['construction software', [{ include: ['Software Development'] }, { include: ['construction'] }]],
    [
      'HR software for hospitals',
      [{ include: ['Software Development'] }, { include: ['hr', 'hospitals'], match: 'all' }],
    ],
    ['platform for restaurants', [null, { include: ['restaurants'] }]],
    ['AI', [null, { include: ['ai', 'artificial intelligence'], match: 'any' }]],
    [
      'AI healthcare',
      [{ include: ['Hospitals and Health Care'] }, { include: ['ai', 'artificial intelligence'], match: 'any' }],
    ],
    ['graph databases', [null, { include: ['graph databases'] }]],
    ['customer success platforms', [null, { include: ['customer success'] }]],
    ['test automation', [null, { include: ['test automation'] }]],
    ['furniture manufacturers', [{ include: ['Furniture and Home Furnishings Manufacturing'] }, null]],
    ['steel producers', [{ include: ['Primary Metal Manufacturing'] }, null]],
    ['wind turbine manufacturers', [{ include: ['Wind Electric Power Generation'] }, null]],
    ['oil & gas', [{ include: ['Oil and Gas'] }, null]],
    ['food and beverage', [{ include: ['Food and Beverage Manufacturing'] }, null]],
    [
      'Transportation, Logistics, Supply Chain and Storage',
      [{ include: ['Transportation, Logistics, Supply Chain and Storage'] }, null],
    ],
    ['companies building foundation models', [null, { include: ['foundation model'] }]],
    [
      'climate tech focused on carbon capture, not renewable energy',
      [
        {
          include: ['Climate Technology Product Manufacturing', 'Climate Data and Analytics'],
          exclude: [
            'Renewable Energy Power Generation',
            'Services for Renewable Energy',
            'Renewable Energy Semiconductor Manufacturing',
          ],
        },
        { include: ['carbon capture'], exclude: ['renewable energy'] },
      ],
    ],
    [
      'SaaS not in HR or recruiting',
      [
        { exclude: ['Human Resources Services', 'Staffing and Recruiting'] },
        { include: ['saas'], exclude: ['hr', 'recruiting'] },
      ],
    ],
    ['fintech without crypto', [{ include: ['Financial Services'] }, { exclude: ['crypto', 'blockchain', 'web3'] }]],
    [
      'food delivery but not restaurants',
      [{ include: ['Food and Beverage Services'], exclude: ['Restaurants'] }, { exclude: ['restaurants'] }],
    ],
    ['not just chatbots', [null, { include: ['conversational ai', 'chatbot'], match: 'any' }]],
    ['3D printing', [null, { include: ['3d printing', 'additive manufacturing'], match: 'any' }]],
    ['R&D services', [{ include: ['Research Services'] }, null]],
    ['IT companies', [{ include: ['IT Services and IT Consulting'] }, null]],
    ['crypto winter survivors', [null, { include: ['crypto winter survivors'] }]],
    ['kelp roasters', [null, { include: ['kelp roasters'] }]],
    ['data annotation', [null, { include: ['data annotation'] }]],
    [
      'women-led fintech',
      [{ include: ['Financial Services'] }, { include: ['women-led', 'female-founded'], match: 'any' }],
    ],
    [
      'federated learning and graph databases and protein folding',
      [null, { include: ['federated learning', 'graph databases', 'protein folding'], match: 'any' }],
    ],
  ])('%s', (text, expected) => {
    const { industry = null, keywords = null } = filtersOf(text)
    expect([industry, keywords]).toEqual(expected)
  })
})

describe('questions in other languages', () => {
  const IT = { headquarters_location: { include: [{ country: 'IT' }] } }
  test.each<[string, CompanyFilters]>([
    [
      'Softwarefirmen aus München mit mehr als 250 Mitarbeitern',
      {
        headquarters_location: { include: [{ country: 'DE', city: 'Munich' }] },
        industry: { include: ['Software Development'] },
        headcount: ['201-500', '501-1000', '1001-5000', '5001-10000', '10001+'],
      },
    ],
    [
      'deutsche Versicherungen, die zwischen 1950 und 1960 gegründet wurden',
      {
        headquarters_location: { include: [{ country: 'DE' }] },
        industry: { include: ['Insurance'] },
        year_founded: { from: 1950, to: 1960 },
      },
    ],
    [
      'entreprises de logiciels à Lyon avec moins de 50 salariés',
      {
        headquarters_location: { include: [{ country: 'FR', city: 'Lyon' }] },
        industry: { include: ['Software Development'] },
        headcount: ['1-10', '11-50'],
      },
    ],
    [
      'bancos en Italia fundados después de 1990, excepto Roma',
      {
        headquarters_location: { ...IT.headquarters_location, exclude: [{ country: 'IT', city: 'Rome' }] },
        industry: { include: ['Banking'] },
        year_founded: { from: 1991 },
      },
    ],
    ['Unternehmen in Österreich', { headquarters_location: { include: [{ country: 'AT' }] } }],
  ])('%s', (text, expected) => {
    expect(filtersOf(text)).toEqual(expected)
  })

  test.each([
    ['Tierärzte München', 'Veterinary Services', 'Munich'],
    ['dentistes Lyon', 'Dentists', 'Lyon'],
    ['panaderías Sevilla', 'Baked Goods Manufacturing', 'Seville'],
  ])('are recognised by a single trade: %s', (text, industry, city) => {
    expect(filtersOf(text)).toMatchObject({
      industry: { include: [industry] },
      headquarters_location: { include: [{ city }] },
    })
  })

  test('are recognised by their grammar: foreign words in an English question are kept', () => {
    expect(filtersOf('Bodegas Muebles Inc')).toEqual({ organization: { name: ['Bodegas Muebles Inc'] } })
  })
})

describe('a technology that is not used', () => {
  test.each([
    'companies that do not use WordPress in Italy',
    'companies without WordPress based in Italy',
    'Italian companies not using WordPress',
  ])('is separated from the place after it: %s', (text) => {
    expect(filtersOf(text)).toEqual({
      headquarters_location: { include: [{ country: 'IT' }] },
      technology: { exclude: ['wordpress'] },
    })
  })

  test('but a negated place stays excluded', () => {
    expect(placesOf('companies without offices in Italy')).toBe('-IT')
  })
})

describe('a name spelled like no other word', () => {
  test.each(['SolaRiq quantum sensors Finland', 'HelioSpace reusable rockets France'])('is looked up: %s', (text) => {
    expect(filtersOf(text)).toEqual({ organization: { name: [text.split(' ')[0]] } })
  })

  test.each(['FoodTech startups in France', 'DevOps tools Finland', 'HelioSpace competitors in France'])(
    'is not found in: %s',
    (text) => {
      expect(filtersOf(text).organization).toBeUndefined()
    },
  )
})

describe('two limits of a headcount', () => {
  test.each<[string, string[]]>([
    ['companies with fewer than 100 but more than 20 employees', ['11-50', '51-200']],
    ['more than 50 and less than 500 employees', ['51-200', '201-500']],
    ['fewer than 10 or more than 5000 employees', ['1-10', '5001-10000', '10001+']],
  ])('%s', (text, bands) => {
    expect(filtersOf(text).headcount).toEqual(bands)
  })
})

test('companies named by what they do can have sizes, and users of a technology can have places', () => {
  expect(filtersOf('small bakeries').headcount).toEqual(['1-10', '11-50'])
  expect(filtersOf('Kubernetes users in Finland')).toEqual({
    headquarters_location: { include: [{ country: 'FI' }] },
    technology: { include: ['kubernetes'] },
  })
  expect(placesOf('fintechs with users in Finland')).toBe('')
})

describe('a question that begins with a company in the index', () => {
  const names: KnownNames = new Map([
    ['larkmoor', { name: 'Larkmoor' }],
    ['tallow and thrush', { name: 'Tallow & Thrush' }],
    ['northern lights', { name: 'Northern Lights' }],
    ['software', { name: 'Software' }],
    ['show me', { name: 'Show Me' }],
    ['simple', { name: 'Simple' }],
    ['quillworks', { domain: 'quillworks.example' }],
  ])
  const read = (text: string) => parseQuery(text, NOW, names).filters.organization

  test.each([
    ['Larkmoor payments company', { name: ['Larkmoor'] }],
    ['Larkmoor the Irish lender', { name: ['Larkmoor'] }],
    ['tallow & thrush bakery london', { name: ['Tallow & Thrush'] }],
    ['Quill Works, printing', { domain: ['quillworks.example'] }],
  ])('asks for that company: %s', (text, organization) => {
    expect(read(text)).toEqual(organization)
  })

  test.each([
    'northern lights software vendors',
    'Software companies in Lisbon',
    'show me hospitals in Vienna',
    'simple accounting software',
    'larkmoor competitors',
    'Northern Lights in Norway and Sweden',
  ])('does not ask for that company: %s', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

test.each<[string, unknown]>([
  [
    'insurance brokers in Birmingham',
    [
      {
        said: 'Birmingham',
        taken: { country: 'GB', city: 'Birmingham' },
        others: [{ country: 'US', state: 'AL', city: 'Birmingham' }],
      },
    ],
  ],
  ['insurance brokers in Birmingham, Alabama', []],
  ['banks in London', []],
  ['wineries in Georgia', [{ said: 'Georgia', taken: { country: 'GE' }, others: [{ country: 'US', state: 'GA' }] }]],
  [
    'wineries in Georgia and Texas',
    [{ said: 'Georgia', taken: { country: 'US', state: 'GA' }, others: [{ country: 'GE' }] }],
  ],
])('a name of several places is reported: %s', (text, ambiguous) => {
  expect(parseQuery(text, NOW).ambiguous).toEqual(ambiguous)
})

test.each([
  ['au pair agencies in Germany', 'au pair'],
  ['sin city tattoo studios', 'sin city'],
  ['sans serif type foundries', 'sans serif'],
  ['biotech spinoffs from MIT', 'biotech'],
])('short words that exist in other languages do not change the language of an English question: %s', (text, said) => {
  const { filters } = parseQuery(text, NOW)
  expect(filters.keywords?.exclude).toBeUndefined()
  expect(filters.topics?.map((topic) => topic.said)).toContain(said)
})

test.each([
  ['bakeries without a website', 'without a website'],
  ['agencies without a phone number in Ohio', 'without a phone number'],
  ['Firmen ohne Webseite in Köln', 'ohne Webseite'],
])('what a company lacks is reported, not excluded: %s', (text, said) => {
  const { filters, notUnderstood } = parseQuery(text, NOW)
  expect([filters.keywords?.exclude, notUnderstood]).toEqual([undefined, [said]])
})

test('a trade named like a means of contact is excluded like other trades', () => {
  const { filters, notUnderstood } = parseQuery('agencies that do not offer email marketing', NOW)
  expect(filters.keywords?.exclude ?? filters.industry?.exclude).toBeDefined()
  expect(notUnderstood).toEqual([])
})
