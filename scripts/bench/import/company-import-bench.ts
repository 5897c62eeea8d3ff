import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { copyRows } from '../../../src/db/copy-rows.ts'
import { runMeasured } from '../../support/measured-process.ts'
import type { MeasuredProcess } from '../../support/measured-process.ts'
import type { Report } from '../../support/report.ts'

/**
 * How fast a file of companies gets into the index: CSV, normalised, merged, with the names under which they are found.
 * For comparison, COPY of the same columns over one connection: into a table that has only those; into one with all
 * columns, indexes and computed values of `companies`, which every import needs; and into one whose indexes are built
 * afterwards, which is the fastest that PostgreSQL can do but prevents searching meanwhile. COPY leaves words and names
 * in lists that every search has to read, and an import empties them before it ends: how long that takes after COPY is
 * measured on its own. Then the same file again, which must change nothing.
 */

const MEMORY_MARGIN_MB = 50
const MB = 1_048_576

const SIZES = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+']
const PLACES = [
  'porto,porto,portugal',
  'austin,texas,united states',
  'lyon,auvergne-rhône-alpes,france',
  'münchen,bayern,germany',
  'pune,maharashtra,india',
]
const INDUSTRIES = [
  'computer software',
  'banking',
  'restaurants',
  'construction',
  'higher education',
  'marketing and advertising',
]

export interface CompanyBenchOptions {
  /** Where the file is kept during the benchmark. */
  dataDir: string
  connectionString: string
  rows: number
}

export async function benchCompanies({ dataDir, connectionString, rows }: CompanyBenchOptions): Promise<Report> {
  const file = join(dataDir, 'companies.csv')
  const small = join(dataDir, 'tenth.csv')
  await writeCompanies(file, rows)
  await writeCompanies(small, Math.ceil(rows / 10))
  // The first process creates the tables.
  const tenth = await imported(small, connectionString)
  const database = new Client({ connectionString })
  await database.connect()
  try {
    await database.query('truncate companies, company_names, file_imports cascade')
    // What one leaves to be written would otherwise be written while the next is measured.
    const written = () => database.query('checkpoint')
    const plain = await copyPlainly(database, file, PLAIN)
    await written()
    const indexed = await copyPlainly(database, file, INDEXED)
    const lists = await secondsOf(() => database.query(EMPTY_LISTS))
    await written()
    const built = await copyPlainly(database, file, BUILT)
    await database.query('drop table plain, twin, bulk')
    await written()
    const first = await imported(file, connectionString)
    await written()
    const second = await imported(file, connectionString)
    return reportOf(rows, { plain, indexed, lists, built, tenth, first, second })
  } finally {
    await database.end()
  }
}

interface Measured {
  /** Seconds. */
  plain: number
  indexed: number
  /** To empty the lists of indexes that `indexed` left. */
  lists: number
  built: number
  tenth: Imported
  first: Imported
  second: Imported
}

