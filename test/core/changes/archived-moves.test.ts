import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')
let app: TestApp
let folder: string
let files = 0

beforeAll(async () => {
  app = await startApp({ replace: { clock: { now: () => TODAY } }, env: { QUARRY_ROLE: 'server' } })
  folder = await mkdtemp(join(tmpdir(), 'quarry-moves-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** A capture of the team page, which names three people. */
const look = (domain: string, date: string): Buffer =>
  warcRecord({
    uri: `https://${domain}/team`,
    date: `${date}T10:00:00Z`,
    block: httpPage(
      `<h1>Our team</h1>${['Amelia Thornton', 'Daniel Marsh', 'Claire Whitfield'].map((name) => `<div><h3>${name}</h3><p>Sales Manager</p></div>`).join('')}`,
    ),
  })

/** A capture of the start page, which redirects. */
const redirect = (domain: string, to: string, date: string, status = 301): Buffer =>
  warcRecord({
    uri: `https://www.${domain}/`,
    date: `${date}T10:00:00Z`,
    block: httpPage('', { Location: to }).replace('200 OK', `${status} Moved`),
  })

async function importAll(records: readonly Buffer[]): Promise<void> {
  const path = join(folder, `${++files}.warc.gz`)
  await writeFile(path, inMembers(records))
  await utimes(path, TODAY, TODAY)
  const { signal } = new AbortController()
  const wanted = { sources: [path], prefix: '', addressesOnly: false, signal, onProgress: () => undefined }
  await importArchives(app.context, wanted)
}

async function told(domain: string): Promise<unknown[]> {
  const { data } = (await app.get(`/v2/changes?domain=${domain}`)).body as { data: Record<string, unknown>[] }
  return data.flatMap((change) =>
    change['undone_at'] === null ? [[change['type'], change['after'], change['happened_between']]] : [],
  )
}

test('a start page that redirects permanently to a domain of the same name has moved, in any order of archives', async () => {
  const records = [
    look('cairn.example', '2026-08-03'),
    look('cairn.example', '2026-08-17'),
    redirect('cairn.example', 'https://cairn.test/', '2026-09-07'),
    redirect('cairn.example', '//www.cairn.test/en/', '2026-09-21'),
  ]
  for (const place of [2, 0, 3, 1]) await importAll(records.slice(place, place + 1))
  expect(await told('cairn.example')).toEqual([['site_moved', 'cairn.test', ['2026-08-17', '2026-09-07']]])
  await importAll([look('cairn.example', '2026-10-05')])
  expect(await told('cairn.example')).toEqual([])
})

test('other redirects are no moves', async () => {
  const domain = 'fellrig.example'
  await importAll([
    look(domain, '2026-08-03'),
    redirect(domain, 'https://fellrig.test/', '2026-09-07', 302),
    redirect(domain, 'https://fellrig.test/shop/', '2026-09-08'),
    redirect(domain, 'https://shop.fellrig.test/', '2026-09-09'),
    redirect(domain, 'https://parking.test/', '2026-09-10'),
    redirect(domain, `https://${domain}/home`, '2026-09-11'),
    redirect(`blog.${domain}`, 'https://fellrig.test/', '2026-09-12'),
  ])
  expect(await told(domain)).toEqual([])
})
