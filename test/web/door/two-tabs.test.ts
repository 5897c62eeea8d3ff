import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Page, Visitor } from '../../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Returns what a page sends in addition to what is typed. */
async function openTab(path: string): Promise<{ once: string }> {
  const { html } = await maya.see(path)
  return { once: /name="once" value="(since-\d+)"/.exec(html)?.[1] ?? '' }
}

/** Returns where the answer led, or the key that it showed. */
const madeBy = ({ headers, html }: Page): string => headers.get('location') ?? /qry_[\w-]{43}/.exec(html)?.[0] ?? ''

const PEOPLE = { people: 'jane.rivers@birch.example', back: '/app', company: 'Birch' }
const MAKING: Readonly<Record<string, { page: string; to: string; table: string; typed: Record<string, string> }>> = {
  'a list': { page: '/lists', to: '/lists', table: 'leads_lists', typed: { name: 'Birch' } },
  'a key': {
    page: '/settings/keys/new',
    to: '/settings/keys/new',
    table: 'api_keys',
    typed: { name: 'Cursor', right: 'read' },
  },
  'a campaign': { page: '/campaigns', to: '/campaigns', table: 'campaigns', typed: { name: 'Hello' } },
  'a draft to people': {
    page: `/write?people=${PEOPLE.people}`,
    to: '/write',
    table: 'campaigns',
    typed: { ...PEOPLE, name: 'Hello Birch' },
  },
}

const count = async (table: string): Promise<number> =>
  (await app.database.pool.query(`select 1 from ${table} where account_id = $1`, [maya.accountId])).rowCount ?? 0

describe.each(Object.entries(MAKING))('%s created in two tabs', (_, { page, to, table, typed }) => {
  test('is a single one, but another one from a page opened afterwards', async () => {
    const before = await count(table)
    const tabs = [await openTab(page), await openTab(page)]
    const made = await maya.send(to, { ...typed, ...tabs[0] })
    const again = await maya.send(to, { ...typed, ...tabs[1] })
    expect(madeBy(made)).not.toBe('')
    expect([madeBy(again), await count(table)]).toEqual([madeBy(made), before + 1])
    const later = await maya.send(to, { ...typed, ...(await openTab(page)) })
    expect([madeBy(later) === madeBy(made), await count(table)]).toEqual([false, before + 2])
  })

  test('is another one if something else was typed', async () => {
    const before = await count(table)
    const tabs = [await openTab(page), await openTab(page)]
    const both = await Promise.all(tabs.map((tab, at) => maya.send(to, { ...typed, name: `Number ${at + 1}`, ...tab })))
    expect([new Set(both.map(madeBy)).size, await count(table)]).toEqual([2, before + 2])
  })
})

test('a refused request is retried from the page that says so', async () => {
  const { once } = await openTab('/lists')
  const refused = await maya.send('/lists', { name: 'x'.repeat(256), once })
  expect(refused.status).toBe(422)
  const shown = /name="once" value="since-(\d+)"/.exec(refused.html)?.[1] ?? '0'
  expect(Number(shown)).toBeGreaterThanOrEqual(Number(once.slice('since-'.length)))
  expect((await maya.send('/lists', { name: 'Shorter', once: `since-${shown}` })).status).toBe(303)
})
