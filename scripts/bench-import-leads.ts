import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { startServerProcess } from './bench-process.ts'
import type { ServerProcess } from './bench-process.ts'
import { peakMemoryMb, resetPeakMemory } from './process-memory.ts'
import { report } from './report.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * `npm run bench:import-leads`: a file of 100,000 people, one row in a hundred broken, goes in through `/v2` and comes out
 * again in every format. Watches the memory of the server, and that the report names each broken row.
 */

const ROWS = 100_000
/** Every so many rows one is broken. */
const BROKEN_EVERY = 100

const BROKEN: readonly ((n: number) => string)[] = [
  (n) => `no address ${n},Name,Birch,50,PT,x`,
  (n) => `p${n}@lumen.example,"Open,Birch,50,PT,x`,
  (n) => `p${n}@lumen.example,Name,Birch,150,PT,x`,
  (n) => `p${n}@lumen.example,Name,Birch,50,Portugal,x`,
  (n) => `p${n}@lumen.example,Name,Birch,50,PT,x,more,cells`,
  () => `p1@lumen.example,Twice,Birch,50,PT,x`,
]

const isBroken = (n: number): boolean => n % BROKEN_EVERY === 0
const rowOf = (n: number): string =>
  isBroken(n)
    ? (BROKEN[(n / BROKEN_EVERY) % BROKEN.length]?.(n) ?? '')
    : `p${n}@lumen${n % 997}.example,Given ${n},Family ${n % 5_000},${n % 101},PT,"Company ${n % 1_000}, Ltd"`

function* fileInPieces(): Generator<string> {
  yield 'email,first name,last name,confidence,country code,company\n'
  yield 'p1@lumen.example,First,Birch,50,PT,x\n'
  for (let n = 2; n <= ROWS; n++) yield `${rowOf(n)}\n`
}

type Asked = Omit<RequestInit, 'headers'> & { headers?: { [name: string]: string }; duplex?: 'half' }

interface Record {
  id: number
  status: string
  total: number
  created: number
  unchanged: number
  failed: number
}

const dataDir = await temporaryFolder('quarry-bench-')
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
const servers: ServerProcess[] = []
try {
  await main()
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function main(): Promise<void> {
  const quarry = await startServerProcess(['src/main.ts'], {
    DATABASE_URL: postgres.connectionString,
    PORT: '0',
    QUARRY_CRAWL: 'off',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_LOG_LEVEL: 'warn',
  })
  servers.push(quarry)
  const key = /qry_[\w-]+/.exec(quarry.output())?.[0] ?? ''
  const headers = { 'x-api-key': key }
  const ask = async <T>(path: string, init: Asked = {}): Promise<T> => {
    const answer = await fetch(`${quarry.origin}/v2/leads/${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    return ((await answer.json()) as { data: T }).data
  }
  const rows: (string | number)[][] = [['what', 'seconds', 'peak memory, MB']]
  const figures: { [name: string]: number } = {}
  const measure = async (name: string, work: () => Promise<void>): Promise<void> => {
    resetPeakMemory(quarry.pid)
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1_000
    const peak = peakMemoryMb(quarry.pid)
    rows.push([name, seconds.toFixed(1), peak.toFixed(0)])
    figures[`${name}_seconds`] = Number(seconds.toFixed(2))
    figures[`${name}_peak_mb`] = Math.round(peak)
  }

  const upload = async (query = ''): Promise<Record> => {
    const body = ReadableStream.from(pieces())
    const init: Asked = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'text/csv' } }
    let found = await ask<Record>(`imports${query}`, init)
    while (found.status !== 'done') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      found = await ask<Record>(`imports/${found.id}`)
    }
    return found
  }

  figures['idle_mb'] = Math.round(peakMemoryMb(quarry.pid))
  await measure('import', async () => {
    const { id, total, created, failed } = await upload()
    const named = await namedRows(ask, id)
    const expected = Array.from({ length: ROWS }, (_, i) => i + 1).filter((n) => n > 1 && isBroken(n))
    figures['created'] = created
    figures['failed'] = failed
    figures['total'] = total
    figures['wrongly_reported'] = expected.filter((n) => !named.has(n + 1)).length + named.size - expected.length
  })
  await measure('again', async () => {
    figures['changed_again'] = ROWS - (await upload()).unchanged - (figures['failed'] ?? 0)
  })
  for (const format of ['csv', 'jsonl', 'xlsx'])
    await measure(`export_${format}`, async () => {
      const json = { 'content-type': 'application/json' }
      const { id } = await ask<{ id: number }>('exports', {
        method: 'POST',
        body: JSON.stringify({ format }),
        headers: json,
      })
      const file = await fetch(`${quarry.origin}/v2/leads/exports/${id}/file`, { headers })
      let bytes = 0
      for await (const chunk of file.body ?? []) bytes += (chunk as Uint8Array).length
      figures[`export_${format}_mb`] = Math.round(bytes / 1e5) / 10
    })

  const idle = figures['idle_mb']
  report({
    title: `${ROWS} rows of leads, in and out (memory when idle ${idle} MB)`,
    rows,
    figures,
    bars: [
      { figure: 'wrongly_reported', max: 0 },
      { figure: 'changed_again', max: 0 },
      { figure: 'import_peak_mb', max: idle + 150 },
      { figure: 'export_csv_peak_mb', max: idle + 150 },
      { figure: 'export_xlsx_peak_mb', max: idle + 150 },
    ],
  })
}

/** In pieces as a socket has them. */
function* pieces(): Generator<Uint8Array> {
  let text = ''
  for (const line of fileInPieces()) {
    text += line
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** The lines that the report names. */
async function namedRows(ask: <T>(path: string) => Promise<T>, id: number): Promise<Set<number>> {
  const named = new Set<number>()
  for (let offset = 0; ; offset += 1_000) {
    const { errors } = await ask<{ errors: { line: number }[] }>(`imports/${id}/errors?limit=1000&offset=${offset}`)
    for (const { line } of errors) named.add(line)
    if (errors.length < 1_000) return named
  }
}
