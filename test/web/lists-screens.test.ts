import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { seedLeads } from '../support/records/lead-rows.ts'
import { pagesFrom, webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const next = async ({ status, headers }: Page): Promise<Page & { path: string }> => {
  expect(status).toBe(303)
  const path = (headers.get('location') ?? '').replace(/^\/app/, '')
  return { ...(await maya.see(path)), path }
}

const listNamed = async (name: string): Promise<number> => {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from leads_lists where name = $1', [name])
  return rows[0]?.id ?? 0
}

test('a list is created once however often the form is sent, renamed, and given its old name again', async () => {
  const fields = { name: 'Birch', once: 'l1' }
  const [made] = await Promise.all([maya.send('/lists', fields), maya.send('/lists', fields)])
  const id = await listNamed('Birch')
  expect(made.headers.get('location')).toBe(`/app/lists/${id}`)
  const { rows } = await app.database.pool.query(`select 1 from leads_lists where name = 'Birch'`)
  expect(rows).toHaveLength(1)
  const renamed = await next(await maya.send(`/lists/${id}`, { name: 'Birch Works', leads_list_folder_id: '' }))
  expect(renamed.html).toContain('The list is now called Birch Works.')
  expect(renamed.html).toContain('name="name" value="Birch"')
  const back = await next(await maya.send(`/lists/${id}`, { name: 'Birch', leads_list_folder_id: '' }))
  expect(back.html).toContain('<bdi>Birch</bdi></h1>')
})

test('favourites come first, and each user has their own', async () => {
  const ben = await webVisitor(app)
  await maya.send('/lists', { name: 'Starred', once: 'l2' })
  await maya.send('/lists', { name: 'Newer', once: 'l3' })
  const id = await listNamed('Starred')
  const marked = await next(await maya.send(`/lists/${id}/favorite`, { favorite: 'true' }))
  expect(marked.html).toContain('Starred is a favourite.')
  expect(marked.html).toMatch(
    new RegExp(`<output[^]*?/app/lists/${id}/favorite">[^]*?name="favorite" value=""[^]*?</output>`),
  )
  const first = ({ html }: Page) => /<td><a href="\/app\/lists\/\d+"><bdi>([^<]+)/.exec(html)?.[1]
  expect([first(await maya.see('/lists')), first(await ben.see('/lists'))]).toEqual(['Starred', 'Newer'])
  await maya.send(`/lists/${id}/favorite`, { favorite: '' })
  expect(first(await maya.see('/lists'))).toBe('Newer')
})

test('lists are put into folders; deleting a folder keeps them', async () => {
  await maya.send('/lists/folders', { folder_name: 'Iberia', once: 'f1' })
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select id from leads_list_folders where name = 'Iberia'`,
  )
  const folder = rows[0]?.id ?? 0
  await maya.send('/lists', { name: 'Lisbon', leads_list_folder_id: folder, once: 'l4' })
  expect((await maya.see(`/lists/folders/${folder}/delete`)).html).toContain('1 list stays, without a folder.')
  await maya.send(`/lists/folders/${folder}/delete`, {})
  expect((await maya.see('/lists')).html).not.toContain('Iberia</bdi>')
  expect(await listNamed('Lisbon')).toBeGreaterThan(0)
})

test('merging and deleting ask first, with numbers', async () => {
  for (const name of ['Source', 'Target']) await maya.send('/lists', { name, once: `m${name}` })
  const [source, target] = [await listNamed('Source'), await listNamed('Target')]
  await seedLeads(app, { count: 7, list: source, prefix: 'merge' })
  const asked = await maya.see(`/lists/${source}/merge?into=${target}`)
  expect(asked.html).toContain('Merge 7 people')
  const merged = await next(await maya.send(`/lists/${source}/merge`, { into: target, once: 'm1' }))
  expect([merged.path, merged.html.includes('7 people are now in Target.')]).toEqual([`/lists/${target}`, true])
  expect((await maya.see(`/lists/${target}/delete`)).html).toContain('7 people stay, without this list.')
  const deleted = await next(await maya.send(`/lists/${target}/delete`, { once: 'd1' }))
  expect(deleted.html).toContain('The list Target has been deleted; its people are kept.')
  expect((await maya.see(`/lists/${target}`)).status).toBe(404)
})

test("people get the account's custom fields, which are deleted with their values", async () => {
  const made = await next(await maya.send('/lists/fields', { label: 'Met at', once: 'a1' }))
  expect(made.html).toContain(
    '<code data-tip="Name in files and merge tags" aria-description="Name in files and merge tags">met_at</code>',
  )
  await app.post('/v2/leads', { email: 'fair@oak.example', custom_attributes: { met_at: 'Fair' } })
  const { rows } = await app.database.pool.query<{ id: number }>('select id from leads_custom_attributes')
  const path = `/lists/fields/${rows[0]?.id}`
  expect((await next(await maya.send(path, { label: 'Met in' }))).html).toContain('The field is now called Met in.')
  expect((await maya.see(`${path}/delete`)).html).toContain('for 1 person.')
  await maya.send(`${path}/delete`, { once: 'a2' })
  expect((await maya.see('/lists/fields')).html).not.toContain('met_at')
  const wrong = await maya.send('/lists/fields', { label: 'x', once: 'a3' })
  expect([wrong.status, wrong.html.includes('A label has 2 to 100 characters.')]).toEqual([422, true])
})

test('readers see lists and no forms', async () => {
  const reader = await webVisitor(app, { role: 'reader' })
  const { html } = await reader.see('/lists')
  expect(html).toContain('Newer')
  expect(html.match(/<form[^>]*method="post"/g)).toEqual(['<form method="post"']) // signing out
  expect((await reader.send('/lists', { name: 'No' })).status).toBe(403)
})

describe('more lists than a page shows', () => {
  const namesIn = (html: string): string[] =>
    Array.from(html.matchAll(/lists\/\d+"><bdi>([^<]+)/g), ([, name = '']) => name)
  const add = async (names: readonly string[]): Promise<void> => {
    const text = `insert into leads_lists (account_id, name, created_at)
      select a.id, n.name, now() + n.place * interval '1 ms' from (select min(id) as id from accounts) a,
      unnest($1::text[]) with ordinality n (name, place)`
    await app.database.pool.query(text, [names])
  }

  test('are found by part of their name', async () => {
    await add(Array.from({ length: 60 }, (_, index) => `Row ${index}`))
    await add(['Quartz & Sons 100%'])
    await add(Array.from({ length: 60 }, (_, index) => `Newer row ${index}`))
    const found = await maya.see('/lists?query=quartz')
    expect(namesIn(found.html)).toEqual(['Quartz &amp; Sons 100%'])
    expect(found.html).toContain('value="quartz"')
    expect(namesIn((await maya.see('/lists?query=%25')).html)).toEqual(['Quartz &amp; Sons 100%'])
    const none = await maya.see('/lists?query=nowhere')
    expect(none.html).toContain('No name contains this.')
    expect(none.html).toContain('href="/app/lists">All</a>')
  })

  test('are paged without showing one twice when another is created meanwhile', async () => {
    const pages = await pagesFrom(maya, '/lists', (page) => add([`Meanwhile ${page}`]))
    const seen = pages.flatMap(namesIn)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((name) => /^(?:Newer row|Row) /.test(name))).toHaveLength(120)
  })
})
