import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { importCompaniesFile } from '../../support/records/companies-file.ts'

/** Companies with the same name: three share a name, two only the first part of their domains; six are too many. */
const COMPANIES = `name,website,locality,country,industry
Ebbmark,ebbmark-bakes.example,leeds,united kingdom,food & beverages
Ebbmark,ebbmark-pays.example,cork,ireland,financial services
Ebbmark,ebbmark-lends.example,köln,germany,financial services
Orrin Boats,orrinquay.example,hull,united kingdom,shipbuilding
Quay Software,orrinquay.test,porto,portugal,computer software
Tallowby,tallowby-1.example,dublin,ireland,
${Array.from({ length: 5 }, (_, index) => `Tallowby,tallowby-${index + 2}.example,leeds,united kingdom,`).join('\n')}
`

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await importCompaniesFile(app.context, COMPANIES)
  await app.database.pool.query(`insert into company_names (name_key, domain, name, kind)
    select 'orrinquay', domain, domain, 'label' from companies where domain like 'orrinquay.%'`)
})
afterAll(() => app[Symbol.asyncDispose]())

test.each([
  ['Ebbmark payments company', { name: ['Ebbmark'] }],
  ['Ebbmark payments in Cork', { domain: ['ebbmark-pays.example'] }],
  ['Ebbmark the German lender', { domain: ['ebbmark-lends.example'] }],
  ['Ebbmark bakery Leeds', { domain: ['ebbmark-bakes.example'] }],
  ['Ebbmark lender Koeln', { domain: ['ebbmark-lends.example'] }],
  ['Ebbmark chess club', { name: ['Ebbmark'] }],
  ['Orrinquay software', { domain: ['orrinquay.test'] }],
  ['Tallowby the Irish lender', { name: ['Tallowby'] }],
])('%s', async (query, organization) => {
  const { body } = await app.post('/v2/discover', { query })
  expect((body.meta as { filters: { organization?: object } }).filters.organization).toEqual(organization)
})

test('the first part of several domains is not a company unless the question says more about it', async () => {
  const { body } = await app.post('/v2/discover', { query: 'Orrinquay chess club' })
  expect(
    (body.meta as { filters: { organization?: { domain?: string[] } } }).filters.organization?.domain,
  ).toBeUndefined()
})
