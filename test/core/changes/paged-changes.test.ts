import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')
const STAFF = ['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield', 'Robert Ellison', 'Ines Calder']
const SITES = 24
const IMPORTS = 3

const siteOf = (at: number): string => `moor${at}.example`
const card = (name: string, domain: string): string =>
  `<div class="card"><h3>${name}</h3><p class="job-title">Sales Manager</p><a href="mailto:${name.toLowerCase().replace(' ', '.')}@${domain}">Mail</a></div>`
const look = (domain: string, day: string, people: readonly string[]): Buffer =>
  warcRecord({
    uri: `https://${domain}/team`,
    date: `${day}T10:00:00Z`,
    block: httpPage(
      `<html lang="en"><body><h1>Team</h1>${people.map((name) => card(name, domain)).join('')}</body></html>`,
    ),
  })

async function importSites(app: TestApp, folder: string, part: number): Promise<void> {
  const path = join(folder, `${part}.warc.gz`)
  const records = Array.from({ length: SITES / IMPORTS }, (_, at) => siteOf(at * IMPORTS + part)).flatMap((site) => [
    look(site, '2026-08-03', STAFF.slice(0, 3)),
    look(site, '2026-08-17', STAFF.slice(0, 4)),
    look(site, '2026-09-07', STAFF),
  ])
  await writeFile(path, inMembers(records))
  await utimes(path, TODAY, TODAY)
  const { signal } = new AbortController()
  await importArchives(app.context, {
    sources: [path],
    prefix: '',
    addressesOnly: false,
    signal,
    onProgress: () => undefined,
  })
}

test('a reader who pages while changes are being found sees each one once, and misses none', async () => {
  await using app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quarry-paged-'))
  const domains = Array.from({ length: SITES }, (_, at) => siteOf(at))
  await app.post('/v2/watches', { domains })
  let isOver = false
  const imports = Promise.all(Array.from({ length: IMPORTS }, (_, part) => importSites(app, folder, part))).finally(
    () => (isOver = true),
  )
  const seen: number[] = []
  for (let wasOver = false; ;) {
    const path = `/v2/changes?watched=true&limit=2&cursor=${seen.at(-1) ?? 0}`
    const rows = (await app.get(path)).body.data as { id: number }[]
    seen.push(...rows.map(({ id }) => id))
    if (rows.length === 0 && wasOver) break
    wasOver = isOver
  }
  await imports
  await rm(folder, { recursive: true })
  const { rows } = await app.database.pool.query<{ id: number }>('select id from changes order by id')
  expect(rows).toHaveLength(2 * SITES)
  expect(seen).toEqual(rows.map(({ id }) => id))
})
