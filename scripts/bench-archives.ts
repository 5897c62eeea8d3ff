import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { makeArchives, pagesToRepeat } from './made-archives.ts'
import type { MadeArchives } from './made-archives.ts'
import { peakMemoryMb, resetPeakMemory } from './process-memory.ts'
import { report } from './report.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * `npm run bench:archives -- [PAGES] [--megabytes N]`: reads and imports web archives made by repeating pages under ever
 * new domains (PAGES: a labelled set; without it, generated pages). "Read" unpacks, parses and extracts; "import" stores
 * as well, into a database on the same machine, which needs its share of the processor.
 */

const args = process.argv.slice(2)
const megabytes = Number(args[args.indexOf('--megabytes') + 1] ?? 0) || 1_100
const folderOfPages = args.find((arg, place) => !arg.startsWith('--') && args[place - 1] !== '--megabytes')
const FILES = 4
/** Memory may grow so much between the first tenth and the end. */
const MAX_GROWTH_MB = 50

interface Run {
  pages: number
  seconds: number
  growthMb: number
}

const dataDir = await temporaryFolder('quarry-bench-')
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
try {
  await main()
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const pages = pagesToRepeat(folderOfPages)
  console.log(`Writing archives of ${megabytes} MB …`)
  const made = await makeArchives(pages, dataDir, { bytes: megabytes * 1_000_000, files: FILES })
  const read = (kind: string) => (files: string[]) => ['scripts/read-archives.ts', kind, ...files]
  const load = (files: string[]) => ['src/cli.ts', 'import', 'warc', '--json', ...files]
  const rows: [string, Run][] = []
  rows.push(['read, addresses only', await measure(made, 1, read('addresses'))])
  rows.push(['read, with people', await measure(made, 1, read('people'))])
  rows.push(['read, addresses only, 2 processes', await measure(made, 2, read('addresses'))])
  rows.push(['import, with people', await measure(made, 1, load)])
  await emptied()
  rows.push(['import, with people, 2 processes', await measure(made, 2, load)])
  tell(made, rows)
}

/** Runs so many processes, each on its share of the files. */
async function measure(made: MadeArchives, processes: number, argv: (files: string[]) => string[]): Promise<Run> {
  const startedAt = performance.now()
  const shares = Array.from({ length: processes }, (_, n) => made.files.filter((_, place) => place % processes === n))
  const runs = await Promise.all(shares.map((files) => run(argv(files))))
  const seconds = (performance.now() - startedAt) / 1_000
  return { pages: made.pages, seconds, growthMb: Math.max(...runs) }
}

/** @returns how much the greatest memory of the whole run exceeds that of its first tenth, in MB. */
async function run(argv: string[]): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, DATABASE_URL: postgres.connectionString, QUARRY_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const peaks: { at: number; megabytes: number }[] = []
  const pid = child.pid ?? 0
  const watch = setInterval(() => {
    peaks.push({ at: performance.now() - startedAt, megabytes: peakMemoryMb(pid) })
    resetPeakMemory(pid)
  }, 200)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${argv[0]} ended with ${String(code)}.`)
  const end = performance.now() - startedAt
  const early = peaks.filter(({ at }) => at <= Math.max(end / 10, 3_000))
  const greatest = (of: typeof peaks) => Math.max(0, ...of.map(({ megabytes: held }) => held))
  return Math.max(0, greatest(peaks) - greatest(early))
}

/** The second import is to find as little as the first one did. */
async function emptied(): Promise<void> {
  const client = new Client({ connectionString: postgres.connectionString })
  await client.connect()
  await client.query('truncate archive_imports, sources, addresses, address_counts, domains, pages cascade')
  await client.end()
}

function tell({ pages, bytes }: MadeArchives, rows: readonly [string, Run][]): void {
  const rate = (name: string): number => {
    const found = rows.find(([row]) => row === name)?.[1]
    return found === undefined ? NaN : found.pages / found.seconds
  }
  const round = (value: number): number => Math.round(value * 100) / 100
  report({
    title: `Web archives: ${pages.toLocaleString('en')} pages, ${Math.round(bytes / 1e6)} MB unpacked, ${Math.round(bytes / pages / 1_000)} kB a page`,
    rows: [
      ['run', 'pages/s', 'MB/s', 'seconds', 'memory growth MB'],
      ...rows.map(([name, { seconds, growthMb }]) => [
        name,
        Math.round(pages / seconds),
        Math.round(bytes / seconds / 1e6),
        Math.round(seconds),
        Math.round(growthMb),
      ]),
    ],
    figures: {
      read_addresses_pages_per_second: Math.round(rate('read, addresses only')),
      read_people_pages_per_second: Math.round(rate('read, with people')),
      read_two_processes: round(rate('read, addresses only, 2 processes') / rate('read, addresses only')),
      import_pages_per_second: Math.round(rate('import, with people')),
      import_two_processes: round(rate('import, with people, 2 processes') / rate('import, with people')),
      memory_growth_mb: Math.round(Math.max(...rows.map(([, { growthMb }]) => growthMb))),
    },
    bars: [
      { figure: 'read_addresses_pages_per_second', min: 600 },
      { figure: 'read_people_pages_per_second', min: 300 },
      { figure: 'read_two_processes', min: 1.7 },
      { figure: 'memory_growth_mb', max: MAX_GROWTH_MB },
    ],
  })
}
