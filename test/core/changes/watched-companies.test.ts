import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { askForWatched, createWatchPlaces, lookAgain } from '../../../src/core/crawl/watched-visits.ts'
import { makeVisit, takeNextCrawl } from '../../../src/core/crawl/crawl-order.ts'
import { tellChanges } from '../../../src/core/changes/tell-changes.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { deliverDueWebhooks } from '../../../src/core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../../../src/core/webhooks/delivery-order.ts'
import { DAY_MS, HOUR_MS, isoDate, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage, sendPage } from '../../internet/test-site.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { openShell } from '../../support/docs/quarry-shell.ts'
import { startHookTarget, verified } from '../../support/doors/hook-target.ts'
import type { HookTarget } from '../../support/doors/hook-target.ts'

const SITE = 'larkmoor.test'
const PEOPLE = [
  ['Amelia Thornton', 'Managing Director'],
  ['Daniel Marsh', 'Head of Finance'],
  ['Claire Whitfield', 'Sales Manager'],
  ['Robert Ellison', 'Operations Manager'],
] as const
const addressOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@${SITE}`
const card = ([name, title]: readonly [string, string]): string =>
  `<div class="card"><h3>${name}</h3><p class="job-title">${name.startsWith('Claire') ? claireIs : title}</p><a href="mailto:${addressOf(name)}">${addressOf(name)}</a></div>`

/** Without an address. */
const nameCard = ([name, title]: readonly [string, string]): string =>
  `<div class="card"><h3>${name}</h3><p class="job-title">${name.startsWith('Claire') ? claireIs : title}</p></div>`

/** Verifying signatures uses the real clock: the day on which the first departure is reported is today. */
const START = new Date(Date.now() - 19 * DAY_MS)
let now = START
let isRobertThere = true
let claireIs = 'Sales Manager'
let internet: Internet
let app: TestApp
let target: HookTarget
let other: HookTarget

beforeAll(async () => {
  internet = await startInternet({
    sites: [
      {
        hosts: [SITE],
        handle: ({ path }, response) => {
          if (path === '/')
            sendPage(
              response,
              htmlPage('Larkmoor', '<p>We brew.</p><a href="/team">Team</a><a href="/about">About</a>'),
            )
          const there = PEOPLE.filter(([name]) => isRobertThere || !name.startsWith('Robert'))
          if (path === '/team') sendPage(response, htmlPage('Team', `<h1>Our team</h1>${there.map(card).join('')}`))
          if (path === '/about')
            sendPage(response, htmlPage('About', `<h1>About us</h1>${there.map(nameCard).join('')}`))
          return path === '/' || path === '/team' || path === '/about'
        },
      },
    ],
  })
  app = await startApp({
    internet,
    replace: { clock: { now: () => now } },
    // There is no worker: the test decides what is visited and reported when.
    env: {
      QUARRY_ROLE: 'server',
      QUARRY_CRAWL_WAIT_MS: '0',
      QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
      QUARRY_RATE_LIMIT_FACTOR: '0',
    },
  })
  target = await startHookTarget()
  other = await startHookTarget()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await internet.stop()
})

const pass = (days: number) => (now = new Date(now.getTime() + days * DAY_MS))
const dayOf = (days: number): string => isoDate(new Date(START.getTime() + days * DAY_MS))
const signal = new AbortController().signal
const requests = () => internet.requests.filter(({ host }) => host === SITE).length

/**
 * Does what the worker does with what is due.
 * @returns which sites were visited
 */
async function visitDue(): Promise<string[]> {
  await askForWatched(app.context)
  const visited: string[] = []
  for (;;) {
    const taken = await takeNextCrawl(app.context, true)
    if (taken === null) return visited
    await makeVisit(app.context, taken, { signal })
    visited.push(taken.domain)
  }
}

/** Delivers what webhooks are due to receive. */
async function tell(): Promise<void> {
  await tellChanges(app.context, signal)
  await deliverDueWebhooks(app.context, signal, createWebhookTurns())
}

const told = (at: HookTarget) => at.calls.map(({ payload }) => payload)
const remove = async (body: object) => {
  const headers = { 'x-api-key': app.key, 'content-type': 'application/json' }
  const answer = await fetch(`${app.origin}/v2/watches`, { method: 'DELETE', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { data: unknown }
}

test('a watched company is revisited, and people who leave or come back are reported', async () => {
  const watched = await app.post('/v2/watches', { domains: [`www.${SITE}`], types: ['left', 'returned'] })
  expect(watched.body).toMatchObject({
    data: { watched: 1, added: 1, removed: 0 },
    meta: { limit: 1_000, left_out: [], left_out_count: 0 },
  })
  const [watch] = (await app.get('/v2/watches')).body.data as { id: number }[]
  expect(watch).toMatchObject({ domain: SITE, types: ['left', 'returned'], every_days: 7, last_visited_at: null })
  const filter_on = `watch/${watch?.id}`
  const hook = { target_url: target.url, event: 'change.detected', filter_on }
  const { secret } = (await app.post('/v2/webhooks', hook)).body.data as { secret: string }

  expect(await visitDue()).toEqual([SITE])
  expect(await visitDue()).toEqual([])
  pass(3)
  expect(await visitDue()).toEqual([])
  isRobertThere = false
  for (let visits = 0; visits < 2; visits++) {
    pass(8)
    expect(await visitDue()).toEqual([SITE])
  }

  await tell()
  await tell()
  expect(told(target)).toHaveLength(1)
  expect(told(target)[0]).toMatchObject({
    type: 'change.detected',
    data: {
      undone: false,
      watch_id: watch?.id,
      change: {
        type: 'left',
        domain: SITE,
        person: { full_name: 'Robert Ellison', email: addressOf('Robert Ellison') },
        before: 'Operations Manager',
        happened_between: [dayOf(0), dayOf(11)],
      },
    },
  })
  expect(target.calls.map((call) => verified(call, secret))).toHaveLength(1)

  const { call } = await toolCaller<{ full_name?: string }>(app)
  const changes = await call('list_changes', { domain: SITE })
  expect(changes.structuredContent).toMatchObject({ data: [{ type: 'left' }], meta: { watched: true } })
  const former = await call('domain_search', {
    domain: SITE,
    affiliation: ['former'],
    fields: ['value', 'affiliation'],
  })
  expect(former.structuredContent?.data).toMatchObject({
    emails: [{ value: addressOf('Robert Ellison'), affiliation: { state: 'former' } }],
  })

  isRobertThere = true
  pass(8)
  await visitDue()
  await tell()
  expect(told(target).slice(1)).toMatchObject([
    { data: { undone: true, change: { id: 1, type: 'left', undone_at: now.toISOString() } } },
  ])
})

test('pending reports are made once, and what is undone beforehand is not reported', async () => {
  const hook = { target_url: other.url, event: 'change.detected' }
  await app.post('/v2/webhooks', hook)
  isRobertThere = false
  for (let visits = 0; visits < 2; visits++) {
    pass(8)
    await visitDue()
  }
  isRobertThere = true
  pass(8)
  await visitDue()
  await tell()
  expect(told(other)).toEqual([])
  isRobertThere = false
  for (let visits = 0; visits < 2; visits++) {
    pass(8)
    await visitDue()
  }
  other.answerWith(503)
  await tell()
  other.answerWith(204)
  now = new Date(now.getTime() + MINUTE_MS)
  await tell()
  const ids = told(other).map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

test('a site is read at most daily, however often it is requested, and not at all when no account watches it', async () => {
  await app.post('/v2/watches', { domains: [SITE], every_days: 1 })
  pass(2)
  expect(await visitDue()).toEqual([SITE])
  const before = requests()
  now = new Date(now.getTime() + 20 * HOUR_MS)
  await app.post('/v2/watches', { domains: [SITE], every_days: 1 })
  expect(await visitDue()).toEqual([])
  expect(requests()).toBe(before)
  expect((await remove({ domains: [SITE] })).data).toEqual({ watched: 0, added: 0, removed: 1 })
  pass(30)
  expect(await visitDue()).toEqual([])
  expect((await app.get(`/v2/changes?domain=${SITE}`)).body.meta).toMatchObject({ watched: false })
})

test('a site is revisited, at most once a day, when a mail server no longer knows somebody it shows', async () => {
  const refused = [{ domain: SITE, value: addressOf('Daniel Marsh') }]
  await lookAgain(app.context, [{ domain: SITE, value: addressOf('Robert Ellison') }])
  expect(await visitDue()).toEqual([])
  await lookAgain(app.context, refused)
  expect(await visitDue()).toEqual([SITE])
  await lookAgain(app.context, refused)
  expect(await visitDue()).toEqual([])
})

test('a visit queued for a watch passes to a caller who requests the site', async () => {
  await app.post('/v2/watches', { domains: ['elsewhere.test'] })
  await askForWatched(app.context)
  expect(await takeNextCrawl(app.context, false)).toBeNull()
  await app.get('/v2/domain-search?domain=elsewhere.test')
  expect(await takeNextCrawl(app.context, false)).toMatchObject({ domain: 'elsewhere.test', isForWatch: false })
  await remove({ domains: ['elsewhere.test'] })
})

test('a tenth of the visits go to watched sites; if there are few visits, one does while no other is open', () => {
  const places = createWatchPlaces({ visits: 25, concurrency: 8 })
  const leave = places.enter()
  expect(places.hasRoom(1)).toBe(true)
  places.enter()
  expect(places.hasRoom(2)).toBe(false)
  leave()
  expect(places.hasRoom(24)).toBe(true)
  const narrow = createWatchPlaces({ visits: 4, concurrency: 1 })
  expect([narrow.hasRoom(0), narrow.hasRoom(1)]).toEqual([true, false])
})

test('the plan sets how many can be watched; opted-out domains and mailbox providers are left out and listed', async () => {
  await addOptout(app.context, 'hidden.test', null)
  const some = await app.post('/v2/watches', { domains: ['hidden.test', 'gmail.com', 'a.test'] })
  expect(some.body).toMatchObject({
    data: { watched: 1, added: 1 },
    meta: {
      left_out: [
        { domain: 'hidden.test', reason: 'opted_out' },
        { domain: 'gmail.com', reason: 'webmail' },
      ],
    },
  })
  const { key } = await createAccount(app.context, 'free')
  const owner = { 'x-api-key': key }
  const many = Array.from({ length: 26 }, (_, index) => `site${index}.test`)
  await app.post('/v2/watches', { domains: ['a.test'] }, owner)
  const refused = await app.post('/v2/watches', { domains: many }, owner)
  expect(refused).toMatchObject({
    status: 403,
    body: { errors: [{ id: 'forbidden', details: 'The plan allows 25 watched companies; you already watch 1.' }] },
  })
  const list = (await app.post('/v2/leads_lists', { name: 'Customers' }, owner)).body.data as { id: number }
  const people = many.map((domain) => `jo.doe@${domain}`)
  await app.post('/v2/leads/bulk/save', { people, leads_list_id: list.id }, owner)
  const { call } = await toolCaller({ ...app, key })
  const watched = await call('watch_companies', { leads_list_id: list.id })
  expect(watched.structuredContent).toMatchObject({
    data: { watched: 25, added: 24 },
    meta: { limit: 25, left_out_count: 2, left_out: [{ reason: 'limit' }, { reason: 'limit' }] },
  })
  const removed = await call('watch_companies', { leads_list_id: list.id, remove: true })
  expect(removed.structuredContent?.data).toEqual({ watched: 1, added: 0, removed: 24 })
  const wrong = await app.post('/v2/watches', { domains: ['not a domain'] })
  expect(wrong.body.errors).toMatchObject([{ id: 'invalid_domain' }])
})

test('public suffixes cannot be watched', async () => {
  const { status, body } = await app.post('/v2/watches', { domains: ['fernleigh.example', 'co.uk'] })
  const details = 'co.uk is a public suffix: companies register their domains under it.'
  expect([status, body.errors]).toMatchObject([400, [{ id: 'invalid_domain', details }]])
  expect((await app.get('/v2/watches?domain=fernleigh.example')).body.data).toEqual([])
  expect((await app.post('/v2/watches', { domains: ['co.uk'], remove: true })).status).toBe(200)
  const list = (await app.post('/v2/leads_lists', { name: 'Islands' })).body.data as { id: number }
  await app.post('/v2/leads/bulk/save', { people: ['jo.doe@co.uk'], leads_list_id: list.id })
  const watched = await app.post('/v2/watches', { leads_list_id: list.id })
  expect(watched.body).toMatchObject({
    data: { added: 0 },
    meta: { left_out: [{ domain: 'co.uk', reason: 'public_suffix' }] },
  })
  expect((await app.get('/v2/domain-search?domain=www.co.uk')).body.errors).toMatchObject([{ details }])
})

test('all changes at watched companies form one list, and an operator can read and request it at a shell', async () => {
  await app.post('/v2/watches', { domains: [SITE] })
  claireIs = 'Sales Director'
  for (let visits = 0; visits < 2; visits++) {
    pass(8)
    await visitDue()
  }
  const oldest = (await app.get('/v2/changes?watched=true')).body
  const newest = (await app.get('/v2/changes?watched=true&sort=newest&limit=1')).body
  const rows = oldest.data as { id: number }[]
  expect(rows.length).toBeGreaterThan(1)
  expect(newest).toMatchObject({ data: [rows.at(-1)], meta: { next_cursor: rows.at(-1)?.id, watched: true } })
  expect(newest.data).toMatchObject([
    {
      type: 'title_changed',
      before: 'Sales Manager',
      after: 'Sales Director',
      seniority: { before: 'senior', after: 'senior' },
      department: { before: 'sales', after: 'sales' },
    },
  ])
  const behind = await app.get(`/v2/changes?watched=true&sort=newest&limit=1&cursor=${rows.at(-1)?.id}`)
  expect(behind.body.data).toEqual([rows.at(-2)])
  expect((await app.get('/v2/changes?sort=newest')).status).toBe(400)

  const shell = openShell({ DATABASE_URL: app.database.connectionString, QUARRY_CRAWL: 'off' })
  const told = await shell.quarry('changes', SITE, '--type', 'left', '--limit', '1')
  expect(told.out).toMatch(/^BY +DOMAIN +CHANGE +PERSON +BEFORE → AFTER\n\d{4}-\d\d-\d\d +larkmoor\.test +left/)
  expect(JSON.parse((await shell.quarry('changes', '--json')).out)).toMatchObject({ data: oldest.data })
  expect(await shell.quarry('watch', 'remove', SITE)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^1 removed\. Watched: 1 of at most 1000 companies\.\n$/) as string,
  })
  expect((await shell.quarry('watch', 'add', SITE, 'gmail.com', '--every', '3')).out).toBe(
    '1 added. Watched: 2 of at most 1000 companies.\ngmail.com  left out: a mail provider that many companies use\n',
  )
  expect((await shell.quarry('watch', 'list')).out).toMatch(/larkmoor\.test +3 days +all +\d{4}-\d\d-\d\d/)
  expect(await shell.quarry('watch', 'add')).toMatchObject({ code: 1 })
})

test.each([
  ['', 'Send one of domain, leads_list_id or watched=true.'],
  [`watched=true&domain=${SITE}`, 'Send one of domain, leads_list_id or watched=true.'],
  ['watched=true&cursor=-1', 'cursor must be the meta.next_cursor of an earlier answer; it is -1.'],
  ['watched=true&cursor=last', 'cursor must be the meta.next_cursor of an earlier answer; it is "last".'],
  ['watched=perhaps', 'watched must be true or false; it is "perhaps".'],
  [
    'watched=true&since=2026-02-30',
    'since must be a date such as 2026-03-01, or a time in ISO 8601; it is "2026-02-30".',
  ],
  ...['0000-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59-14:00'].map((since): [string, string] => [
    `watched=true&since=${encodeURIComponent(since)}`,
    `since must be a date such as 2026-03-01, or a time in ISO 8601; it is "${since}".`,
  ]),
])('changes of ?%s are refused in one sentence', async (query, details) => {
  const { status, body } = await app.get(`/v2/changes?${query}`)
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ id: 'wrong_params', details })]])
})

test('continuing from 0 shows everything, and since means the same in every time zone', async () => {
  const all = (await app.get(`/v2/changes?domain=${SITE}`)).body.data as { detected_at: string }[]
  const from = async (query: string) => (await app.get(`/v2/changes?domain=${SITE}&${query}`)).body.data
  expect(all.length).toBeGreaterThan(0)
  expect(await from('cursor=0')).toEqual(all)
  const last = all.at(-1)?.detected_at ?? ''
  expect(await from(`since=${last}`)).toEqual(await from(`since=${last.replace('Z', '')}`))
  expect(await from(`since=${last}`)).toContainEqual(all.at(-1))
  expect(await from(`since=${encodeURIComponent(last.replace('Z', '-00:01'))}`)).toEqual([])
})

test('people who opt out are no longer mentioned: not in past observations and reports, stored bodies, or later ones', async () => {
  const robert = addressOf('Robert Ellison')
  const kept = async () => {
    const text = `select (select count(*) from changes where address = $1 or person_name = 'Robert Ellison')
      + (select count(*) from person_observations where address = $1 or name = 'Robert Ellison')
      + (select count(*) from addresses where value = $1)
      + (select count(*) from webhook_deliveries where position($1 in payload) + position('Robert Ellison' in payload) > 0) as rows`
    return (await app.database.pool.query<{ rows: number }>(text, [robert])).rows[0]?.rows
  }
  await app.post('/v2/webhooks', { target_url: other.url, event: 'lead.created' })
  await app.post('/v2/leads', { email: robert, first_name: 'Robert' })
  expect(await kept()).toBeGreaterThan(4)
  const shell = openShell({ DATABASE_URL: app.database.connectionString, QUARRY_CRAWL: 'off' })
  const exported = JSON.parse((await shell.quarry('export', 'person', robert)).out) as Record<string, { uri: string }[]>
  expect(new Set(exported['person_observations']?.map(({ uri }) => new URL(uri).pathname))).toEqual(
    new Set(['/team', '/about']),
  )
  const shown = (await app.post('/v2/people/kept', { email: robert })).body
  expect(JSON.stringify(shown)).toContain('/about')

  const operator = await createKey(app.context, { name: 'Operator', readOnly: false, operator: true })
  const optedOut = await app.post('/v2/suppressions', { email: robert }, { 'x-api-key': operator.key })
  expect(optedOut.status).toBe(201)
  expect(await kept()).toBe(0)

  isRobertThere = true
  await app.post('/v2/watches', { domains: [SITE] })
  pass(8)
  expect(await visitDue()).toContain(SITE)
  const file = join(await mkdtemp(join(tmpdir(), 'quarry-people-')), 'people.csv')
  await writeFile(file, `email,name,title\n${robert},Robert Ellison,Operations Manager\n`)
  expect(await shell.quarry('import', 'people', file)).toMatchObject({ code: 0 })
  await rm(dirname(file), { recursive: true })
  expect(await kept()).toBe(0)
})
