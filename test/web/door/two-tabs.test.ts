import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedMailbox } from '../../support/doors/campaign-client.ts'
import { formOn } from '../../support/web/form-on.ts'
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

const idFrom = async (path: string, body: object): Promise<number> =>
  ((await app.post(path, body)).body.data as { id: number }).id

interface Editing {
  make: () => Promise<string>
  /** Where the form leads. */
  to: RegExp
  first: Record<string, string>
  second: Record<string, string | string[]>
}
const campaign = async (): Promise<string> => `/campaigns/${await idFrom('/v2/sequences', { name: 'Hello' })}`
const EDITING: Readonly<Record<string, Editing>> = {
  'a person': {
    make: async () => `/leads/${await idFrom('/v2/leads', { email: 'a@birch.example', notes: 'A\nB' })}`,
    to: /^\/leads\/\d+$/,
    first: { position: 'Head of Sales' },
    second: { phone_number: '+351 21 000 00 00' },
  },
  'a step': {
    make: async () => `${await campaign()}/write`,
    to: /\/steps\/\d+\?/,
    first: { body: 'Dear {{email}},\nthis took an hour.' },
    second: { subject: 'A question' },
  },
  'a schedule': {
    make: async () => `${await campaign()}/schedule`,
    to: /\/schedule$/,
    first: { schedule_time_start: '07:30' },
    second: { schedule_days: ['1', '6'], bcc_recipient: 'copy@birch.example' },
  },
  'a list': {
    make: async () => {
      expect(await idFrom('/v2/leads_lists/folders', { name: 'Fairs' })).toBe(1)
      return `/lists/${await idFrom('/v2/leads_lists', { name: 'Elm' })}`
    },
    to: /^\/lists\/\d+$/,
    first: { leads_list_folder_id: '1' },
    second: { name: 'Oak' },
  },
  'a webhook': {
    make: async () =>
      `/settings/webhooks/${await idFrom('/v2/webhooks', { target_url: 'https://hooks.birch.example/a', event: 'lead.created' })}`,
    to: /^\/settings\/webhooks\/\d+$/,
    first: { target_url: 'https://hooks.birch.example/b' },
    second: { event: 'message.sent' },
  },
  'a mailbox': {
    make: async () => `/mailboxes/${await seedMailbox(app)}/settings`,
    to: /\/settings$/,
    first: { signature: 'Maya\nBirch', ramp: 'true' },
    second: { daily_limit: '33', own_hours: 'true', hours_start: '08:00' },
  },
  'a profile': {
    make: () => Promise.resolve('/settings/profile'),
    to: /^\/settings\/profile$/,
    first: { theme: 'dark', compact: 'true' },
    second: { first_name: 'Maya' },
  },
}

describe.each(Object.entries(EDITING))('%s changed in two tabs', (_, { make, to, first, second }) => {
  test('keeps what either changed, and what either left alone', async () => {
    const page = await make()
    const tabs = [await formOn(maya, page, to), await formOn(maya, page, to)]
    for (const [at, typed] of [first, second].entries()) {
      const { action = '', fields = {} } = tabs[at] ?? {}
      expect((await maya.send(action, { ...fields, ...typed })).status).toBe(303)
    }
    await maya.see(page) // says what was saved, with a form that undoes it
    const { shown: _shown, ...now } = (await formOn(maya, page, to)).fields
    const { shown: _old, ...before } = tabs[0]?.fields ?? {}
    const wanted = Object.entries({ ...before, ...first, ...second })
    expect(now).toEqual(Object.fromEntries(wanted.map(([name, value]) => [name, [value].flat()])))
  })
})
