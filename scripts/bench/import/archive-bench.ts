import { postmasterOf } from '../../support/bench-house.ts'
import { cpuSecondsOfEnded } from '../../support/bench-process.ts'
import { barePass } from '../bare-pass.ts'
import { makeArchives, pagesToRepeat } from './made-archives.ts'
import type { MadeArchives } from './made-archives.ts'
import { runMeasured } from '../../support/measured-process.ts'
import type { Report } from '../../support/report.ts'

/**
 * Reads and imports web archives made by repeating pages under ever new domains. "Read" unpacks, parses and extracts,
 * and has to meet the bars; "import" also stores, in a database on the same machine that takes its share of the
 * processor.
 */

/** The first file shows what memory a tenth takes; the next are read and imported by one process, the rest by two. */
const FILES = 10
/** Two processes import twice as many as one, because each of them has to start and compile, which is not to be measured. */
const FILES_OF_ONE = 3
const MAX_GROWTH_MB = 50
const BARE_FOR_MS = 4_000
const MIN_ADDRESSES_PAGES = 600
const MIN_PEOPLE_PAGES = 300
/** The same figures relative to the bare pass, with pages of 111 kB, on the machine the bars were set on (100 MB/s). */
const MIN_ADDRESSES_RATIO = 0.67
const MIN_PEOPLE_RATIO = 0.33
/** How many pages are stored per second of the program's processor time, relative to the same pages when they are only read. */
const MIN_IMPORT_SHARE = 0.55
/** The same for two processes that share the files, relative to a single one; and how much sooner they finish. */
const MIN_SHARED_SHARE = 0.9
const MIN_SHARED_SPEED = 1.3

interface Run {
  name: string
  pages: number
  seconds: number
  /** Of all its processes. */
  cpuSeconds: number
  /** Of PostgreSQL during the run. */
  postgresSeconds: number
  /** Of the process that used most. */
  peakMb: number
}

export interface ArchiveBenchOptions {
  /** Where the archives are kept during the benchmark. */
  dataDir: string
  connectionString: string
  /** A labelled set of pages; without it, generated ones. */
  pages: string | undefined
  /** Size when unpacked. */
  megabytes: number
}

export async function benchArchives(options: ArchiveBenchOptions): Promise<Report> {
  console.log(`Writing archives of ${options.megabytes} MB …`)
  const pages = pagesToRepeat(options.pages)
  const made = await makeArchives(pages, options.dataDir, {
    bytes: options.megabytes * 1_000_000,
    files: FILES,
  })
  const [first = '', ...others] = made.files
  const [next, rest] = [others.slice(0, FILES_OF_ONE), others.slice(FILES_OF_ONE)]
  const read = (kind: string) => (files: string[]) => ['scripts/eval/read-archives.ts', kind, ...files]
  const load = (files: string[]) => ['src/cli.ts', 'import', 'warc', '--json', ...files]
  const postgres = await postgresTime(options.dataDir)
  const of = (
    name: string,
    files: string[],
    processes: number,
    argv: (files: string[]) => string[],
    isShared = false,
  ) =>
    measure(
      { name, processes, argv: argv(files), pages: pagesIn(made, files) * (isShared ? 1 : processes), postgres },
      options.connectionString,
    )
  const bare = new BarePass(pages)
  bare.run()
  const alone = await of('read, addresses only', made.files, 1, read('addresses'))
  bare.run()
  const twice = await of('the same with 2 processes, each reading everything', made.files, 2, read('addresses'))
  bare.run()
  const addresses = joined(alone, await of('read, addresses only', made.files, 1, read('addresses')))
  bare.run()
  const firstLoaded = await of('import of a tenth, with people', [first], 1, load)
  const people = await of(`read of the next ${next.length}, with people`, next, 1, read('people'))
  const nextLoaded = await of('import of the same, with people', next, 1, load)
  const shared = await of(`import of the other ${rest.length}, with 2 processes`, rest, 2, load, true)
  return reportOf(made, { bare: bare.megabytesPerSecond, addresses, twice, firstLoaded, people, nextLoaded, shared })
}

/** Returns the processor seconds of the server's ended processes, which include those of an import once it is over. */
async function postgresTime(dataDir: string): Promise<() => number> {
  const pid = await postmasterOf(dataDir)
  return () => cpuSecondsOfEnded(pid)
}

/** Parses the same pages and does nothing else, which is slowed by other load and a slow machine to the same degree. */
class BarePass {
  readonly #pages: readonly { html: string }[]
  readonly #megabytes: number
  #rounds = 0
  #seconds = 0

  constructor(pages: readonly { html: string }[]) {
    this.#pages = pages
    this.#megabytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6
  }

