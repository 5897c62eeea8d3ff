import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { filterSearch } from '../../src/db/companies/company-page-statements.ts'
import { PLANNING } from '../../src/db/calls/planned.ts'
import type { CompanyFilters } from '../../src/lib/companies/company-filters.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import { COMPANY_COLUMNS, companyLines } from './company-rows.ts'
import { report } from '../support/report.ts'

/**
 * How fast companies are discovered among a million (or the number given), by ten sets of filters, first page and
 * offset 9,900, one request at a time over HTTP. For comparison, a bare client on one connection sends the same two
 * statements in turn with the same settings. The first answer to a set of filters counts, because its count is then
 * cached for a minute.
 */

const COMPANIES = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = Number(process.argv[3] ?? 20)
const OFFSETS = [0, 9_900]

const SETS: Record<string, CompanyFilters> = {
  country: { headquarters_location: { include: [{ country: 'PT' }] } },
  'country and size': { headquarters_location: { include: [{ country: 'US' }] }, headcount: ['11-50', '51-200'] },
  industry: { industry: { include: ['Software Development'] } },
  'continent, industries, size': {
    headquarters_location: { include: [{ continent: 'Europe' }] },
    industry: { include: ['Accounting', 'Airlines and Aviation', 'Software Development'] },
    headcount: ['1-10', '11-50'],
  },
  city: { headquarters_location: { include: [{ country: 'US', city: 'City 77' }] } },
  phrase: { keywords: { include: ['carbon capture'] } },
  'words and country': {
    keywords: { include: ['solar', 'wind'] },
    headquarters_location: { include: [{ country: 'DE' }] },
  },
  topic: {
    topics: [
      {
        said: 'solar',
        industries: ['Solar Electric Power Generation', 'Renewable Energy Semiconductor Manufacturing'],
        keywords: ['solar', 'solar energy', 'solar power', 'photovoltaics', 'pv', 'solar panels', 'solar installation'],
      },
    ],
  },
  'broad topic': {
    topics: [
      {
        said: 'software',
        industries: ['Software Development'],
        keywords: ['software development', 'software engineering', 'computer software', 'software as a service'],
        tags: ['software'],
      },
    ],
  },
  'two topics and country': {
    topics: [
      {
        said: 'software',
        industries: ['Software Development'],
        keywords: ['software development'],
        tags: ['software'],
      },
      { said: 'solar', keywords: ['solar', 'photovoltaics'] },
    ],
    headquarters_location: { include: [{ country: 'DE' }] },
  },
  technology: { technology: { include: ['wordpress'] } },
  funding: {
    funding: { series: ['series_a', 'seed'], amount: { from: 1_000_000 } },
    headquarters_location: { include: [{ business_region: 'EMEA' }] },
  },
  'years, type, no industry': {
    year_founded: { from: 2015 },
    company_type: { include: ['privately held'] },
    industry: { exclude: ['Accounting'] },
  },
}

type Quarry = Awaited<ReturnType<BenchHouse['startQuarry']>>

interface Times {
  first: number
  p50: number
  p99: number
  rawP50: number
  rawP99: number
}

async function main(): Promise<void> {
  await using house = await openBenchHouse()
  const quarry = await house.startQuarry()
  await using client = await connected(house.connectionString)
  console.log(`Storing ${COMPANIES.toLocaleString('en')} companies …`)
  const started = performance.now()
  const copy = client.query(copyFrom(`copy companies (${COMPANY_COLUMNS}) from stdin`))
  await pipeline(Readable.from(companyLines(COMPANIES)), copy)
  const stored = (performance.now() - started) / 1_000
  await client.query('vacuum analyze companies')
  // The very first request waits for a starting program, not for the index.
  await measure(quarry, client, { headcount: ['10001+'] }, 0)
  const measured = new Map<string, Times>()
  for (const [name, filters] of Object.entries(SETS))
    for (const offset of OFFSETS) measured.set(`${name}, ${offset}`, await measure(quarry, client, filters, offset))
  tell(measured, stored)
}

/** Closed at the end of the block. */
async function connected(connectionString: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

async function measure(quarry: Quarry, client: Client, filters: CompanyFilters, offset: number): Promise<Times> {
  const ask = () =>
    timed(async () => {
      const response = await fetch(`${quarry.origin}/v2/discover`, {
        method: 'POST',
        headers: { 'x-api-key': quarry.key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...filters, offset }),
      })
      await response.json()
      if (response.status !== 200) throw new Error(`Discover answered ${response.status}.`)
    })
  const search = filterSearch({ filters })
  const askRaw = () =>
    timed(async () => {
      await client.query(PLANNING)
      await client.query(search.count.all.text, search.count.all.values)
      await client.query(search.page, [...search.values, 100, offset])
      await client.query('rollback')
    })
  await askRaw()
  const first = await ask()
  const times: number[] = []
  const raw: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await ask())
    raw.push(await askRaw())
  }
  return {
    first,
    p50: quantile(times, 0.5),
    p99: quantile([first, ...times], 0.99),
    rawP50: quantile(raw, 0.5),
    rawP99: quantile(raw, 0.99),
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN
}

function tell(measured: ReadonlyMap<string, Times>, stored: number): void {
  const all = [...measured.values()]
  const rounded = (value: number): number => Math.round(value * 10) / 10
  const sum = (of: (times: Times) => number): number => all.reduce((total, times) => total + of(times), 0)
  report({
    title: `Discover among ${COMPANIES.toLocaleString('en')} companies (stored in ${Math.round(stored)} s by COPY), ${ROUNDS} rounds; milliseconds`,
    rows: [
      ['filters, offset', 'first', 'p50', 'p99', 'raw p50', 'raw p99'],
      ...[...measured].map(([name, { first, p50, p99, rawP50, rawP99 }]) => [
        name,
        ...[first, p50, p99, rawP50, rawP99].map(rounded),
      ]),
    ],
    figures: {
      worst_p99_ms: rounded(Math.max(...all.map(({ p99 }) => p99))),
      worst_first_ms: rounded(Math.max(...all.map(({ first }) => first))),
      raw_worst_p99_ms: rounded(Math.max(...all.map(({ rawP99 }) => rawP99))),
      p50_of_raw: rounded(sum(({ p50 }) => p50) / sum(({ rawP50 }) => rawP50)),
      p99_of_raw: rounded(sum(({ p99 }) => p99) / sum(({ rawP99 }) => rawP99)),
    },
    bars: [
      { figure: 'worst_p99_ms', max: 250 },
      { figure: 'p50_of_raw', max: 1.5 },
      { figure: 'p99_of_raw', max: 1.5 },
    ],
  })
}

await main()
