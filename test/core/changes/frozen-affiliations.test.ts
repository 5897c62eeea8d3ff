import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyChanges } from '../../../src/core/crawl/settle-site.ts'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')
const STAFF = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison']
const ROBERT = 'Robert Ellison'

let now = TODAY
let app: TestApp
let folder: string
let worlds = 0

beforeAll(async () => {
  app = await startApp({
    replace: { clock: { now: () => now } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
  folder = await mkdtemp(join(tmpdir(), 'quarry-frozen-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Capture {
  on: string
  html: (domain: string) => string
  path?: string
  status?: number
}

const localOf = (name: string): string => name.toLowerCase().replace(' ', '.')
const cards = (people: readonly string[], domain: string): string =>
  people
    .map(
      (name) =>
        `<div class="card"><h3>${name}</h3><p class="job-title">Manager</p><a href="mailto:${localOf(name)}@${domain}">${localOf(name)}@${domain}</a></div>`,
    )
    .join('')
const page = (on: string, people: readonly string[], more: Partial<Capture> = {}): Capture => ({
  on,
  html: (domain) => `<html lang="en"><body><h1>Our team</h1>${cards(people, domain)}</body></html>`,
  ...more,
})
/** The same page in another layout. */
const redesigned = (on: string, people: readonly string[]): Capture =>
  page(on, people, {
    html: (domain) =>
      `<html lang="en"><body><main class="grid"><section class="people"><h2 class="top">Team</h2><table class="wide"><tr><th>Name</th><th>Position</th><th>Email</th></tr>${people
        .map(
          (name) =>
            `<tr class="row"><td class="who">${name}</td><td class="does">Manager</td><td class="mail">${localOf(name)}@${domain}</td></tr>`,
        )
        .join('')}</table></section></main></body></html>`,
  })
const gone = (on: string, status = 404): Capture =>
  page(on, [], { status, html: () => '<html><body><h1>Not found</h1></body></html>' })
const german = (on: string): Capture =>
  page(on, [], {
    html: (domain) =>
      `<html lang="de"><body><h1>Unser Team</h1>${cards(['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield'], domain)}</body></html>`,
  })
const empty = (on: string): Capture =>
  page(on, [], { html: () => '<html lang="en"><body><h1>Our team</h1><p>We are many.</p></body></html>' })

/** Imports captures of a new site; returns its domain. */
async function siteOf(captures: readonly Capture[]): Promise<string> {
  const domain = `scree${++worlds}.example`
  const file = join(folder, `${worlds}.warc.gz`)
  const records = captures.map(({ on, html, path = '/team', status = 200 }) =>
    warcRecord({
      uri: `https://${domain}${path}`,
      date: `${on}T10:00:00Z`,
      block: httpPage(html(domain)).replace('200 OK', `${status} Said`),
    }),
  )
  await writeFile(file, inMembers(records))
  await utimes(file, TODAY, TODAY)
  await importArchives(app.context, {
    sources: [file],
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  return domain
}

/** What a search says of Robert. */
async function stateAt(domain: string): Promise<string | undefined> {
  const { body } = await app.get(`/v2/domain-search?domain=${domain}&include=affiliation`)
  const { emails } = body.data as { emails: { value: string; affiliation: { state: string } }[] }
  return emails.find(({ value }) => value === `${localOf(ROBERT)}@${domain}`)?.affiliation.state
}

const others = STAFF.filter((name) => name !== ROBERT)
const SEEN = page('2026-09-01', STAFF)

const HISTORIES: readonly (readonly [what: string, state: string, captures: readonly Capture[]])[] = [
  ['the page is missing', 'current', [SEEN, gone('2026-09-15'), gone('2026-09-29', 410)]],
  ['the page is served in another language', 'current', [SEEN, german('2026-09-15'), german('2026-09-29')]],
  ['the page was redesigned', 'current', [SEEN, redesigned('2026-09-15', others)]],
  ['the page shows nobody at all', 'current', [SEEN, empty('2026-09-15')]],
  [
    'the page has been read twice since it was redesigned',
    'unknown',
    [SEEN, ...['2026-09-15', '2026-09-17', '2026-09-19'].map((on) => redesigned(on, others))],
  ],
  ['the page lists the others', 'unknown', [SEEN, page('2026-09-15', others)]],
  ['the page listed the others and is missing now', 'unknown', [SEEN, page('2026-09-15', others), gone('2026-09-29')]],
  [
    'the page is missing, and another one lists the others',
    'unknown',
    [
      SEEN,
      page('2026-09-01', STAFF, { path: '/people' }),
      gone('2026-09-15'),
      page('2026-09-15', others, { path: '/people' }),
    ],
  ],
]

test.each(HISTORIES)(
  'if %s, somebody it showed is %s, in whatever order it was captured',
  async (_, state, captures) => {
    expect(await stateAt(await siteOf(captures))).toBe(state)
    expect(await stateAt(await siteOf(captures.toReversed()))).toBe(state)
  },
)

test('somebody whose page is missing becomes likely with time', async () => {
  const domain = await siteOf([SEEN, gone('2026-09-15')])
  const states: unknown[] = []
  for (const on of ['2026-12-20', '2027-01-10']) {
    now = new Date(`${on}T10:00:00Z`)
    await tidyChanges(app.context)
    states.push(await stateAt(domain))
  }
  now = TODAY
  expect(states).toEqual(['current', 'likely'])
})
