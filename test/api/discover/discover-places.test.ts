import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedPage } from '../../support/records/seed.ts'
import { seedCompany } from '../../support/records/seed-company.ts'

const SEATS: Record<string, { country: string; state?: string; city?: string }> = {
  munich: { country: 'DE', city: 'München' },
  nuremberg: { country: 'DE', city: 'Nuremberg' },
  village: { country: 'DE', state: 'Bayern', city: 'Hinterdorf' },
  cologne: { country: 'DE', city: 'Cologne' },
  koeln: { country: 'DE', city: 'Koeln' },
  glasgow: { country: 'GB', city: 'Glasgow' },
  london: { country: 'GB', city: 'London' },
  austin: { country: 'US', state: 'TX', city: 'Austin' },
  nyc: { country: 'US', state: 'NY', city: 'New York City' },
  newyork: { country: 'US', city: 'New York' },
  nowhere: { country: 'DE' },
  nimes: { country: 'FR', city: 'Nîmes' },
  etienne: { country: 'FR', city: 'St Etienne' },
  catharines: { country: 'CA', city: 'St. Catharines' },
  stoke: { country: 'GB', city: 'Stoke on Trent' },
  niteroi: { country: 'BR', city: 'Niterói' },
}

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  for (const [name, seat] of Object.entries(SEATS))
    await seedCompany(app.context, { domain: `${name}.example`, name, ...seat })
})
afterAll(() => app[Symbol.asyncDispose]())

async function found(body: object): Promise<string[]> {
  const answer = await app.post('/v2/discover', body)
  expect(answer.status).toBe(200)
  return (answer.body.data as { domain: string }[]).map(({ domain }) => domain.replace('.example', '')).toSorted()
}
const seats = (include: object[], exclude: object[] = []) => ({ headquarters_location: { include, exclude } })

test.each([
  ['FR', 'Nimes', 'nimes'],
  ['FR', 'Saint-Étienne', 'etienne'],
  ['CA', 'Saint Catharines', 'catharines'],
  ['CA', 'St Catharines', 'catharines'],
  ['GB', 'Stoke-on-Trent', 'stoke'],
  ['BR', 'Niteroi', 'niteroi'],
])('a town is found however it is written: %s, %s', async (country, city, domain) => {
  expect(await found(seats([{ country, city }]))).toEqual([domain])
  expect(await found(seats([{ country }], [{ country, city }]))).not.toContain(domain)
})

describe('subdivisions of countries', () => {
  test.each(['DE-BY', 'by', 'Bavaria', 'bayern', 'BAVIERA'])('are found as %s', async (subdivision) => {
    expect(await found(seats([{ country: 'DE', subdivision }]))).toEqual(['munich', 'nuremberg', 'village'])
  })

  test('are left out if excluded, but unknown ones are kept', async () => {
    const without = seats([{ country: 'DE' }], [{ country: 'DE', subdivision: 'DE-BY' }])
    expect(await found(without)).toEqual(['cologne', 'koeln', 'nowhere'])
    expect(await found(seats([{ country: 'GB', subdivision: 'Scotland' }]))).toEqual(['glasgow'])
  })

  test('of the United States are its states', async () => {
    const answer = await app.post('/v2/discover', seats([{ country: 'US', subdivision: 'texas' }]))
    expect(answer.body.meta).toMatchObject({
      results: 1,
      filters: { headquarters_location: { include: [{ country: 'US', state: 'TX' }] } },
    })
  })

  test.each([
    [
      { country: 'DE', subdivision: 'Bavarria' },
      /^Bavarria is not a known subdivision of DE: send its ISO 3166-2 code/,
    ],
    [{ country: 'CZ', subdivision: 'Moravia' }, /^The subdivisions of CZ are not known: omit subdivision\.$/],
    [{ country: 'DE', state: 'BY' }, /For parts of other countries send subdivision\.$/],
    [{ country: 'US', state: 'TX', subdivision: 'US-CA' }, /^US-CA is not a known subdivision/],
    [{ country: 'DE', subdivision: 7 }, /not a known subdivision/],
  ])('are refused as %j with what to send instead', async (place, sentence) => {
    const { status, body } = await app.post('/v2/discover', seats([place]))
    expect([status, body.errors?.[0]?.id]).toEqual([400, 'invalid_headquarters_location_include_state'])
    expect(body.errors?.[0]?.details).toMatch(sentence)
  })

  test('are understood in questions; areas without boundaries are widened, and the answer says so', async () => {
    const answer = await app.post('/v2/discover', { query: 'companies in Franconia' })
    expect(answer.body.meta).toMatchObject({
      filters: { headquarters_location: { include: [{ country: 'DE', subdivision: 'DE-BY' }] } },
      widened: [{ said: 'Franconia', to: 'DE-BY' }],
    })
    expect((answer.body.data as unknown[]).length).toBe(3)
    expect((await app.post('/v2/discover', { query: 'companies in Bavaria' })).body.meta).not.toHaveProperty('widened')
  })

  test('filter the people of a domain as well', async () => {
    const page = 'https://people.example/team'
    const at = (firstName: string, city: string, country: string) => ({
      value: `${firstName.toLowerCase()}@people.example`,
      person: { firstName, lastName: 'Calder', city, country },
    })
    await seedPage(app.context, { url: page, addresses: [at('Ines', 'München', 'DE'), at('Rui', 'Hamburg', 'DE')] })
    const location = JSON.stringify({ include: [{ country: 'DE', subdivision: 'Bavaria' }] })
    const { body } = await app.get(`/v2/domain-search?domain=people.example&location=${encodeURIComponent(location)}`)
    expect((body.data as { emails: { value: string }[] }).emails.map(({ value }) => value)).toEqual([
      'ines@people.example',
    ])
  })
})

test.each(['Köln', 'cologne', 'KOELN', 'Koln'])('a city is found by any of its names: %s', async (city) => {
  expect(await found(seats([{ country: 'DE', city }]))).toEqual(['cologne', 'koeln'])
  expect(await found(seats([{ country: 'DE' }], [{ country: 'DE', city }]))).toEqual([
    'munich',
    'nowhere',
    'nuremberg',
    'village',
  ])
})

describe('a city of the United States', () => {
  test.each(['New York', 'New York City', 'NYC', 'new york, new york', 'New York, NY'])(
    'is found as %s',
    async (city) => {
      expect(await found(seats([{ country: 'US', city }]))).toEqual(['newyork', 'nyc'])
    },
  )

  test('is excluded by any of its names, except where the state is required and unknown', async () => {
    const without = (city: string) => found(seats([{ country: 'US' }], [{ country: 'US', city }]))
    expect(await Promise.all(['New York', 'NYC', 'new york, new york'].map(without))).toEqual([
      ['austin'],
      ['austin'],
      ['austin', 'newyork'],
    ])
  })

  test('is found by the name or code of its state', async () => {
    for (const subdivision of ['New York', 'NY', 'us-ny', 'new york state'])
      expect(await found(seats([{ country: 'US', subdivision }]))).toEqual(['newyork', 'nyc'])
  })

  test('is given as the reason for each row, with or without the state', async () => {
    for (const place of [
      { country: 'US', city: 'NYC' },
      { country: 'US', state: 'NY', city: 'new york' },
    ]) {
      const { body } = await app.post('/v2/discover', { ...seats([place]), explain: true })
      const why = (body.data as { domain: string; why: { slot: string; value: string }[] }[]).map((row) => row.why)
      expect(why).toHaveLength(2)
      expect(why.flat().map(({ slot }) => slot)).toEqual(['headquarters_location', 'headquarters_location'])
    }
  })
})
