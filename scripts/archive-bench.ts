import { spawn } from 'node:child_process'
import { cpuSecondsOf } from './bench-process.ts'
import { makeArchives, pagesToRepeat } from './made-archives.ts'
import type { MadeArchives } from './made-archives.ts'
import { peakMemoryMb } from './process-memory.ts'
import type { Report } from './report.ts'

/**
 * Reads and imports web archives made by repeating pages under ever new domains. "Read" unpacks, parses and extracts, and
 * holds to the bars; "import" stores as well, into a database on the same machine, which needs its share of the processor.
 */

/** The first one shows what memory a tenth takes. */
const FILES = 10
const MAX_GROWTH_MB = 50

interface Run {
  name: string
  pages: number
  seconds: number
  /** Of all its processes. */
  cpuSeconds: number
  /** Of the process that held most. */
  peakMb: number
}

export interface ArchiveBenchOptions {
  /** Of the archives, which lie here while it runs. */
  dataDir: string
  connectionString: string
  /** A labelled set of pages; without it, generated ones. */
  pages: string | undefined
  /** Unpacked. */
  megabytes: number
}

export async function benchArchives(options: ArchiveBenchOptions): Promise<Report> {
  console.log(`Writing archives of ${options.megabytes} MB …`)
  const made = await makeArchives(pagesToRepeat(options.pages), options.dataDir, {
    bytes: options.megabytes * 1_000_000,
    files: FILES,
  })
  const [tenth = '', ...rest] = made.files
  const read = (kind: string) => (files: string[]) => ['scripts/read-archives.ts', kind, ...files]
  const load = (files: string[]) => ['src/cli.ts', 'import', 'warc', '--json', ...files]
  const of = (name: string, files: string[], processes: number, argv: (files: string[]) => string[]) =>
    measure({ name, files, processes, argv, pages: pagesIn(made, files) }, options.connectionString)
  const runs = [
    await of('read, addresses only', made.files, 1, read('addresses')),
    await of('read, addresses only, 2 processes', made.files, 2, read('addresses')),
    await of('read, with people', made.files, 1, read('people')),
    await of('import of a tenth, with people', [tenth], 1, load),
    await of('import of the rest, with people', rest, 1, load),
  ]
  return reportOf(made, runs)
}

const pagesIn = ({ files, pagesOf }: MadeArchives, chosen: readonly string[]): number =>
  files.reduce((sum, file, place) => sum + (chosen.includes(file) ? (pagesOf[place] ?? 0) : 0), 0)

interface Wish {
  name: string
  pages: number
  files: string[]
  processes: number
  argv: (files: string[]) => string[]
}

/** Runs so many processes, each on its share of the files. */
async function measure({ name, pages, files, processes, argv }: Wish, database: string): Promise<Run> {
  const shares = Array.from({ length: processes }, (_, n) => files.filter((_file, place) => place % processes === n))
  const startedAt = performance.now()
  const ended = await Promise.all(shares.map((share) => run(argv(share), database)))
  return {
    name,
    pages,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: ended.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    peakMb: Math.max(...ended.map(({ peakMb }) => peakMb)),
  }
}

const LOOK_EVERY_MS = 200

async function run(argv: string[], database: string): Promise<Pick<Run, 'cpuSeconds' | 'peakMb'>> {
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, DATABASE_URL: database, QUARRY_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = child.pid ?? 0
  let peakMb = 0
  let cpuSeconds = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakMemoryMb(pid))
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(pid))
  }, LOOK_EVERY_MS)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${argv[0]} ended with ${String(code)}.`)
  return { cpuSeconds, peakMb }
}

function reportOf({ pages, bytes }: MadeArchives, runs: readonly Run[]): Report {
  const [addresses = NaN, twice = NaN, people = NaN, , load = NaN] = runs.map((one) => one.pages / one.seconds)
  const [, , , tenth = NaN, rest = NaN] = runs.map(({ peakMb }) => peakMb)
  return {
    title: `Web archives: ${pages.toLocaleString('en')} pages, ${Math.round(bytes / 1e6)} MB unpacked, ${Math.round(bytes / pages / 1_000)} kB a page`,
    rows: [
      ['run', 'pages/s', 'pages/s of processor', 'MB/s', 'seconds', 'peak MB'],
      ...runs.map((one) => [
        one.name,
        Math.round(one.pages / one.seconds),
        Math.round(one.pages / one.cpuSeconds),
        Math.round((one.pages / one.seconds) * (bytes / pages / 1e6)),
        Math.round(one.seconds),
        Math.round(one.peakMb),
      ]),
    ],
    figures: {
      read_addresses_pages_per_second: Math.round(addresses),
      read_two_processes: Math.round((twice / addresses) * 100) / 100,
      read_people_pages_per_second: Math.round(people),
      import_pages_per_second: Math.round(load),
      archive_growth_mb: Math.round(rest - tenth),
    },
    bars: [
      { figure: 'read_addresses_pages_per_second', min: 600 },
      { figure: 'read_people_pages_per_second', min: 300 },
      { figure: 'read_two_processes', min: 1.7 },
      { figure: 'archive_growth_mb', max: MAX_GROWTH_MB },
    ],
  }
}
