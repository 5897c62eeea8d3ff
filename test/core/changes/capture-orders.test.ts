import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startChild } from '../../support/process/child-quarry.ts'
import { DATED_SITES } from '../../support/records/dated-captures.ts'
import { inMembers } from '../../support/records/made-archive.ts'

/** About two dozen for each of the four sites. */
const PERMUTATIONS = 100
/** Enough for three workers to be killed in the middle. */
const PERMUTATIONS_OF_KILLED = 60
const ARCHIVES = 3
/** An import stores a few rows in this time; looking for them takes as much work as storing one. */
const LOOK_EVERY_MS = 20
const NOW = '2026-11-20T10:00:00.000Z'

let folder: string
/** What is stored for each site when its captures arrive in the order they were taken. */
let expected: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-orders-'))
  await using app = await start()
  expected = await expectedOf(app)
})
afterAll(() => rm(folder, { recursive: true }))

/** Which captures of a site arrive, in which order, some more than once, and in which archive each is. */
interface Arrival {
  site: number
  order: { capture: number; archive: number }[]
}

const arrivals: fc.Arbitrary<Arrival> = fc.nat(DATED_SITES.length - 1).chain((site) => {
  const places = (DATED_SITES[site] ?? []).map((_, place) => place)
  const again = fc.array(fc.nat(places.length - 1), { maxLength: 4 })
  return again
    .chain((more) => fc.shuffledSubarray([...places, ...more], { minLength: places.length + more.length }))
    .chain((order) =>
      fc
        .array(fc.nat(ARCHIVES - 1), { minLength: order.length, maxLength: order.length })
        .map((cuts) => cuts.toSorted((a, b) => a - b))
        .map((archives) => ({ site, order: order.map((capture, at) => ({ capture, archive: archives[at] ?? 0 })) })),
    )
})

const start = (): Promise<TestApp> =>
  startApp({
    replace: { clock: { now: () => new Date(NOW) } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })

/** Pads the numbers, so that domains sort in the order of their sites. */
const domainOf = (place: number): string => `site${String(place).padStart(3, '0')}.example`

/** Writes the archives of all sites, one after another: in each, the captures of the sites alternate. */
async function written(name: string, all: readonly Arrival[]): Promise<string[]> {
  const records: Buffer[][] = Array.from({ length: ARCHIVES }, () => [])
  const longest = Math.max(...all.map(({ order }) => order.length))
  for (let turn = 0; turn < longest; turn++)
    for (const [place, { site, order }] of all.entries()) {
      const next = order[turn]
      const capture = next === undefined ? undefined : DATED_SITES[site]?.[next.capture]
      if (next !== undefined && capture !== undefined) records[next.archive]?.push(capture(domainOf(place)))
    }
  return Promise.all(
    records.map(async (one, at) => {
      const path = join(folder, `${name}${at}.warc.gz`)
      await writeFile(path, inMembers(one))
      await utimes(path, new Date(NOW), new Date(NOW))
      return path
    }),
  )
}

async function imported(app: TestApp, sources: readonly string[]): Promise<void> {
  const { files } = await importArchives(app.context, {
    sources,
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect(files.map(({ status }) => status)).toEqual(sources.map(() => 'done'))
}

/** What is stored for each domain, without counters of arrivals and hashes that depend on the domain. */
const KEPT: Readonly<Record<string, string>> = {
  person_observations: `to_jsonb(t) - 'statement'`,
  roster_pages: 'to_jsonb(t)',
  site_observations: 'to_jsonb(t)',
  sources: 'to_jsonb(t)',
  addresses: 'to_jsonb(t)',
  pages: `to_jsonb(t) - array['links', 'content_hash']`,
  changes: `to_jsonb(t) - array['id', 'detected_at', 'undone_at']`,
}

async function keptOf(app: TestApp): Promise<Map<string, string>> {
  const kept = new Map<string, string[]>()
  for (const [table, columns] of Object.entries(KEPT)) {
    const { rows } = await app.database.pool.query<{ domain: string; said: string }>(
      `select domain, replace((${columns})::text, domain, 'DOMAIN') as said from ${table} t
        ${table === 'changes' ? 'where undone_at is null' : ''}`,
    )
    for (const { domain, said } of rows) kept.set(domain, [...(kept.get(domain) ?? []), `${table} ${said}`])
  }
  return new Map([...kept].map(([domain, lines]) => [domain, lines.toSorted().join('\n')]))
}

/** Every capture once, by date, in one archive. */
const inOrder = (site: number): Arrival => ({
  site,
  order: (DATED_SITES[site] ?? []).map((_, capture) => ({ capture, archive: 0 })),
})

async function expectedOf(app: TestApp): Promise<string[]> {
  await imported(
    app,
    await written(
      'straight',
      DATED_SITES.map((_, site) => inOrder(site)),
    ),
  )
  const kept = await keptOf(app)
  return DATED_SITES.map((_, site) => kept.get(domainOf(site)) ?? '')
}

/** Returns the lines that only one of the two has. */
function differing(kept: string, expected: string): string[] {
  const [is, due] = [kept.split('\n'), expected.split('\n')]
  return [
    ...due.filter((line) => !is.includes(line)).map((line) => `- ${line}`),
    ...is.filter((line) => !due.includes(line)).map((line) => `+ ${line}`),
  ]
}

function expectSame(kept: ReadonlyMap<string, string>, all: readonly Arrival[]): void {
  for (const [place, { site, order }] of all.entries())
    expect(
      differing(kept.get(domainOf(place)) ?? '', expected[site] ?? ''),
      `site ${site}, ${JSON.stringify(order)}`,
    ).toEqual([])
}

test('captures in any order and number give the same observations, states and changes', async () => {
  for (const type of ['joined', 'left', 'returned', 'title_changed', 'location_added', 'address_added'])
    expect(expected.join('\n')).toContain(`"type": "${type}"`)
  const all = fc.sample(arrivals, PERMUTATIONS)
  await using app = await start()
  for (const archive of await written('any', all)) await imported(app, [archive])
  expectSame(await keptOf(app), all)
})

test('a process killed in the middle of an import makes no difference', async () => {
  const all = fc.sample(arrivals, PERMUTATIONS_OF_KILLED)
  await using app = await start()
  const sources = await written('killed', all)
  const { pool, connectionString } = app.database
  const count = async (table: string): Promise<number> =>
    (await pool.query<{ n: number }>(`select count(*)::integer as n from ${table}`)).rows[0]?.n ?? 0
  // Each continues where the expired lease of the one before left off.
  const begun = Date.parse(NOW) - 3_600_000
  for (const [kill, [table, more]] of (
    [
      ['pages', 40],
      ['sources', 60],
      ['changes', 20],
    ] as const
  ).entries()) {
    const before = await count(table)
    const now = new Date(begun + kill * 600_000).toISOString()
    const env = { DATABASE_URL: connectionString, QUARRY_CRAWL: 'off', QUARRY_LOCAL_SUFFIXES: 'example' }
    await using worker = startChild('../test/support/process/archive-worker.ts', [now, ...sources], env)
    await worker.until(/Quarry is ready/)
    while ((await count(table)) < before + more) await sleep(LOOK_EVERY_MS)
    expect(await worker.end('SIGKILL')).toBe('SIGKILL')
  }
  await imported(app, sources)
  expectSame(await keptOf(app), all)
})
