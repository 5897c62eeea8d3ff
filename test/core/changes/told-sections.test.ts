import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')
const DAYS = ['2026-06-01', '2026-07-06', '2026-08-10', '2026-09-14', '2026-10-19']

let app: TestApp
let folder: string
let files = 0
beforeAll(async () => {
  app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
  folder = await mkdtemp(join(tmpdir(), 'quarry-sections-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const TEAM = [
  ['Amelia Thornton', 'Managing Director'],
  ['Daniel Marsh', 'Head of Finance'],
  ['Claire Whitfield', 'Sales Manager'],
  ['Robert Ellison', 'Operations Manager'],
  ['Hannah Lindley', 'Buyer'],
  ['Owen Prescott', 'Accountant'],
  ['Paula Renwick', 'Clerk'],
  ['Simon Tarrant', 'Driver'],
] as const
type Shown = readonly (readonly [string, string])[]
const cards = (people: Shown, domain: string | null): string =>
  people
    .map(([name, title]) => {
      const address = `${name.replace(' ', '.').toLowerCase()}@${domain}`
      return `<div><h3>${name}</h3><p>${title}</p>${domain === null ? '' : `<a href="mailto:${address}">${address}</a>`}</div>`
    })
    .join('')

/** What is told of a team page with these bodies, one a look. */
async function told(domain: string, bodyAt: (look: number) => string): Promise<unknown[]> {
  const path = join(folder, `${++files}.warc.gz`)
  const records = DAYS.map((day, look) =>
    warcRecord({
      uri: `https://${domain}/team`,
      date: `${day}T10:00:00Z`,
      block: httpPage(`<html lang="en"><body><h1>Our team</h1>${bodyAt(look)}</body></html>`),
    }),
  )
  await writeFile(path, inMembers(records))
  await utimes(path, TODAY, TODAY)
  const { signal } = new AbortController()
  const wanted = { sources: [path], prefix: '', addressesOnly: false, signal, onProgress: () => undefined }
  await importArchives(app.context, wanted)
  const { data } = (await app.get(`/v2/changes?domain=${domain}`)).body as { data: Record<string, unknown>[] }
  return data.flatMap(({ type, person, undone_at: undone }) =>
    undone === null ? [`${type as string} ${(person as { full_name: string }).full_name}`] : [],
  )
}
const without = (...gone: number[]): Shown => TEAM.filter((_, at) => !gone.includes(at))

test('people who appear below the heading of those who left have left, and the finder sells no guess', async () => {
  const domain = 'fellgate.example'
  const others: Shown = [['Harriet Colby', 'Analyst']]
  const changes = await told(domain, (look) =>
    look < 2
      ? `${cards(TEAM, domain)}<h2>Alumni</h2>${cards(others, null)}`
      : `${cards(without(3), domain)}<h2>Alumni</h2>${cards([...others, TEAM[3]], null)}`,
  )
  expect(changes).toEqual(['left Robert Ellison'])
  const { body } = await app.get(`/v2/email-finder?domain=${domain}&full_name=Robert+Ellison`)
  expect(body).toMatchObject({ data: { email: null }, meta: { reason: 'left_company' } })
})

test('customers who are quoted neither join nor leave', async () => {
  const quoted = (look: number): Shown => [
    look < 2 ? ['Gregor Vasile', 'Director, Northfold'] : ['Hedda Ruiz', 'Buyer, Saltmere'],
  ]
  const bodyAt = (look: number): string =>
    `${cards(TEAM, null)}<h2>What our clients say</h2>${cards(quoted(look), null)}`
  expect(await told('mossgate.example', bodyAt)).toEqual([])
})

test('a list that goes on behind a button tells of nobody', async () => {
  const bodyAt = (look: number, button: string): string => cards(look === 1 ? TEAM : without(6, 7), null) + button
  expect(await told('cutlist.example', (look) => bodyAt(look, '<button>Load more</button>'))).toEqual([])
  expect(await told('wholelist.example', (look) => bodyAt(look, '<h2>News</h2><p>We have moved.</p>'))).toEqual([
    'joined Paula Renwick',
    'joined Simon Tarrant',
    'left Paula Renwick',
    'left Simon Tarrant',
  ])
})

test('a page that shows some of the people in turn tells of nobody', async () => {
  const bodyAt = (look: number): string =>
    cards(
      [0, 1, 2, 3].map((at) => TEAM[(look * 3 + at) % TEAM.length] ?? TEAM[0]),
      null,
    )
  expect(await told('inturn.example', bodyAt)).toEqual([])
})
