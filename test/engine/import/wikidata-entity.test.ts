import { describe, expect, test } from 'vitest'
import { mapCompanyColumns } from '../../../src/engine/import/company-mapping.ts'
import { createCompanyReader } from '../../../src/engine/import/company-row.ts'
import { readRecords } from '../../../src/engine/import/json-records.ts'
import type { CompanyRow } from '../../../src/lib/companies/company-slice.ts'
import { claim, entity, item, quantity, time } from '../../support/records/wikidata.ts'

/** Returns the rows that a file of such records gives. */
async function read(...records: unknown[]): Promise<(CompanyRow | string)[]> {
  async function* text() {
    yield `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`
  }
  const { header, batches } = await readRecords(text())
  const reader = createCompanyReader(mapCompanyColumns(header).mapping, 2026)
  const rows: (CompanyRow | string)[] = []
  for await (const batch of batches) for (const { cells, problem } of batch) rows.push(problem ?? reader(cells))
  return rows
}

async function factsOf(claims: Record<string, unknown>, ...before: unknown[]): Promise<CompanyRow['facts']> {
  const row = (await read(...before, entity('Q900', 'Tern', { P856: [claim('https://tern.example/')], ...claims }))).at(
    -1,
  )
  if (row === undefined || typeof row === 'string') throw new Error(`The row is rejected: ${row}`)
  return row.facts
}

const ended = { P582: time('+2020-00-00T00:00:00Z', 9) }

