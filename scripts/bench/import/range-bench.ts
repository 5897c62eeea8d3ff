import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { firstMember } from '../../../src/engine/import/gzip-members.ts'
import { isWantedUrl, USUAL_PAGES } from '../../../src/engine/import/ranges/chosen-captures.ts'
import { startRangeServer } from '../../../test/internet/range-server.ts'
import type { RangeServer } from '../../../test/internet/range-server.ts'
import { START } from '../../support/bench-house.ts'
import type { Report } from '../../support/report.ts'
import { makeArchives, pagesToRepeat } from './made-archives.ts'

/**
 * Fills the index from a crawl on loopback, through its index, by byte ranges: once undisturbed, and once killed at ten
 * moments. Both are compared with an import of whole files that contain only the chosen records.
 */

const KILLS = 10
/** The kills wait for 34 such parts of all requests, so that some are left for the last one even if none was repeated. */
const STEPS = 50
/** Among generated pages, one in this many is of a chosen kind. */
const CHOSEN_OF = 5
const CHOICE = { tlds: [], pages: USUAL_PAGES }

interface Indexed {
  url: string
  file: string
  offset: number
  length: number
}

export interface RangeBenchOptions {
  dataDir: string
  connectionString: string
  pages: string | undefined
  /** Of all archives, uncompressed. */
  megabytes: number
}

export async function benchRanges({ dataDir, connectionString, pages, megabytes }: RangeBenchOptions): Promise<Report> {
  const repeated = pagesToRepeat(pages).map((page, place) =>
    pages === undefined && place % CHOSEN_OF === 0 ? { ...page, url: page.url.replace('/page-', '/team-') } : page,
  )
  const made = await makeArchives(repeated, dataDir, { bytes: megabytes * 1_000_000, files: 4 })
  const archives = new Map(made.files.map((path, place) => [`part-${place}.warc.gz`, readFileSync(path)]))
  const all = [...archives].flatMap(([file, bytes]) => capturesOf(file, bytes))
  const chosen = all.filter(({ url }) => isWantedUrl(url, CHOICE))
  const bytesOf = ({ file, offset, length }: Indexed) => archives.get(file)?.subarray(offset, offset + length)
  const whole = join(dataDir, 'chosen.warc.gz')
  await writeFile(whole, Buffer.concat(chosen.flatMap((capture) => bytesOf(capture) ?? [])))
  const index = join(dataDir, 'index.cdxj')
  await writeFile(index, all.map(lineOf).join(''))
  await using server = await startRangeServer(archives)
  const byRanges = ['import', 'crawl', '--json', '--prefix', server.url, index]

  const databases = { undisturbed: '', killed: '', files: '', everything: '' }
  for (const name of ['undisturbed', 'killed', 'files', 'everything'] as const)
    databases[name] = await madeDatabase(connectionString, name)
  const quarry = (database: keyof typeof databases, args: readonly string[]) =>
    start(args, databases[database], join(dataDir, database))

  await quarry('undisturbed', byRanges).ended
  const { bytes: fetched } = server.sent
  const requests = server.sent.ranges.length
  let [killed, startMs] = [0, 0]
  for (let moment = 0; moment < KILLS; moment++) {
    const startedAt = performance.now()
    const before = server.sent.ranges.length
    const process = quarry('killed', byRanges)
    // Some moments are between its start and its first request.
    if (moment % 5 === 4) await sleep((startMs * moment) / KILLS)
    else {
      await hasSent(server, before + 1, process)
      startMs = performance.now() - startedAt
      await hasSent(server, before + (((moment * 7) % KILLS) * requests) / STEPS, process)
    }
    killed += Number(process.kill())
    await process.ended
  }
  await quarry('killed', byRanges).ended
  await quarry('files', ['import', 'warc', '--json', whole]).ended
  await quarry('everything', ['import', 'warc', '--json', ...made.files]).ended
  const rows = {
    undisturbed: await rowsOf(databases.undisturbed),
    killed: await rowsOf(databases.killed),
    files: await rowsOf(databases.files),
    everything: await rowsOf(databases.everything),
  }
  const wanted = chosen.reduce((sum, { length }) => sum + length, 0)
  const same = (one: Rows, other: Rows): number => Number(one.text === other.text)
  const figures = {
    range_pages: all.length,
    range_chosen: chosen.length,
    range_bytes_ratio: Math.round((1_000 * fetched) / wanted) / 1_000,
    range_same_rows: same(rows.undisturbed, rows.files),
    range_kills: killed,
    range_killed_same_rows: same(rows.killed, rows.files),
    range_rows: rows.files.count,
    range_own_addresses_share: Math.round((100 * rows.undisturbed.own) / Math.max(1, rows.everything.own)) / 100,
  }
  return {
    title: `A crawl of ${all.length.toLocaleString('en')} pages by ranges of bytes`,
    rows: [['figure', 'value'], ...Object.entries(figures)],
    figures,
    bars: [
      { figure: 'range_chosen', min: 100 },
      { figure: 'range_bytes_ratio', max: 1.1 },
      { figure: 'range_same_rows', min: 1 },
      { figure: 'range_kills', min: KILLS },
      { figure: 'range_killed_same_rows', min: 1 },
    ],
  }
}

