import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { importPeople } from '../../../src/core/data/import-people.ts'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import type { FileReport } from '../../../src/core/data/import-rows.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { emptyIndex } from '../../support/records/empty-index.ts'

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-dry-'))
  app = await startApp()
})
beforeEach(() => emptyIndex(app.database))
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const HEADER = 'domain,name,country,industry,founded,employees,tags'

interface Wish {
  priority?: boolean
  date?: string
}

async function importing(source: string, dryRun: boolean, { priority = false, date }: Wish = {}) {
  return importCompanies(app.context, {
    source,
    columns: {},
    dryRun,
    priority,
    ...(date !== undefined && { seenOn: date }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
}

async function saved(name: string, rows: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${[HEADER, ...rows].join('\n')}\n`)
  return path
}

const said = ({ figures, rejectedRows }: FileReport) => ({ figures, rejectedRows })

const TABLES = ['companies', 'company_names', 'domainless_companies', 'company_sources', 'file_imports']

/** Everything that an import could have written. */
const stored = async (): Promise<unknown[]> =>
  Promise.all(
    TABLES.map(async (table) => (await app.database.pool.query(`select * from ${table} t order by t::text`)).rows),
  )

const among = (...values: string[]) => fc.constantFrom(...values)
const row = fc
  .tuple(
    among(
      '',
      '',
      'lumen.example',
      'tern.example',
      'birch.example',
      'https://www.oak.example/home',
      'notadomain!!',
      'x.nowhere',
    ),
    among('', 'Lumen Works', 'Tern Inc', 'Birch', 'Oak & Sons'),
    among('', 'PT', 'DE', 'united states'),
    among('', 'banking', 'computer software'),
    among('', '1998', '2004'),
    among('', '12', '700'),
    among('', 'fintech', 'brewery;craft beer', 'insurtech;edtech'),
  )
  .map((cells) => cells.join(','))

describe('a dry run of an import of companies', () => {
  test('says what the real run does, and writes nothing', async () => {
    let files = 0
    const file = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
      priority: fc.boolean(),
      date: among('2024-01-01', '2025-01-01', '2026-01-01'),
    })
    await fc.assert(
      fc.asyncProperty(file, async ({ rows, ...wanted }) => {
        const path = await saved(`companies-${++files}.csv`, rows)
        const before = await stored()
        const dry = await importing(path, true, wanted)
        expect(await stored()).toEqual(before)
        expect(said(dry)).toEqual(said(await importing(path, false, wanted)))
      }),
      { numRuns: 40 },
    )
  })

  test('knows in a later part of a file what an earlier part would have stored', async () => {
    const first = Array.from({ length: 20_000 }, (_, n) => `site${n}.example,Site ${n},PT,,,,`)
    const later = [
      'site1.example,Site 1,PT,,1998,,',
      'site2.example,Site 2,PT,,,,',
      ',Site 3,PT,banking,,,',
      'fresh.example,,,,,,',
    ]
    const path = await saved('two-parts.csv', [...first, ...later])
    const dry = said(await importing(path, true))
    expect(dry.figures).toMatchObject({ created: 20_001, changed: 2, unchanged: 1, waiting: 0, rejected: 0 })
    expect(dry).toEqual(said(await importing(path, false)))
  })
})

describe('a dry run of an import of people', () => {
  const person = fc
    .tuple(
      among('ines.calder@lumen.example', 'otto.brandt@lumen.example', 'una@tern.example', 'gone@birch.example', 'no'),
      among('', 'Ines Calder', 'Otto Brandt'),
      among('', 'https://lumen.example/team', 'https://tern.example/'),
      among('', '2026-01-10'),
    )
    .map((cells) => cells.join(','))
  const importingPeople = (source: string, dryRun: boolean, seenOn: string) => {
    const { signal } = new AbortController()
    return importPeople(app.context, { source, columns: {}, seenOn, dryRun, signal, onProgress: () => undefined })
  }
  const write = async (name: string, rows: readonly string[]) => {
    const path = join(folder, name)
    await writeFile(path, ['email,name,source url,left on', ...rows, ''].join('\n'))
    return path
  }
  const addresses = async () => (await app.database.pool.query('select * from addresses order by value')).rows

  test('says what the real run does, and writes nothing', async () => {
    let files = 0
    const file = fc.record({
      rows: fc.array(person, { minLength: 1, maxLength: 6 }),
      date: among('2026-01-01', '2026-02-01'),
    })
    await addOptout(app.context, 'gone@birch.example', null)
    await fc.assert(
      fc.asyncProperty(file, async ({ rows, date }) => {
        // Every three files are about people of their own: some are new to the index, and some are known.
        const own = `lumen${Math.floor(++files / 3)}.example`
        const path = await write(
          `people-${files}.csv`,
          rows.map((row) => row.replaceAll('lumen.example', own)),
        )
        const before = await addresses()
        const dry = await importingPeople(path, true, date)
        expect(await addresses()).toEqual(before)
        expect(said(dry)).toEqual(said(await importingPeople(path, false, date)))
      }),
      { numRuns: 25 },
    )
  })

  test('counts nobody twice whom a later part of the file repeats', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `p${n % 550}@lumen.example,,,`)
    const path = await write('many-people.csv', rows)
    const dry = said(await importingPeople(path, true, '2026-01-01'))
    expect(dry.figures).toMatchObject({ rows: 600, created: 550 })
    expect(dry).toEqual(said(await importingPeople(path, false, '2026-01-01')))
  })
})

test('rows with an invalid website, or with only a name, are reported by line and reason', async () => {
  const rows = [
    'notadomain!!,Lumen Works,PT,,,,',
    ',Tern Inc,,,,,',
    ',Birch,DE,,,,',
    'oak.nowhere,Oak,DE,,,,',
    ',,DE,,,,',
  ]
  const path = await saved('bad.csv', rows)
  for (const dryRun of [true, false]) {
    const { figures, rejectedRows } = await importing(path, dryRun)
    expect(figures).toMatchObject({ rows: 5, created: 0, waiting: 1, rejected: 4 })
    expect(rejectedRows).toEqual([
      { line: 2, reason: 'bad_website' },
      { line: 3, reason: 'no_country' },
      { line: 5, reason: 'bad_website' },
      { line: 6, reason: 'no_name' },
    ])
  }
})
