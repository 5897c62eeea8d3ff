import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import {
  createOperatorLists,
  followFetchedLists,
  refreshLists,
  useFetchedLists,
} from '../../src/services/lists/operator-lists.ts'
import { shareText, takeSharedLists } from '../../src/services/lists/shared-lists.ts'
import { createStores } from '../../src/db/stores.ts'
import { isForwarder } from '../../src/engine/classify/domain-kinds.ts'
import { isRoleAddress } from '../../src/engine/classify/role-address.ts'
import { systemClock } from '../../src/lib/process/clock.ts'
import { createDnsClient } from '../../src/net/dns-client.ts'
import { createHttpClient } from '../../src/net/http/http-client.ts'
import { startInternet } from '../internet/internet.ts'
import { testDatabase } from '../support/database.ts'

test('a newer list is fetched, stored and used; a short list, an HTML page and a private server change nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-lists-'))
  const long = Array.from({ length: 100 }, (_, i) => `alias${i}.example`).join('\n')
  const bodies = { '/long': long, '/short': 'one.example', '/page': '<html>' }
  const pages = Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, { body }]))
  await using internet = await startInternet({ sites: [{ hosts: ['lists.test'], pages }] })
  const dns = createDnsClient({ servers: [internet.dnsServer] })
  await using database = await testDatabase()
  const store = createStores(database)
  const lists = createOperatorLists()
  const refresh = async (path: string, allowedNetworks = ['127.0.0.0/8']) => {
    const http = createHttpClient({ userAgent: 'test', dns, allowedNetworks, httpPort: internet.httpPort })
    const config = readConfig({
      QUARRY_DATA_DIR: dataDir,
      QUARRY_LIST_URL_FORWARDER: path.startsWith('http') ? path : `http://lists.test${path}`,
    })
    const states = await refreshLists({ config, http, clock: systemClock, lists, store })
    await http.close()
    return states.find(({ name }) => name === 'forwarder')
  }
  try {
    expect(await refresh('/short')).toMatchObject({
      source: expect.stringContaining('bundled'),
      problem: expect.stringContaining('half'),
    })
    expect((await refresh('/page'))?.problem).toBe('Not every line is a domain.')
    expect((await refresh('/long', []))?.problem).toContain('private_address')
    expect((await refresh('http://lists.test:8080/long'))?.problem).toContain('has a port')
    expect(await readdir(dataDir)).toEqual([])
    expect(await refresh('/long')).toMatchObject({ domains: 100, source: expect.stringContaining('lists.test') })
    expect(await readdir(join(dataDir, 'lists'))).toEqual(['forwarder-domains.txt'])
    expect((await useFetchedLists(lists, dataDir)).map(({ problem }) => problem)).toEqual([null, null, null, null])
    expect(isForwarder('alias7.example', lists.inUse)).toBe(true)
    expect(lists.inUse.forwarder.size).toBe(100)

    // Another machine finds it in the database, writes it once, and follows the next refresh.
    const there = join(dataDir, 'there')
    const elsewhere = createOperatorLists()
    await takeSharedLists(store, there)
    const [file] = await readdir(join(there, 'lists'))
    const written = (await stat(join(there, 'lists', file ?? ''))).mtimeMs
    await takeSharedLists(store, there)
    expect((await stat(join(there, 'lists', file ?? ''))).mtimeMs).toBe(written)
    await useFetchedLists(elsewhere, there)
    expect(isForwarder('alias7.example', elsewhere.inUse)).toBe(true)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('role words fetched by another process are used without a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-lists-'))
  const lists = createOperatorLists()
  const shipped = lists.inUse.role
  await using database = await testDatabase()
  const end = followFetchedLists(lists, dataDir, createStores(database), 20)
  try {
    expect(isRoleAddress('zwirbel', lists.inUse)).toBe(false)
    await mkdir(join(dataDir, 'lists'))
    let turn = 0
    await vi.waitFor(async () => {
      await writeFile(
        join(dataDir, 'lists', 'role-words.txt'),
        `# Source: lists.test. ${turn++}\n${[...shipped].join('\n')}\nzwirbel\n`,
      )
      expect(isRoleAddress('zwirbel', lists.inUse)).toBe(true)
    }, 60_000)
  } finally {
    end()
    await rm(dataDir, { recursive: true })
  }
})

test('a list that another machine shared while this one started is used at the first look', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-lists-'))
  const lists = createOperatorLists()
  await using database = await testDatabase()
  const store = createStores(database)
  await useFetchedLists(lists, dataDir)
  await shareText(store, 'forwarder', '# Source: lists.test.\nalias.example\n')
  const end = followFetchedLists(lists, dataDir, store)
  try {
    await vi.waitFor(() => expect(isForwarder('alias.example', lists.inUse)).toBe(true), 10_000)
  } finally {
    end()
    await rm(dataDir, { recursive: true })
  }
})

test('a refresh whose process dies while it shares a list shares nothing of it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'quarry-lists-'))
  await using database = await testDatabase()
  const store = createStores(database)
  const holding = await database.pool.connect()
  try {
    await shareText(store, 'webmail', '# first\none.example')
    await holding.query(`begin; select 1 from settings where name = 'fetched_lists' for update`)
    const second = shareText(store, 'webmail', '# second\ntwo.example').catch((error: Error) => error)
    const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await holding.query(waiting)).rowCount).toBe(1))
    expect(await second).toBeInstanceOf(Error)
    await holding.query('rollback')
    await takeSharedLists(store, dataDir)
    expect(await readFile(join(dataDir, 'lists', 'webmail-domains.txt'), 'utf8')).toBe('# first\none.example')
  } finally {
    holding.release()
    await rm(dataDir, { recursive: true })
  }
})
