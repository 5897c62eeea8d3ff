import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { importCompaniesFile } from '../../support/records/companies-file.ts'

const COMPANIES = `name,website,locality,country,industry,tags
Zorvex,zorvex.example,graz,austria,construction,builder
KTR,ktr.example,hamburg,germany,machinery,pumps
Anchor,anchorpay.example,leeds,united kingdom,financial services,payments
Copper Kettle,copperkettle.example,leeds,united kingdom,food & beverages,bakery
`

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await importCompaniesFile(app.context, COMPANIES)
})
afterAll(() => app[Symbol.asyncDispose]())

interface Asked {
  domains: string[]
  meta: Record<string, unknown> & { filters: Record<string, unknown> }
}
async function ask(query: string): Promise<Asked> {
  const { body } = await app.post('/v2/discover', { query })
  return { domains: (body.data as { domain: string }[]).map(({ domain }) => domain), meta: body.meta as Asked['meta'] }
}

test.each([
  ['who works at KTR', 'ktr.example'],
  ['people at ktr', 'ktr.example'],
  ['head of sales at Zorvex', 'zorvex.example'],
  ['Zorvex CEO email', 'zorvex.example'],
  ["Zorvex's founder's phone", 'zorvex.example'],
  ['www.zorvex.example', 'zorvex.example'],
])('asks about one company: %s', async (query, domain) => {
  const { domains, meta } = await ask(query)
  expect(domains).toEqual([domain])
  expect(meta['not_understood']).toBeUndefined()
})

test.each(['people at bakeries in Leeds', 'who works at bakeries in Leeds', 'owner of a bakery in Leeds'])(
  'asks about companies of a kind: %s',
  async (query) => {
    const { domains, meta } = await ask(query)
    expect(meta.filters['organization']).toBeUndefined()
    expect(domains).toEqual(['copperkettle.example'])
  },
)

test('a name nobody knows in front of a trade leaves the trade', async () => {
  for (const query of ['Qarvilon payments', 'Qarvilon payments company in Leeds']) {
    const { domains, meta } = await ask(query)
    expect(domains).toEqual(['anchorpay.example'])
    expect(meta['relaxed']).toMatchObject([{ slot: 'keywords', said: 'qarvilon' }])
    const again = await app.post('/v2/discover', meta.filters)
    expect((again.body.data as unknown[]).length).toBe(1)
  }
})