function reportOf(rows: number, { plain, indexed, lists, built, tenth, first, second }: Measured): Report {
  const rate = (seconds: number): number => Math.round(rows / seconds)
  const figures = {
    rows,
    rows_per_second: rate(first.seconds),
    plain_copy_rows_per_second: rate(plain),
    indexed_copy_rows_per_second: rate(indexed),
    copy_then_index_rows_per_second: rate(built),
    to_indexed_copy: round(indexed / first.seconds),
    lists_seconds: round(lists),
    to_indexed_copy_with_lists: round((indexed + lists) / first.seconds),
    second_rows_per_second: rate(second.seconds),
    second_to_first: round(first.seconds / second.seconds),
    second_changes: second.created + second.changed,
    program_cpu_seconds: round(first.cpuSeconds),
    peak_mb: Math.round(first.peakMb),
    peak_of_a_tenth_mb: Math.round(tenth.peakMb),
    growth_mb: Math.round(first.peakMb - tenth.peakMb),
  }
  return {
    title: `${rows.toLocaleString('en')} rows of companies`,
    rows: [['figure', 'value'], ...Object.entries(figures)],
    figures,
    bars: [
      { figure: 'to_indexed_copy', min: 0.8 },
      { figure: 'second_to_first', min: 1 },
      { figure: 'second_changes', max: 0 },
      { figure: 'growth_mb', max: MEMORY_MARGIN_MB },
    ],
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** Writes names and domains that look random but are the same each time. */
async function writeCompanies(path: string, count: number): Promise<void> {
  const out = await open(path, 'w')
  let text = 'id,name,website,founded,size,locality,region,country,industry,linkedin_url\n'
  for (let i = 0; i < count; i++) {
    const word = ((i * 2_654_435_761) % 4_294_967_296).toString(36)
    text += `c${i},"Firm ${word} Works, Inc.",https://www.firm-${word}.com/,${1950 + (i % 70)},${SIZES[i % 8]},${PLACES[i % 5]},${INDUSTRIES[i % 6]},linkedin.com/company/firm-${word}\n`
    if (text.length < MB) continue
    await out.write(text)
    text = ''
  }
  await out.write(text)
  await out.close()
}

interface Copying {
  before: readonly string[]
  copy: string
  after?: string
}

const PLAIN: Copying = {
  before: [
    'create table plain (domain text, name text, founded smallint, headcount text, city text, state text, country text, industry text, linkedin text)',
  ],
  copy: 'copy plain (domain, name, founded, headcount, city, state, country, industry, linkedin) from stdin',
}
const copyOf = (table: string, like: string): Copying => ({
  before: [
    `create table ${table} (like companies including ${like})`,
    `alter table ${table} alter indexed_on set default current_date, alter updated_at set default now()`,
  ],
  copy: `copy ${table} (domain, name, founded_year, headcount, city, state, country, industry, linkedin) from stdin`,
})
const INDEXED = copyOf('twin', 'all')
const EMPTY_LISTS = `do $$ declare list regclass; begin
    for list in select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where i.indrelid = 'twin'::regclass and a.amname = 'gin' loop perform gin_clean_pending_list(list); end loop; end $$`
const BUILT: Copying = {
  ...copyOf('bulk', 'all excluding indexes'),
  after: `do $$ declare built text; begin
    for built in select replace(replace(indexdef, ' public.companies ', ' bulk '), 'INDEX companies_', 'INDEX bulk_')
      from pg_indexes where tablename = 'companies' loop execute built; end loop; end $$`,
}

/**
 * Copies the cells of the file unchanged, in the order of the table, as fast as one connection accepts them.
 * @returns seconds
 */
async function copyPlainly(client: Client, file: string, { before, copy, after }: Copying): Promise<number> {
  for (const statement of before) await client.query(statement)
  return secondsOf(async () => {
    await copyCells(client, file, copy)
    if (after !== undefined) await client.query(after)
  })
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

async function copyCells(client: Client, file: string, copy: string): Promise<void> {
  let batch: string[][] = []
  const flush = async (): Promise<void> => {
    await copyRows(client as never, copy, batch)
    batch = []
  }
  let isHeader = true
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!isHeader) batch.push(plainCells(line))
    isHeader = false
    if (batch.length === 50_000) await flush()
  }
  await flush()
}

/** In the generated rows only the second cell is quoted. */
function plainCells(line: string): string[] {
  const [, name = '', rest = ''] = line.split('"')
  const [, website = '', founded = '', size = '', city = '', state = '', country = '', industry = '', linkedin = ''] =
    rest.split(',')
  return [website.slice(12, -1), name, founded, size, city, state, country, industry, linkedin]
}

interface Imported extends MeasuredProcess {
  created: number
  changed: number
}

/** Imports as an operator does, with the command line, including the start of the program. */
async function imported(file: string, connectionString: string): Promise<Imported> {
  const run = await runMeasured(['src/cli.ts', 'import', 'companies', '--json', file], connectionString)
  const { files } = JSON.parse(run.output) as { files: [{ figures: { created: number; changed: number } }] }
  const { created, changed } = files[0].figures
  return { ...run, created, changed }
}
