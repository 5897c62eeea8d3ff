import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startInternet } from '../internet/internet.ts'
import { htmlPage } from '../internet/test-site.ts'
import type { TestSite } from '../internet/test-site.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { machines } from '../support/process/machines.ts'

/** Machines on one database detect technologies by the same rules, whichever of them has the files. */

const siteOf = (host: string): TestSite => ({
  hosts: [host],
  pages: { '/': htmlPage('Firm', `<meta name="generator" content="House 2"><p>Ask jo.doe@${host}</p>`) },
})

const technologiesOf = async (app: TestApp, key: string, domain: string): Promise<unknown> =>
  ((await app.get(`/v2/companies/find?domain=${domain}`, { 'x-api-key': key })).body.data as { tech: unknown }).tech

async function rulesOf(env: Record<string, string>, rules: object): Promise<Record<string, string>> {
  const dir = join(env['QUARRY_DATA_DIR'] ?? '', 'rules')
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, 'house.json'), JSON.stringify(rules))
  return { ...env, QUARRY_TECH_RULES_DIR: dir }
}

test("the operator's own rules reach machines that have no files, and apply until newer ones come", async () => {
  const hosts = ['one.test', 'two.test', 'three.test']
  await using internet = await startInternet({ sites: hosts.map(siteOf) })
  await using house = await machines()
  await using database = await testDatabase()
  const given = Buffer.alloc(32, 'k').toString('base64')
  const withFiles = await rulesOf(await house.add({ given }), { 'House CMS': { meta: { generator: '^house' } } })
  await using first = await startApp({ internet, database, env: { ...withFiles, QUARRY_ROLE: 'server' } })
  {
    await using second = await startApp({ internet, database, env: await house.add({ given }) })
    expect(await technologiesOf(second, first.key, 'one.test')).toEqual(['house-cms'])
  }
  // Whether or not the first one is gone, what it found stays, even where nothing had been stored yet.
  await using third = await startApp({ internet, database, env: await house.add({ given }) })
  expect(await technologiesOf(third, first.key, 'two.test')).toEqual(['house-cms'])
  await third.stop({ atOnce: true })

  const newer = await rulesOf(await house.add({ given }), { 'Yard CMS': { meta: { generator: '^house' } } })
  await using _fourth = await startApp({ internet, database, env: { ...newer, QUARRY_ROLE: 'server' } })
  await using fifth = await startApp({ internet, database, env: await house.add({ given }) })
  expect(await technologiesOf(fifth, first.key, 'three.test')).toEqual(['yard-cms'])
})
