import { Client } from 'pg'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { peakMemoryMb, resetPeakMemory } from '../support/process-memory.ts'
import { report } from '../support/report.ts'

/**
 * `npm run bench:import-leads`: a file of 100,000 people, one row in a hundred broken, is imported through `/v2` and
 * exported again in every format. It compares the server's memory with that for a tenth of the rows, and checks that
 * the report lists each broken row.
 */

const ROWS = 100_000
const FEW_ROWS = 10_000
/** As many rows as one transaction of an import writes. */
const RAW_PIECE = 2_000
/** One row in this many is broken. */
const BROKEN_EVERY = 100

const BROKEN: readonly ((n: number) => string)[] = [
  (n) => `no address ${n},Name,Birch,50,PT,x`,
  (n) => `p${n}@lumen.example,"Open,Birch,50,PT,x`,
  (n) => `p${n}@lumen.example,Name,Birch,150,PT,x`,
  (n) => `p${n}@lumen.example,Name,Birch,50,Atlantis,x`,
  (n) => `p${n}@lumen.example,Name,Birch,50,PT,x,more,cells`,
  () => `p1@lumen.example,Twice,Birch,50,PT,x`,
]

const isBroken = (n: number): boolean => n % BROKEN_EVERY === 0
const rowOf = (n: number): string =>
  isBroken(n)
    ? (BROKEN[(n / BROKEN_EVERY) % BROKEN.length]?.(n) ?? '')
    : `p${n}@lumen${n % 997}.example,Given ${n},Family ${n % 5_000},${n % 101},PT,"Company ${n % 1_000}, Ltd"`

function* linesOf(rows: number): Generator<string> {
  yield 'email,first name,last name,confidence,country code,company\n'
  yield 'p1@lumen.example,First,Birch,50,PT,x\n'
  for (let n = 2; n <= rows; n++) yield `${rowOf(n)}\n`
}

type Asked = Omit<RequestInit, 'headers'> & { headers?: { [name: string]: string }; duplex?: 'half' }

interface Record {
  id: number
  status: string
  created: number
  updated: number
}

interface Measured {
  steps: Map<string, { seconds: number; peakMb: number }>
  wronglyReported: number
  changedAgain: number
  /** The same number of rows by SQL alone. */
  rawSeconds: number
}

const FORMATS = ['csv', 'jsonl', 'xlsx'] as const

/** Runs on a fresh database. Imports and exports each have their own server, which is fresh too. */
async function inOwnInstallation(rows: number): Promise<Measured> {
  await using house = await openBenchHouse()
  const steps: Measured['steps'] = new Map()
  const { key, ...imported } = await onServer({ house, steps }, (measure, quarry) => importTwice(measure, quarry, rows))
  const rawSeconds = await rawRows(house.connectionString, rows)
  await onServer({ house, steps }, async (measure, { origin }) => {
    await loadTables({ origin, key })
    for (const format of FORMATS) await measure(`export ${format}`, () => fetchExport({ origin, key }, format))
  })
  return { steps, ...imported, rawSeconds }
}

type Measure = <T>(name: string, work: () => Promise<T>) => Promise<T>

async function onServer<T>(
  { house, steps }: { house: BenchHouse; steps: Measured['steps'] },
  work: (measure: Measure, quarry: ServerProcess & Door) => Promise<T>,
): Promise<T> {
  const quarry = await house.startQuarry()
  const measure: Measure = async (name, measured) => {
    resetPeakMemory(quarry.pid)
    const startedAt = performance.now()
    const result = await measured()
    const seconds = (performance.now() - startedAt) / 1_000
    steps.set(name, { seconds, peakMb: Math.round(peakMemoryMb(quarry.pid)) })
    return result
  }
  try {
    return await work(measure, quarry)
  } finally {
    await quarry.stop()
  }
}

/** What a server reads for questions in its first seconds takes more memory than files do: any question waits for it. */
async function loadTables({ origin, key }: Door): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  await fetch(`${origin}/v2/discover`, { method: 'POST', headers, body: '{"query":"breweries in Ohio"}' })
}

async function importTwice(
  measure: Measure,
  { origin, key }: Door,
  rows: number,
): Promise<{ key: string; wronglyReported: number; changedAgain: number }> {
  const ask = asker({ origin, key })
  await loadTables({ origin, key })
  const first = await measure('import', () => upload(ask, rows))
  const named = await namedRows(ask, first.id)
  const broken = Array.from({ length: rows }, (_, i) => i + 1).filter((n) => n > 1 && isBroken(n))
  const unnamed = broken.filter((n) => !named.has(n + 1)).length
  const again = await measure('import again', () => upload(ask, rows))
  return {
    key,
    wronglyReported: unnamed + named.size - (broken.length - unnamed),
    changedAgain: again.created + again.updated,
  }
}

interface Door {
  origin: string
  key: string
}

