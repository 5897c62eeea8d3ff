import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importArchives } from '../../../src/core/data/import-archives.ts'
import { importPeople } from '../../../src/core/data/import-people.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { settleSite, tidyChanges } from '../../../src/core/crawl/settle-site.ts'
import { dropMarks } from '../../../src/lib/text/fold-text.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { httpPage, inMembers, warcRecord } from '../../support/records/made-archive.ts'

const TODAY = new Date('2026-11-20T10:00:00Z')

let app: TestApp
let folder: string
let files = 0

beforeAll(async () => {
  app = await startApp({
    replace: { clock: { now: () => TODAY } },
    env: { QUARRY_ROLE: 'server', QUARRY_LOCAL_SUFFIXES: 'example' },
  })
  folder = await mkdtemp(join(tmpdir(), 'quarry-changes-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const card = (name: string, title: string, address: string | null): string =>
  `<div class="card"><h3>${name}</h3><p class="job-title">${title}</p>${
    address === null ? '' : `<a href="mailto:${address}">${address}</a>`
  }</div>`
const STAFF: readonly (readonly [string, string])[] = [
  ['Amelia Thornton', 'Managing Director'],
  ['Daniel Marsh', 'Head of Finance'],
  ['Claire Whitfield', 'Sales Manager'],
  ['Robert Ellison', 'Operations Manager'],
]
const addressAt = (name: string, domain: string): string => `${dropMarks(name).replace(' ', '.')}@${domain}`

/** A capture of the team page: who is there, in which position. */
const look = (
  domain: string,
  date: string,
  people: readonly (readonly [string, string])[],
  headers: Record<string, string> = {},
): Buffer =>
  warcRecord({
    headers,
    uri: `https://${domain}/team`,
    date: `${date}T10:00:00Z`,
    block: httpPage(
      `<html lang="en"><body><h1>Our team</h1>${people.map(([name, title]) => card(name, title, addressAt(name, domain))).join('')}</body></html>`,
    ),
  })

async function importAll(records: readonly Buffer[]): Promise<void> {
  const path = join(folder, `${++files}.warc.gz`)
  await writeFile(path, inMembers([...records]))
  await utimes(path, TODAY, TODAY)
  await importArchives(app.context, {
    sources: [path],
    prefix: '',
    addressesOnly: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

const told = async (domain: string): Promise<string[]> => {
  const { rows } = await app.database.pool.query<Record<string, string | null>>(
    `select type, person_name, before, after, happened_from::text, happened_to::text from changes
      where domain = $1 and undone_at is null order by happened_to, type, person_key`,
    [domain],
  )
  return rows.map((row) =>
    [row['type'], row['person_name'], row['before'] ?? '-', row['after'] ?? '-', row['happened_to']].join(' | '),
  )
}
const without = (name: string) => STAFF.filter(([person]) => person !== name)

const HISTORY = (domain: string): Buffer[] => [
  look(domain, '2026-08-03', without('Daniel Marsh')),
  look(domain, '2026-08-17', STAFF),
  look(
    domain,
    '2026-09-07',
    STAFF.map(([name, title]) => [name, name.startsWith('Claire') ? 'Sales Director' : title] as const),
  ),
  look(
    domain,
    '2026-10-05',
    STAFF.filter(([name]) => !name.startsWith('Robert')).map(
      ([name, title]) => [name, name.startsWith('Claire') ? 'Sales Director' : title] as const,
    ),
  ),
  look(
    domain,
    '2026-10-19',
    STAFF.filter(([name]) => !name.startsWith('Robert')).map(
      ([name, title]) => [name, name.startsWith('Claire') ? 'Sales Director' : title] as const,
    ),
  ),
]
const EXPECTED = [
  'joined | Daniel Marsh | - | Head of Finance | 2026-08-17',
  'title_changed | Claire Whitfield | Sales Manager | Sales Director | 2026-09-07',
  'left | Robert Ellison | Operations Manager | - | 2026-10-05',
]

test('archived captures show who joined, left and was promoted, in any order and however often they are read', async () => {
  let world = 0
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      fc.array(fc.nat(4), { maxLength: 2 }),
      async (order, again) => {
        const domain = `larkmoor${++world}.example`
        const history = HISTORY(domain)
        await importAll([...order, ...again].flatMap((place) => history[place] ?? []))
        expect(await told(domain)).toEqual(EXPECTED)
      },
    ),
    { numRuns: 5 },
  )
})

test('captures in separate archives show the same, and changes reported too early are undone', async () => {
  const domain = 'fellside.example'
  const [first, second, third, fourth, fifth] = HISTORY(domain) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  for (const record of [fifth, second, first]) await importAll([record])
  for (const record of [fourth, third]) await importAll([record])
  expect(await told(domain)).toEqual(EXPECTED)
  await tidyChanges(app.context)
  expect(await told(domain)).toEqual(EXPECTED)
})

test('a truncated capture never shows that people left', async () => {
  const domain = 'scree.example'
  const cut = { 'WARC-Truncated': 'length' }
  const days = ['2026-08-31', '2026-09-14', '2026-09-28']
  await importAll([look(domain, '2026-08-17', STAFF), ...days.map((day) => look(domain, day, STAFF.slice(0, 3), cut))])
  expect(await told(domain)).toEqual([])
  await importAll(days.map((day) => look(domain, `${day.slice(0, 8)}29`, STAFF.slice(0, 3))))
  expect(await told(domain)).toEqual(['left | Robert Ellison | Operations Manager | - | 2026-08-29'])
})

test('a capture shorter than the server announced never shows that people left', async () => {
  const domain = 'talus.example'
  const days = ['2026-08-17', '2026-08-31', '2026-09-14', '2026-09-28']
  const page = `<html lang="en"><body><h1>Our team</h1>${STAFF.map(([name, title]) => card(name, title, addressAt(name, domain))).join('')}`
  const records = days.map((day, at) =>
    warcRecord({
      uri: `https://${domain}/team`,
      date: `${day}T10:00:00Z`,
      block: httpPage(at === 0 ? page : page.slice(0, page.indexOf('<div', page.indexOf('Claire'))), {
        'Content-Length': String(page.length),
      }),
    }),
  )
  await importAll(records)
  expect(await told(domain)).toEqual([])
})

test('who moves between the pages of a long list, or is on its second page from the start, has not joined', async () => {
  const domain = 'ridge.example'
  const more = [
    ['Hannah Lindley', 'Buyer'],
    ['Owen Prescott', 'Accountant'],
    ['Paula Renwick', 'Clerk'],
    ['Simon Tarrant', 'Driver'],
  ] as const
  const everyone = [...STAFF, ...more]
  const pages = (date: string, people: readonly (readonly [string, string])[]): Buffer[] =>
    ['/team', '/team/page/2'].map((path, at) =>
      warcRecord({
        uri: `https://${domain}${path}`,
        date: `${date}T10:00:${at}0Z`,
        block: httpPage(
          `<html lang="en"><body><h1>Our team</h1>${people
            .slice(4 * at, 4 * at + 4)
            .map(([name, title]) => card(name, title, addressAt(name, domain)))
            .join('')}</body></html>`,
        ),
      }),
    )
  await importAll([
    ...pages('2026-08-03', everyone),
    ...pages('2026-09-07', everyone.slice(1)),
    ...pages('2026-09-21', everyone.slice(1)),
  ])
  const joined = (await told(domain)).filter((line) => line.startsWith('joined'))
  expect(joined).toEqual([])
})

test('a person seen unchanged ten times is one statement', async () => {
  const domain = 'heath.example'
  const days = Array.from({ length: 10 }, (_, at) => `2026-08-${String(at + 10)}`)
  for (const half of [days.slice(0, 5), days.slice(5)]) await importAll(half.map((day) => look(domain, day, STAFF)))
  const { rows } = await app.database.pool.query(
    'select name, cardinality(seen) as looks from person_observations where domain = $1',
    [domain],
  )
  expect(rows.map(({ looks }) => looks as number)).toEqual(STAFF.map(() => 10))
})

test('people who left are former, people still shown are current, and with time those become likely', async () => {
  const domain = 'moss.example'
  await importAll(HISTORY(domain))
  const { rows } = await app.database.pool.query<{ value: string; affiliation: string }>(
    'select value, affiliation from addresses where domain = $1 order by value',
    [domain],
  )
  expect(Object.fromEntries(rows.map(({ value, affiliation }) => [value.split('@')[0], affiliation]))).toEqual({
    'amelia.thornton': 'current',
    'claire.whitfield': 'current',
    'daniel.marsh': 'current',
    'robert.ellison': 'former',
  })
})

test('an opt-out deletes statements and changes too, and no page brings them back, with or without the address', async () => {
  const domain = 'birch.example'
  await importAll(HISTORY(domain))
  await addOptout(app.context, addressAt('Claire Whitfield', domain), null)
  const kept = async () => {
    const { rows } = await app.database.pool.query<{ n: number }>(
      `select (select count(*) from person_observations where domain = $1 and person_key = 'claire whitfield')::integer
        + (select count(*) from changes where domain = $1 and person_key = 'claire whitfield')::integer as n`,
      [domain],
    )
    return rows[0]?.n
  }
  const sketched = async () => {
    const { rows } = await app.database.pool.query<{ signatures: string[] }>(
      'select signatures || signature as signatures from roster_pages where domain = $1',
      [domain],
    )
    return rows.flatMap(({ signatures }) => signatures).filter((signature) => signature.split('.').length > 2)
  }
  expect(await kept()).toBe(0)
  expect(await sketched()).toEqual([])
  expect(await told(domain)).toEqual(EXPECTED.filter((line) => !line.includes('Claire')))
  await importAll(HISTORY(domain))
  const bare = warcRecord({
    uri: `https://${domain}/about`,
    date: '2026-10-20T10:00:00Z',
    block: httpPage(`<html><body>${STAFF.map(([name, title]) => card(name, title, null)).join('')}</body></html>`),
  })
  await importAll([bare])
  expect(await kept()).toBe(0)
  expect(await sketched()).toEqual([])
})

test('an opt-out holds for the name in other spellings, on pages and in files', async () => {
  const domain = 'alder.example'
  const lists = [['Zoë Müller', 'Clerk'] as const, ['Joel Paetzold', 'Buyer'] as const, ...STAFF]
  await importAll([look(domain, '2026-08-03', lists)])
  for (const name of ['zoë müller', 'joel paetzold']) await addOptout(app.context, addressAt(name, domain), null)
  const names = ['Zoe Mueller', 'Zoë Mueller', 'Zoe Muller', 'Joel Pätzold', 'Joël Paetzold']
  const cards = names.map((name) => card(name, 'Clerk', null)).join('')
  const page = {
    uri: `https://${domain}/about`,
    date: '2026-08-20T10:00:00Z',
    block: httpPage(`<body>${cards}</body>`),
  }
  await importAll([warcRecord(page)])
  const source = join(folder, 'people.csv')
  await writeFile(source, ['Name,Website', ...names.map((name) => `${name},${domain}`)].join('\n'))
  const wanted = { source, columns: {}, dryRun: false, withoutAddresses: true, onProgress: () => undefined }
  await importPeople(app.context, { ...wanted, signal: new AbortController().signal })
  const kept = 'select distinct name from person_observations where domain = $1 order by name'
  const { rows } = await app.database.pool.query<{ name: string }>(kept, [domain])
  expect(rows.map(({ name }) => name)).toEqual(STAFF.map(([name]) => name).toSorted())
})

test('has nothing left to tell when an archive is imported, also of sites that name nobody', async () => {
  const contact = warcRecord({
    uri: 'https://quietmill.example/contact',
    date: '2026-03-01T10:00:00Z',
    block: httpPage('<html lang="en"><body><h1>Contact</h1><p>12 Mill Street<br>York YO1 7EX</p></body></html>'),
  })
  await importAll([contact, look('quietteam.example', '2026-03-01', STAFF)])
  const seen = "select distinct domain from site_observations where domain = 'quietmill.example'"
  expect((await app.database.pool.query(seen)).rows).toEqual([{ domain: 'quietmill.example' }])
  expect((await app.database.pool.query('select domain from unsettled_sites')).rows).toEqual([])
})

test('settles again a site whose visit became visible only after its changes were derived', async () => {
  const domain = 'slowcommit.example'
  const { pool } = app.database
  const { changes } = app.context.store
  const waiting = async () => (await pool.query('select from unsettled_sites where domain = $1', [domain])).rowCount
  const visit = await pool.connect()
  await visit.query('begin')
  await visit.query('insert into unsettled_sites (domain, since) values ($1, clock_timestamp())', [domain])
  const { visited } = await changes.settle(domain, () => ({ changes: [], leavers: [] }), TODAY)
  await visit.query('commit')
  visit.release()
  await changes.close(domain, visited)
  expect(await waiting()).toBe(1)
  await settleSite(app.context, domain)
  expect(await waiting()).toBe(0)
})
