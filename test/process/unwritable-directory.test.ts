import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startChild } from '../support/process/child-quarry.ts'
import { quarryHouse } from '../support/process/quarry-house.ts'
import { testDatabase } from '../support/database.ts'

/** System directories that exist and accept no entries. Node's own recursive `mkdir` never returns in the first. */
const PLACES = ['/proc/quarry/data', '/proc', '/sys/quarry', '/dev/null/quarry'].filter((place) =>
  existsSync(place.split('/').slice(0, 2).join('/')),
)

describe.each(PLACES)('a data directory %s that cannot be created', (place) => {
  test('ends the start with one sentence', async () => {
    await using child = startChild('main.ts', [], { QUARRY_DATA_DIR: place, PORT: '0' })
    expect(await child.end()).toBe(1)
    expect(child.output()).toBe('')
    expect(child.errors()).toMatch(/^Quarry cannot start\. [^\n]+(?:QUARRY_DATA_DIR|another data directory)[^\n]+\n$/)
    expect(child.errors()).not.toMatch(/E[A-Z]{4,}|mk\w+ '/)
  })
})

test('a data directory in which the log of the database cannot be written ends the start with one sentence', async () => {
  await using house = await quarryHouse({ furnished: true })
  const log = join(house.dataDir, 'postgres.log')
  await rm(log, { force: true })
  await mkdir(log)
  await using child = startChild('main.ts', [], { QUARRY_DATA_DIR: house.dataDir, PORT: '0' })
  expect(await child.end()).toBe(1)
  expect(child.errors()).toBe(`Quarry cannot start. "${log}" is a folder, but a file is needed.\n`)
})

test('with a database server, a key that cannot be stored is requested through its variable', async () => {
  await using database = await testDatabase()
  const env = { DATABASE_URL: database.connectionString, QUARRY_DATA_DIR: '/proc/quarry', QUARRY_SECRET_KEY: '' }
  await using child = startChild('main.ts', [], { ...env, PORT: '0' })
  expect(await child.end()).toBe(1)
  expect(child.errors()).toBe(
    'Quarry cannot start. /proc/quarry/secret.key cannot be created: set QUARRY_SECRET_KEY.\n',
  )
})