describe('a Wikidata entity', () => {
  test('becomes the row of a company', async () => {
    const facts = await factsOf({
      P1448: [claim({ text: 'Tern Aktiengesellschaft', language: 'de' })],
      P571: [claim(time('+1998-09-04T00:00:00Z', 11))],
      P1128: [claim(quantity('+1234'))],
      P17: [claim(item('Q183'))],
      P249: [claim('TRN')],
      P1329: [claim('+49-30-5550100'), claim('+49-30-5550101')],
      P968: [claim('mailto:Info@tern.example')],
      P4264: [claim('1234')],
      P2002: [claim('tern')],
      P2013: [claim('ternfb')],
      P2003: [claim('tern.ig')],
      P2088: [claim('tern-ag')],
    })
    expect(facts).toMatchObject({
      name: 'Tern',
      legal_name: 'Tern Aktiengesellschaft',
      description: 'Tern, described',
      founded_year: 1998,
      employees: 1234,
      headcount: '1001-5000',
      country: 'DE',
      ticker: 'TRN',
      phones: ['+49-30-5550100', '+49-30-5550101'],
      emails: ['info@tern.example'],
      linkedin: 'company/1234',
      twitter: 'tern',
      facebook: 'ternfb',
      instagram: 'tern.ig',
      crunchbase: 'organization/tern-ag',
    })
  })

  test('gives statements that are preferred, have not ended and are not deprecated', async () => {
    const claims = {
      P856: [
        claim('https://wrong.example', { rank: 'deprecated' }),
        claim('https://old.example', { qualifiers: ended }),
        claim('https://www.facebook.com/tern'),
        claim('https://shop.tern.example/en'),
      ],
      P571: [claim(time('+1900-00-00T00:00:00Z', 9)), claim(time('+1950-00-00T00:00:00Z', 9), { rank: 'preferred' })],
      P249: [claim('OLD'), { mainsnak: { snaktype: 'novalue' }, rank: 'preferred' }],
    }
    expect(await read(entity('Q1', 'Tern', claims))).toMatchObject([
      { domain: 'tern.example', facts: { founded_year: 1950, ticker: null } },
    ])
  })

  test('has the most recent count of employees', async () => {
    const counted = (amount: string, at: string) =>
      claim(quantity(amount), { qualifiers: { P585: time(`+${at}-00-00T00:00:00Z`, 9) } })
    const numbers = [claim(quantity('+5')), counted('+300', '2019'), counted('+700', '2022'), counted('+20', '2001')]
    expect(await factsOf({ P1128: numbers })).toMatchObject({ employees: 700 })
    expect(await factsOf({ P1128: [claim(quantity('+5')), claim(quantity('+6'))] })).toMatchObject({ employees: 5 })
    expect(await factsOf({ P1128: [claim(quantity('-5')), claim(quantity('+1.5'))] })).toMatchObject({
      employees: null,
    })
  })

  test('has a founding year only if it is precise to the year and in our era', async () => {
    expect(await factsOf({ P571: [claim(time('+1990-00-00T00:00:00Z', 8))] })).toMatchObject({ founded_year: null })
    expect(await factsOf({ P571: [claim(time('-1500-00-00T00:00:00Z', 9))] })).toMatchObject({ founded_year: null })
  })

  test('has a ticker if it is listed', async () => {
    const listed = claim(item('Q13677'), { qualifiers: { P249: 'TRNX' } })
    expect(await factsOf({ P414: [claim(item('Q1')), listed] })).toMatchObject({ ticker: 'TRNX' })
  })

  test('has its name in English, or else in any language', async () => {
    const named = (labels: object) => ({ ...entity('Q1', '', { P856: [claim('tern.example')] }), labels })
    const term = (language: string, value: string) => ({ [language]: { language, value } })
    const rows = await read(
      named({ ...term('de', 'Seeschwalbe'), ...term('en', 'Tern') }),
      named({ ...term('de', 'Seeschwalbe'), ...term('mul', 'Sterna') }),
      named(term('de', 'Seeschwalbe')),
    )
    expect(rows).toMatchObject([
      { facts: { name: 'Tern' } },
      { facts: { name: 'Sterna' } },
      { facts: { name: 'Seeschwalbe' } },
    ])
  })

  test('refers to others by their names from earlier in the file, and never by their ids', async () => {
    const claims = {
      P452: [claim(item('Q10')), claim(item('Q11'))],
      P159: [
        claim(item('Q12'), {
          qualifiers: {
            P17: item('Q45'),
            P281: '4000-001',
            P6375: { text: 'Rua Um 1', language: 'pt' },
            P625: { latitude: 41.15, longitude: -8.61, precision: 0.01 },
          },
        }),
      ],
      P17: [claim(item('Q183'))],
      P127: [claim(item('Q13'))],
    }
    const others = [
      entity('Q10', 'seabird keeping', {}),
      entity('Q11', 'Banking', {}),
      entity('Q12', 'Porto', {}),
      entity('Q13', 'Lumen', { P856: [claim('http://www.lumen.example')] }),
    ]
    expect(await factsOf(claims, ...others)).toMatchObject({
      industry: 'Banking',
      tags: ['seabird keeping'],
      city: 'Porto',
      country: 'PT',
      postal_code: '4000-001',
      street_address: 'Rua Um 1',
      lat: 41.15,
      lng: -8.61,
      parent_domain: 'lumen.example',
    })
    const alone = await factsOf(claims)
    expect(alone).toMatchObject({ industry: null, tags: null, city: null, country: 'PT', parent_domain: null })
    expect(alone).toMatchObject({ postal_code: null, street_address: null, lat: null, lng: null })
    expect(JSON.stringify(alone)).not.toMatch(/Q\d/)
    const shared = { P127: [claim(item('Q13')), claim(item('Q14'))] }
    expect(await factsOf(shared, ...others)).toMatchObject({ parent_domain: null })
  })

  test('is not a company if it is a person or a property, or has neither website nor country', async () => {
    const site = { P856: [claim('tern.example')] }
    const country = { P17: [claim(item('Q183'))] }
    const rows = await read(
      entity('Q1', 'Ada Invented', { ...site, P31: [claim(item('Q5'))] }),
      entity('P1', 'Tern id', country),
      entity('Q2', 'Tern', {}),
      entity('Q3', 'Tern', country),
      entity('Q4', '', country),
    )
    expect(rows).toMatchObject(['no_name', 'no_name', 'no_name', { domain: null, facts: { country: 'DE' } }, 'no_name'])
  })

  test('may be damaged anywhere', async () => {
    const wrong = [null, 1, true, 'x', [], {}, [null], [1], [[]], [{}], { __proto__: null, en: 1 }]
    const properties = 'P31 P856 P1448 P452 P571 P1128 P17 P159 P249 P414 P749 P127 P1329 P968 P4264'.split(' ')
    const snaks = wrong.flatMap((value) => [
      value,
      [{ mainsnak: value }],
      [{ mainsnak: { datavalue: value } }],
      [{ mainsnak: { datavalue: { value } }, rank: value, qualifiers: value }],
      [{ mainsnak: { datavalue: { value: { id: value, text: value, time: value, amount: value } } } }],
      [claim('x', { qualifiers: { P582: value, P585: value, P249: value, P625: value } })],
    ])
    const records = snaks.map((value) => ({
      id: 'Q7',
      labels: value,
      descriptions: value,
      claims: Object.fromEntries(properties.map((property) => [property, value])),
    }))
    const hostile = { ...entity('Q8', 'Tern', {}), claims: JSON.parse('{"__proto__":{"P856":[]},"constructor":1}') }
    const rows = await read(entity('Q6', 'Tern', { P856: [claim('tern.example')] }), ...records, hostile)
    expect(rows).toHaveLength(records.length + 2)
    expect(new Set(rows.slice(1))).toEqual(new Set(['no_name']))
  })
})

describe('the coordinates of a file', () => {
  const header = ['website', 'Latitude', 'lon']
  const reader = createCompanyReader(mapCompanyColumns(header).mapping, 2026)

  test.each([
    ['48.137', '11.575', 48.137, 11.575],
    ['-33,9', '18,4', -33.9, 18.4],
    ['91', '11', null, null],
    ['48.1', '', null, null],
    ['48.1', '181', null, null],
    ['0', '0.0', null, null],
    ['48°8′', '11', null, null],
  ])('are taken together or not at all: %s, %s', (latitude, longitude, lat, lng) => {
    expect(reader(['tern.example', latitude, longitude])).toMatchObject({ facts: { lat, lng } })
  })
})
