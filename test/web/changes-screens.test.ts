import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedPeople } from '../support/records/seed.ts'
import { seedChange } from '../support/records/seed-change.ts'
import { formOn } from '../support/web/form-on.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL: 'off' } })
  maya = await webVisitor(app)
  for (const count of [1, 2, 3, 4, 5])
    await seedChange(app.context, {
      domain: 'alder.example',
      type: 'location_added',
      after: `Office ${count}`,
    })
  await seedChange(app.context, {
    domain: 'alder.example',
    type: 'title_changed',
    person: 'Femi Oduya',
    address: 'f.oduya@alder.example',
    before: 'Deputy Brewer',
    after: 'Head Brewer',
  })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Returns the sentences without their links. */
const toldIn = (html: string): string[] =>
  [...html.matchAll(/<li><bdi>(.*?)<\/bdi>/gs)].map(([, sentence = '']) => sentence.replaceAll(/<[^>]*>/g, ''))

async function next({ status, headers }: Page): Promise<Page> {
  expect(status).toBe(303)
  return maya.see((headers.get('location') ?? '').replace(/^\/app/, ''))
}

test("a company's page shows what changed there, newest first, and can watch it", async () => {
  const { html } = await maya.see('/companies/alder.example')
  const told = toldIn(html)
  expect(told).toContain('Femi Oduya is Head Brewer now; was Deputy Brewer')
  expect(html).toContain('<a href="/app/people/f.oduya%40alder.example">Femi Oduya</a> is Head Brewer now')
  expect(told).toContain('alder.example lists a new location: Office 5')
  expect(html).not.toContain('Office 1')
  expect(html).toContain('href="/app/changes?domain=alder.example"')
  const watch = { domains: 'alder.example', remove: '', back: 'alder.example', once: 'watch-1' }
  const watched = await next(await maya.send('/changes/watch', watch))
  expect(watched.html).toContain('1 company added to your watched companies.')
  expect(watched.html).toContain('Stop watching')
})

test('a profile that was looked up stays on the page when the company is watched or people are filtered', async () => {
  const { html } = await maya.see('/companies/alder.example?profile=true&department=sales')
  expect(html).toMatch(/<form method="get"[^>]*>\s*<input type="hidden" name="profile" value="true" \/>/)
  for (const place of ['/companies/alder.example?profile=true', '/companies/alder.example']) {
    const { fields } = await formOn(maya, place, /\/changes\/watch$/)
    const answer = await maya.send('/changes/watch', fields)
    expect(answer.headers.get('location')).toBe(`/app${place}`)
    await next(answer) // shows the notice, whose form would come first
  }
})

test('changes at watched companies are one calm list, by kind, with the pages that show them', async () => {
  const { html } = await maya.see('/changes')
  expect(html.indexOf('Head Brewer')).toBeLessThan(html.indexOf('Office 5'))
  expect(html).toContain('href="https://alder.example/team"')
  expect(html).toContain('1 of at most 1,000')
  const titles = await maya.see('/changes?type=title_changed')
  expect([titles.html.includes('Head Brewer'), titles.html.includes('Office 5')]).toEqual([true, false])
  expect((await maya.see('/changes?type=left')).html).toContain('No changes of this kind. <a href="/app/changes">')
  const german = await webVisitor(app, { language: 'de' })
  expect(toldIn((await german.see('/changes')).html)).toContain('Femi Oduya ist jetzt Head Brewer; war Deputy Brewer')
})

test("Quarry's own evidence is given in the reader's language, and that of a page unchanged", async () => {
  const domain = 'linden.example'
  await seedChange(app.context, { domain, type: 'location_removed', before: 'Gera', says: 'not shown' })
  await seedChange(app.context, { domain, type: 'left', person: 'Ines Prado', says: 'left on 2026-02-03' })
  await seedChange(app.context, { domain, type: 'joined', person: 'Omar Castell', says: 'not listed' })
  await seedChange(app.context, { domain, type: 'address_added', person: 'Li Wen', says: 'no address' })
  await seedChange(app.context, {
    domain,
    type: 'title_changed',
    person: 'Gil Prado',
    says: 'Not Listed <b>Officer</b>',
  })
  const page = `/changes?domain=${domain}`
  const english = (await maya.see(page)).html
  for (const says of ['not shown', 'left on 3 Feb 2026', 'not listed', 'no address'])
    expect(english).toContain(`<bdi>1 Mar 2026: ${says}</bdi>`)
  const german = (await (await webVisitor(app, { language: 'de' })).see(page)).html
  for (const says of ['nicht zu sehen', 'gegangen am 3. Feb. 2026', 'nicht genannt', 'keine Adresse'])
    expect(german).toContain(`<bdi>1. März 2026: ${says}</bdi>`)
  expect(german).toContain('1. März 2026: Not Listed &lt;b&gt;Officer&lt;/b&gt;</bdi>')
})

