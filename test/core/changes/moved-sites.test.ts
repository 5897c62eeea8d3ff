import { afterAll, beforeAll, expect, test } from 'vitest'
import { followCrawl } from '../../../src/core/crawl/follow-crawl.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage, redirectTo, sendPage } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

const START = new Date('2026-06-01T09:00:00Z')
let now = START
/** Where a site redirects; without an entry it does not. */
const leads = new Map<string, { to: string; status: number }>()
let internet: Internet
let app: TestApp

const card = (name: string, title: string): string => `<div class="card"><h3>${name}</h3><p>${title}</p></div>`
const team = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield'].map((name) => card(name, 'Sales Manager')).join('')
const start = (more: string) => htmlPage('Brewery', `<p>We brew.</p><a href="/team">Team</a>${more}`)

beforeAll(async () => {
  const home = (host: string, more = '') => ({
    hosts: [host],
    handle: ({ path }: { path: string }, response: Parameters<typeof sendPage>[0]) => {
      const lead = leads.get(host)
      if (path === '/robots.txt' || path === '/sitemap.xml') return false
      if (lead !== undefined) sendPage(response, redirectTo(`http://${lead.to}/`, lead.status))
      else if (path === '/') sendPage(response, start(more))
      else if (path === '/team') sendPage(response, htmlPage('Team', `<h1>Team</h1>${team}`))
      else return false
      return true
    },
  })
  const mail = '<a href="mailto:office@fernleigh.test">office@fernleigh.test</a>'
  internet = await startInternet({
    sites: [home('fernleigh.test'), home('brookside.test'), home('oakmere.test'), home('fernbrew.test', mail)],
  })
  app = await startApp({
    internet,
    replace: { clock: { now: () => now } },
    env: { QUARRY_ROLE: 'server', QUARRY_CRAWL_WAIT_MS: '0' },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

async function visit(domain: string, days: number): Promise<void> {
  now = new Date(now.getTime() + days * DAY_MS)
  await followCrawl(app.context, domain, new AbortController().signal, () => undefined)
}
const told = async (domain: string) =>
  ((await app.get(`/v2/changes?domain=${domain}`)).body.data as Record<string, unknown>[]).map(
    ({ type, after, undone_at }) => ({ type, after, undone: undone_at !== null }),
  )

test('a site that redirects permanently to a domain that mentions it has moved; when it is back, the move is undone', async () => {
  await visit('fernleigh.test', 0)
  leads.set('fernleigh.test', { to: 'fernbrew.test', status: 302 })
  await visit('fernleigh.test', 8)
  expect(await told('fernleigh.test')).toEqual([])
  leads.set('fernleigh.test', { to: 'fernbrew.test', status: 301 })
  await visit('fernleigh.test', 8)
  await visit('fernleigh.test', 8)
  expect(await told('fernleigh.test')).toEqual([{ type: 'site_moved', after: 'fernbrew.test', undone: false }])
  leads.delete('fernleigh.test')
  await visit('fernleigh.test', 8)
  expect(await told('fernleigh.test')).toEqual([{ type: 'site_moved', after: 'fernbrew.test', undone: true }])
})

test('a site that redirects to unrelated ones has not moved, and a first visit reports nothing', async () => {
  await visit('brookside.test', 0)
  leads.set('brookside.test', { to: 'oakmere.test', status: 301 })
  await visit('brookside.test', 8)
  expect(await told('brookside.test')).toEqual([])
  leads.set('oakmere.test', { to: 'fernbrew.test', status: 301 })
  await visit('oakmere.test', 8)
  expect(await told('oakmere.test')).toEqual([])
})