  get megabytesPerSecond(): number {
    return (this.#megabytes * this.#rounds) / this.#seconds
  }

  run(): void {
    const startedAt = performance.now()
    for (; performance.now() - startedAt < BARE_FOR_MS; this.#rounds++)
      for (const { html } of this.#pages) barePass(html)
    this.#seconds += (performance.now() - startedAt) / 1_000
  }
}

const pagesIn = ({ files, pagesOf }: MadeArchives, chosen: readonly string[]): number =>
  files.reduce((sum, file, place) => sum + (chosen.includes(file) ? (pagesOf[place] ?? 0) : 0), 0)

interface Task {
  name: string
  /** Of all processes. */
  pages: number
  processes: number
  argv: string[]
  postgres: () => number
}

/** Runs several processes at once, on the same work unless they share it. */
async function measure({ name, pages, processes, argv, postgres }: Task, database: string): Promise<Run> {
  const startedAt = performance.now()
  const postgresBefore = postgres()
  const ended = await Promise.all(Array.from({ length: processes }, () => runMeasured(argv, database)))
  return {
    name,
    pages,
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: ended.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    postgresSeconds: postgres() - postgresBefore,
    peakMb: Math.max(...ended.map(({ peakMb }) => peakMb)),
  }
}

/** Joins two runs of the same work at different times: other load on the machine in between counts half in each. */
const joined = (one: Run, other: Run): Run => ({
  name: one.name,
  pages: one.pages + other.pages,
  seconds: one.seconds + other.seconds,
  cpuSeconds: one.cpuSeconds + other.cpuSeconds,
  postgresSeconds: one.postgresSeconds + other.postgresSeconds,
  peakMb: Math.max(one.peakMb, other.peakMb),
})

interface Runs extends Record<'addresses' | 'twice' | 'firstLoaded' | 'people' | 'nextLoaded' | 'shared', Run> {
  /** MB/s */
  bare: number
}

function reportOf({ pages, bytes }: MadeArchives, { bare, ...runs }: Runs): Report {
  const rate = (one: Run): number => one.pages / one.seconds
  const megabytes = (one: Run): number => rate(one) * (bytes / pages / 1e6)
  const ratio = (one: Run): number => Math.round((100 * megabytes(one)) / bare) / 100
  const { addresses, twice, firstLoaded, people, nextLoaded, shared } = runs
  const byProcessor = ({ pages: done, cpuSeconds }: Run): number => done / cpuSeconds
  const rounded = (share: number): number => Math.round(100 * share) / 100
  const reaches = (one: Run, minPages: number, minRatio: number): number =>
    Number(rate(one) >= minPages || ratio(one) >= minRatio)
  return {
    title: `Web archives: ${pages.toLocaleString('en')} pages, ${Math.round(bytes / 1e6)} MB unpacked, ${Math.round(bytes / pages / 1_000)} kB per page`,
    rows: [
      [
        'run',
        'pages/s',
        'pages per processor-second',
        'PostgreSQL ms per page',
        'MB/s',
        'share of the bare pass',
        'seconds',
        'peak MB',
      ],
      ['bare pass', Math.round((bare * 1e6 * pages) / bytes), '', '', Math.round(bare), 1],
      ...Object.values(runs).map((one) => [
        one.name,
        Math.round(rate(one)),
        Math.round(byProcessor(one)),
        one.postgresSeconds === 0 ? '' : rounded((1_000 * one.postgresSeconds) / one.pages),
        Math.round(megabytes(one)),
        ratio(one),
        Math.round(one.seconds),
        Math.round(one.peakMb),
      ]),
    ],
    figures: {
      read_bare_mb_s: Math.round(bare),
      read_addresses_pages_per_second: Math.round(rate(addresses)),
      read_addresses_ratio: ratio(addresses),
      read_addresses_ok: reaches(addresses, MIN_ADDRESSES_PAGES, MIN_ADDRESSES_RATIO),
      read_two_processes: Math.round((100 * rate(twice)) / rate(addresses)) / 100,
      read_people_pages_per_second: Math.round(rate(people)),
      read_people_ratio: ratio(people),
      read_people_ok: reaches(people, MIN_PEOPLE_PAGES, MIN_PEOPLE_RATIO),
      import_pages_per_second: Math.round(rate(nextLoaded)),
      import_share_of_reading: rounded(byProcessor(nextLoaded) / byProcessor(people)),
      import_shared_share: rounded(byProcessor(shared) / byProcessor(nextLoaded)),
      import_shared_speed: rounded(rate(shared) / rate(nextLoaded)),
      archive_growth_mb: Math.round(nextLoaded.peakMb - firstLoaded.peakMb),
    },
    bars: [
      { figure: 'read_addresses_ok', min: 1 },
      { figure: 'read_people_ok', min: 1 },
      { figure: 'read_two_processes', min: 1.7 },
      { figure: 'import_share_of_reading', min: MIN_IMPORT_SHARE },
      { figure: 'import_shared_share', min: MIN_SHARED_SHARE },
      { figure: 'import_shared_speed', min: MIN_SHARED_SPEED },
      { figure: 'archive_growth_mb', max: MAX_GROWTH_MB },
    ],
  }
}