test('companies are watched and no longer watched by domain; a reader only reads', async () => {
  const nobody = await webVisitor(app, { accountId: (await createAccount(app.context, 'unlimited')).accountId })
  expect((await nobody.see('/changes')).html).toContain('You are not watching any companies yet.')
  const typed = { domains: 'birch.example, gmail.com', once: 'watch-2' }
  const more = await next(await maya.send('/changes/watch', typed))
  expect(more.html).toContain('1 company added to your watched companies. 1 left out')
  const refused = await maya.send('/changes/watch', { domains: 'no domain', once: 'watch-3' })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('value="no domain"')
  const none = await next(await maya.send('/changes/watch', { domains: 'alder.example', remove: 'true', once: 'w4' }))
  expect(none.html).toContain('1 company no longer watched.')
  expect(none.html).not.toContain('Head Brewer')
  const reader = await webVisitor(app, { role: 'reader' })
  expect((await reader.see('/changes')).html).not.toContain('<form method="post" action="/app/changes/watch"')
  expect((await reader.see('/companies/alder.example')).html).toContain('Head Brewer')
})

test('a lead who has left is marked, reported, and found by a filter, here and in the API', async () => {
  const [email, name] = ['tom.okafor@elm.example', 'Tom Okafor']
  await seedPeople(app.context, 'elm.example', [
    ['Tom', 'Okafor', 'Buyer'],
    ['Ada', 'Moss', 'Buyer'],
  ])
  await seedChange(app.context, { domain: 'elm.example', type: 'left', person: name, address: email, before: 'Buyer' })
  await app.context.database.pool.query(
    `update addresses set affiliation = 'former', affiliation_since = '2026-03-01' where value = $1`,
    [email],
  )
  for (const [first_name, last_name] of [
    ['Tom', 'Okafor'],
    ['Ada', 'Moss'],
  ] as const)
    await app.post('/v2/leads', {
      email: `${first_name}.${last_name}@elm.example`.toLowerCase(),
      first_name,
      last_name,
    })
  const { leads } = (await app.get('/v2/leads?affiliation=former')).body.data as {
    leads: { id: number; email: string }[]
  }
  expect(leads.map((lead) => lead.email)).toEqual([email])
  expect((await app.get('/v2/leads?affiliation=retired')).status).toBe(400)
  const history = (await app.get(`/v2/leads/${leads[0]?.id}/history`)).body.data
  expect(history).toMatchObject({
    affiliation: { state: 'former', since: '2026-03-01' },
    changes: [{ type: 'left', person: { full_name: name } }],
  })
  const find = `/v2/people/find?email=${email}`
  const [plain, asked] = [(await app.get(find)).body.data, (await app.get(`${find}&include=affiliation`)).body.data]
  expect(plain).not.toHaveProperty('affiliation')
  expect(asked).toMatchObject({ ...(plain as object), affiliation: { state: 'former', since: '2026-03-01' } })
  const { html } = await maya.see(`/leads/${leads[0]?.id}`)
  expect(html).toContain('Has left')
  expect(toldIn(html)).toContain('Tom Okafor is no longer there; was Buyer')
  const filtered = await maya.see('/leads?affiliation=former')
  expect([filtered.html.includes(email), filtered.html.includes('ada.moss')]).toEqual([true, false])
  expect((await maya.see('/companies/elm.example')).html).toContain(
    'Has left the company: no longer on its pages since',
  )
})

test('paging through changes shows each one once, whatever is found in the meantime', async () => {
  const find = (count: number) =>
    seedChange(app.context, { domain: 'pine.example', type: 'location_added', after: `Place ${count}` })
  for (const count of [1, 2, 3]) await find(count)
  const seen: (string | null)[] = []
  let found = 3
  for (let cursor: number | null = 0; cursor !== null;) {
    const { body }: { body: { data?: unknown; meta?: unknown } } = await app.get(
      `/v2/changes?domain=pine.example&limit=2${cursor === 0 ? '' : `&cursor=${cursor}`}`,
    )
    seen.push(...(body.data as { after: string | null }[]).map(({ after }) => after))
    cursor = (body.meta as { next_cursor: number | null }).next_cursor
    if (seen.length < 5) for (const count of [found + 1, found + 2]) await find((found = count))
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((count) => `Place ${count}`))
})
