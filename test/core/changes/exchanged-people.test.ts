import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { settleSites, tidyChanges } from '../../../src/core/crawl/settle-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { captured } from '../../support/records/dated-captures.ts'
import type { DatedCapture } from '../../support/records/dated-captures.ts'
import { inMembers } from '../../support/records/made-archive.ts'

const TODAY = '2026-11-20T10:00:00.000Z'
const PERMUTATIONS = 60
const ARCHIVES = 3

let folder: string
let app: TestApp
let now = TODAY
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-exchanged-'))
  app = await startApp({
    replace: { clock: { now: () => new Date(now) } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Name, position, and the handle of a profile if the card shows one. */
type Card = readonly [name: string, position: string, handle?: string]

const cards = (people: readonly Card[]): string =>
  `<h1>Our team</h1>${people
    .map(
      ([name, position, handle]) =>
        `<div class="card"><h3>${name}</h3><p class="job-title">${position}</p>
          <a href="mailto:${localOf(name)}@DOMAIN">${localOf(name)}@DOMAIN</a>${
            handle === undefined ? '' : ` <a href="https://www.linkedin.com/in/${handle}">LinkedIn</a>`
          }</div>`,
    )
    .join('')}`
const localOf = (name: string): string => name.toLowerCase().replace(' ', '.')

const team = (day: string, people: readonly Card[]): DatedCapture =>
  captured({ path: '/team', day, body: cards(people) })

const HERE: readonly Card[] = [
  ['Amelia Thornton', 'Managing Director'],
  ['Daniel Marsh', 'Head of Finance'],
  ['Claire Whitfield', 'Sales Manager'],
]
const THERE: readonly Card[] = [
  ['Robert Ellison', 'Operations Manager'],
  ['Sophie Carver', 'Marketing Manager'],
  ['Edward Barlow', 'Accountant'],
]
const DAYS = { before: '2026-06-01', after: '2026-07-20', later: '2026-08-24' }

/**
 * One person moves from one company to the other. Each company is captured twice; tests add a third capture where they
 * need one.
 */
const exchange = (here: Card, there: Card): { old: DatedCapture[]; fresh: DatedCapture[] } => ({
  old: [team(DAYS.before, [...HERE, here]), team(DAYS.after, HERE)],
  fresh: [team(DAYS.before, THERE), team(DAYS.after, [...THERE, there])],
})
const PROFILED = (handle: string) =>
  exchange(['Emma Walker', 'Driver', handle], ['Emma Walker', 'Head of Logistics', handle.toUpperCase()])

interface Arrival {
  site: 'old' | 'fresh'
  capture: number
  archive: number
}

async function importAll(records: readonly Buffer[]): Promise<void> {
  const path = join(folder, `${String(Math.random()).slice(2)}.warc.gz`)
  await writeFile(path, inMembers(records))
  await utimes(path, new Date(TODAY), new Date(TODAY))
  const { files } = await importArchives(app.context, {
    sources: [path],
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect(files.map(({ status }) => status)).toEqual(['done'])
}

const told = async (domain: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query<Record<string, string>>(
    `select type, person_name, happened_to::text, evidence::text from changes
      where domain = $1 and undone_at is null order by type, person_key`,
    [domain],
  )
  return rows.map((row) => `${row['type']} ${row['person_name']} ${row['happened_to']} ${row['evidence']}`)
}
const leftOf = async (domain: string): Promise<string[]> =>
  (await told(domain)).filter((line) => line.startsWith('left')).map((line) => line.split(' [')[0] ?? '')

const KEPT: Readonly<Record<string, string>> = {
  person_observations: `to_jsonb(t) - 'statement'`,
  roster_pages: 'to_jsonb(t)',
  person_links: `to_jsonb(t) - array['is_told', 'link']`,
  addresses: `to_jsonb(t) - 'linkedin'`,
  changes: `to_jsonb(t) - array['id', 'detected_at', 'undone_at']`,
}
async function keptOf(pair: string): Promise<string> {
  const lines: string[] = []
  for (const [table, columns] of Object.entries(KEPT)) {
    const { rows } = await app.database.pool.query<{ said: string }>(
      `select replace((${columns})::text, $1, 'PAIR') as said from ${table} t
        where domain in ('old' || $1, 'fresh' || $1) ${table === 'changes' ? 'and undone_at is null' : ''}`,
      [pair],
    )
    lines.push(...rows.map(({ said }) => `${table} ${said}`))
  }
  return lines.toSorted().join('\n')
}

const order: fc.Arbitrary<Arrival[]> = fc
  .shuffledSubarray(
    (['old', 'fresh'] as const).flatMap((site) => [0, 1].map((capture) => ({ site, capture }))),
    { minLength: 4 },
  )
  .chain((looks) =>
    fc
      .array(fc.nat(ARCHIVES - 1), { minLength: 4, maxLength: 4 })
      .map((cuts) => cuts.toSorted((a, b) => a - b))
      .map((archives) => looks.map((look, at) => ({ ...look, archive: archives[at] ?? 0 }))),
  )

test("a person gone from one list and on another company's list has left, whichever is read first", async () => {
  const all = [
    [
      { site: 'old' as const, capture: 0, archive: 0 },
      { site: 'old' as const, capture: 1, archive: 0 },
      { site: 'fresh' as const, capture: 0, archive: 0 },
      { site: 'fresh' as const, capture: 1, archive: 0 },
    ],
    ...fc.sample(order, PERMUTATIONS),
  ]
  const pairOf = (place: number): string => `pair${String(place).padStart(3, '0')}.example`
  for (let archive = 0; archive < ARCHIVES; archive++)
    await importAll(
      all.flatMap((arrivals, place) =>
        arrivals.flatMap(({ site, capture, archive: its }) => {
          const look = PROFILED(`emma-${String(place)}`)[site][capture]
          return its === archive && look !== undefined ? [look(`${site}${pairOf(place)}`)] : []
        }),
      ),
    )
  const [expected, ...others] = await Promise.all(all.map((_, place) => keptOf(pairOf(place))))
  expect(await told(`old${pairOf(0)}`)).toEqual([
    expect.stringMatching(/^left Emma Walker 2026-07-20 .*freshpair000\.example\/team.*Head of Logistics/),
  ])
  for (const [at, kept] of others.entries()) expect(kept, JSON.stringify(all[at + 1])).toBe(expected)
})

const pages = (pair: string, { old, fresh }: ReturnType<typeof exchange>): Buffer[] => [
  ...old.map((look) => look(`old${pair}`)),
  ...fresh.map((look) => look(`fresh${pair}`)),
]

test('a rare name links two companies, a common one does not', async () => {
  const named = (name: string) => exchange([name, 'Driver'], [name, 'Head of Logistics'])
  await importAll([
    ...pages('rare.example', named('Thandolwe Vreeswijkstra')),
    ...pages('usual.example', named('Thomas Walker')),
  ])
  expect(await leftOf('oldrare.example')).toEqual(['left Thandolwe Vreeswijkstra 2026-07-20'])
  expect(await leftOf('oldusual.example')).toEqual([])
})

test('a person on both lists at once, or among shared colleagues, has not moved from one to the other', async () => {
  const both = PROFILED('emma-both')
  await importAll([
    ...pages('both.example', both),
    team(DAYS.before, [...THERE, ['Emma Walker', 'Head of Logistics', 'emma-both']])('freshboth.example'),
    ...pages('sister.example', PROFILED('emma-sister')),
    team(DAYS.before, [...THERE, ['Daniel Marsh', 'Head of Finance']])('freshsister.example'),
  ])
  expect(await leftOf('oldboth.example')).toEqual([])
  expect(await leftOf('oldsister.example')).toEqual([])
})

test('a mail server that no longer knows a person and another list show that they left, even if no later list was read', async () => {
  const [shown] = PROFILED('emma-refused').old
  await importAll([
    ...(shown === undefined ? [] : [shown('oldrefused.example')]),
    ...PROFILED('emma-refused').fresh.map((look) => look('freshrefused.example')),
  ])
  expect(await leftOf('oldrefused.example')).toEqual([])
  await app.database.pool.query(
    `insert into verifications (domain, value, status, checked_at, fresh_until, outcome)
      values ('oldrefused.example', 'emma.walker@oldrefused.example', 'invalid', '2026-08-03', '2026-09-03', '{}')`,
  )
  await app.database.pool.query(`insert into unsettled_sites values ('oldrefused.example', now())`)
  await settleSites(app.context)
  expect(await leftOf('oldrefused.example')).toEqual(['left Emma Walker 2026-07-20'])
})

test('an opt-out at one company also deletes what the other one shows', async () => {
  await importAll(pages('out.example', PROFILED('emma-out')))
  expect(await leftOf('oldout.example')).toHaveLength(1)
  await addOptout(app.context, 'emma.walker@freshout.example', null)
  const count = async (): Promise<unknown> => {
    const { rows } = await app.database.pool.query(
      `select (select count(*)::int from person_links where domain = 'freshout.example') as links,
        (select count(*)::int from changes where evidence::text like '%freshout%') as told,
        (select count(*)::int from addresses where left_evidence::text like '%freshout%') as marked`,
    )
    return rows[0]
  }
  expect(await count()).toEqual({ links: 0, told: 0, marked: 0 })
  await importAll(pages('out.example', PROFILED('emma-out')))
  await tidyChanges(app.context)
  expect(await count()).toEqual({ links: 0, told: 0, marked: 0 })
  await importAll(pages('closed.example', PROFILED('emma-closed')))
  expect(await leftOf('oldclosed.example')).toHaveLength(1)
  await addOptout(app.context, 'freshclosed.example', null)
  expect(await told('oldclosed.example')).toEqual([])
})

test('links are deleted a year after a list last showed the person', async () => {
  const links = async (): Promise<number> => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      `select count(*)::int as n from person_links where domain like '%yearold.example'`,
    )
    return rows[0]?.n ?? 0
  }
  await importAll(pages('yearold.example', PROFILED('emma-old')))
  expect(await links()).toBe(2)
  now = '2027-07-01T10:00:00.000Z'
  await tidyChanges(app.context)
  expect(await links()).toBe(1)
  now = '2027-08-01T10:00:00.000Z'
  await tidyChanges(app.context)
  expect(await links()).toBe(0)
})