type Ask = <T>(path: string, init?: Asked) => Promise<T>

const asker =
  ({ origin, key }: Door): Ask =>
  async <T>(path: string, init: Asked = {}) => {
    const headers = { 'x-api-key': key, ...init.headers }
    const answer = await fetch(`${origin}/v2/leads/${path}`, { ...init, headers })
    return ((await answer.json()) as { data: T }).data
  }

async function upload(ask: Ask, rows: number): Promise<Record> {
  const body = ReadableStream.from(pieces(rows))
  let found = await ask<Record>('imports', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'text/csv' },
  })
  while (found.status !== 'done') {
    await new Promise((resolve) => setTimeout(resolve, 100))
    found = await ask<Record>(`imports/${found.id}`)
  }
  return found
}

async function fetchExport(door: Door, format: string): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const { id } = await asker(door)<{ id: number }>('exports', {
    method: 'POST',
    body: JSON.stringify({ format }),
    headers: json,
  })
  const file = await fetch(`${door.origin}/v2/leads/exports/${id}/file`, { headers: { 'x-api-key': door.key } })
  for await (const _ of file.body ?? []);
}

/**
 * Inserts as many new leads and list memberships by statements that do nothing else, with the same indexes and
 * counters, in pieces as large as those of an import: what the database alone takes.
 */
async function rawRows(connectionString: string, rows: number): Promise<number> {
  const client = new Client({ connectionString })
  await client.connect()
  const startedAt = performance.now()
  for (let first = 1; first <= rows; first += RAW_PIECE)
    await client.query(
      `with saved as (
          insert into leads (account_id, email, first_name, last_name, confidence_score, country_code, company)
          select 1, 'raw' || n || '@lumen' || n % 997 || '.example', 'Given ' || n, 'Family ' || n % 5000, n % 101, 'PT',
            'Company ' || n % 1000 || ', Ltd'
          from generate_series($1::integer, $1 + $2 - 1) n order by 2 returning id)
        insert into leads_list_members (account_id, leads_list_id, lead_id) select 1, 1, id from saved`,
      [first, RAW_PIECE],
    )
  const seconds = (performance.now() - startedAt) / 1_000
  await client.end()
  return seconds
}

function tell(small: Measured, large: Measured): void {
  const growth = (name: string): number =>
    (large.steps.get(name)?.peakMb ?? NaN) - (small.steps.get(name)?.peakMb ?? NaN)
  const seconds = large.steps.get('import')?.seconds ?? NaN
  const rounded = (value: number): number => Math.round(value * 100) / 100
  report({
    title: `${ROWS} rows of leads in and out, compared with ${FEW_ROWS}`,
    rows: [
      ['what', 'seconds', 'peak MB', `peak MB for ${FEW_ROWS}`],
      ...[...large.steps].map(([name, step]) => [
        name,
        rounded(step.seconds),
        step.peakMb,
        small.steps.get(name)?.peakMb ?? '',
      ]),
      ['raw SQL inserts', rounded(large.rawSeconds), '', ''],
    ],
    figures: {
      rows_per_second: Math.round(ROWS / seconds),
      import_of_raw: rounded(large.rawSeconds / seconds),
      wrongly_reported: large.wronglyReported + small.wronglyReported,
      changed_again: large.changedAgain,
      import_growth_mb: growth('import'),
      ...Object.fromEntries(FORMATS.map((format) => [`export_${format}_growth_mb`, growth(`export ${format}`)])),
    },
    bars: [
      { figure: 'wrongly_reported', max: 0 },
      { figure: 'changed_again', max: 0 },
      // What an import does in addition, on its one core: HTTP, reading, storing each row until it is merged, looking
      // for repeated and opted-out addresses, while a webhook or another caller may need its turn at any moment. How
      // many rows per second that makes depends on the machine.
      { figure: 'import_of_raw', min: 0.15 },
      // Ten times the rows may not cost more memory: the garbage that V8 lets accumulate is less than this.
      { figure: 'import_growth_mb', max: 50 },
      ...FORMATS.map((format) => ({ figure: `export_${format}_growth_mb`, max: 50 })),
    ],
  })
}

/** In pieces as a socket delivers them. */
function* pieces(rows: number): Generator<Uint8Array> {
  let text = ''
  for (const line of linesOf(rows)) {
    text += line
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** Returns the lines that the report lists. */
async function namedRows(ask: Ask, id: number): Promise<Set<number>> {
  const named = new Set<number>()
  for (let offset = 0; ; offset += 1_000) {
    const { errors } = await ask<{ errors: { line: number }[] }>(`imports/${id}/errors?limit=1000&offset=${offset}`)
    for (const { line } of errors) named.add(line)
    if (errors.length < 1_000) return named
  }
}

tell(await inOwnInstallation(FEW_ROWS), await inOwnInstallation(ROWS))