/** Waits until a server has sent so many ranges, or the process that asks for them is over. */
async function hasSent({ sent }: RangeServer, ranges: number, process: Pick<Started, 'isOver'>): Promise<void> {
  while (!process.isOver() && sent.ranges.length < ranges) await sleep(5)
}

function capturesOf(file: string, bytes: Buffer): Indexed[] {
  const captures: Indexed[] = []
  for (let offset = 0; offset < bytes.length;) {
    const member = firstMember(bytes.subarray(offset), true)
    if (member.outcome !== 'member') break
    const head = gunzipSync(bytes.subarray(offset, offset + member.length)).toString('latin1', 0, 4_096)
    const url = /^WARC-Target-URI: (\S+)/m.exec(head)?.[1]
    if (url !== undefined && /^WARC-Type: response/m.test(head))
      captures.push({ url, file, offset, length: member.length })
    offset += member.length
  }
  return captures
}

function lineOf({ url, file, offset, length }: Indexed): string {
  const { hostname, pathname } = new URL(url)
  const fields = { url, mime: 'text/html', status: '200', length: `${length}`, offset: `${offset}`, filename: file }
  return `${hostname.split('.').toReversed().join(',')})${pathname} 20260118100000 ${JSON.stringify(fields)}\n`
}

async function madeDatabase(connectionString: string, name: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`create database bench_${name}`)
  await client.end()
  const url = new URL(connectionString)
  url.pathname = `bench_${name}`
  return url.href
}

interface Started {
  ended: Promise<void>
  isOver: () => boolean
  /** @returns whether it was still running */
  kill: () => boolean
}

function start(args: readonly string[], database: string, dataDir: string): Started {
  const options = START.filter((option) => option.startsWith('--max-'))
  const child = spawn(process.execPath, [...options, 'src/cli.ts', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database,
      QUARRY_DATA_DIR: dataDir,
      QUARRY_SECRET_KEY: Buffer.alloc(32, 'b').toString('base64'),
      QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
      QUARRY_LOCAL_SUFFIXES: 'example',
      QUARRY_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  const closed = new Promise<void>((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 || child.signalCode !== null ? resolve() : reject(new Error(`${args.join(' ')} ended with ${code}.`)),
    )
  })
  return { ended: closed, isOver, kill: () => !isOver() && child.kill('SIGKILL') }
}

interface Rows {
  text: string
  count: number
  /** Addresses at the domains whose pages show them. */
  own: number
}

/** Returns everything that pages say, without when it was stored. */
async function rowsOf(connectionString: string): Promise<Rows> {
  const client = new Client({ connectionString })
  await client.connect()
  const lines = async (text: string): Promise<string[]> =>
    (await client.query<{ line: string }>(text)).rows.map(({ line }) => line)
  const told = [
    ...(await lines(`select to_jsonb(a)::text as line from addresses a order by domain, value`)),
    ...(await lines(`select to_jsonb(s)::text as line from sources s order by domain, value, uri`)),
    ...(await lines(
      `select to_jsonb(p)::text as line from person_observations p order by domain, uri, person_key, statement`,
    )),
  ]
  const own = await lines(`select distinct value as line from sources where domain = source_domain`)
  await client.end()
  return { text: told.join('\n'), count: told.length, own: own.length }
}
