import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { httpPage, inMembers, warcRecord } from '../../test/support/records/made-archive.ts'
import { cpuSecondsOf } from '../support/bench-process.ts'
import { peakMemoryMb } from '../support/process-memory.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'

/** Web archives that are expensive to read or invalid, imported on the command line beside a running server. */

/** Started as users start it, with the options that limit its memory. */
const QUARRY = join(import.meta.dirname, '../../bin/quarry')
/** What an archive may cost compared with an honest one. */
const MAX_GROWTH_MB = 100
const MAX_CPU_SECONDS = 30
const WITHIN = 'within bounds'
const LOOK_EVERY_MS = 50
const ENDS_WITHIN_MS = 180_000
const STOPS_WITHIN_MS = 2_000
/** Compiling the code that reads an archive takes longer than this. */
const INTERRUPT_AFTER_MS = 3_000
/** The pages of the honest archive: as many compressed bytes as the hostile ones have. */
const HONEST_PAGES = 1_500
const HONEST_TEXT_BYTES = 8_192

const MEBIBYTE = 1_048_576
const CRLF = '\r\n'

const pagesOf = (name: string): Buffer[] =>
  Array.from({ length: 40 }, (_, n) =>
    warcRecord({
      uri: `https://${name}${n}.test/team`,
      block: httpPage(`<p>Write to <a href="mailto:jo.tiler@${name}${n}.test">Jo Tiler</a>.</p>`),
    }),
  )

/** Pages like those of other sites: their content has some size, and does not compress to nothing. */
const honestPages = (): Buffer[] =>
  Array.from({ length: HONEST_PAGES }, (_, n) => {
    const text = `<p>${randomBytes(HONEST_TEXT_BYTES).toString('base64').replaceAll('/', ' ')}</p>`
    return warcRecord({ uri: `https://honest${n % 50}.test/page-${n}`, block: httpPage(text) })
  })

/** Honest pages around something else. */
const around = (name: string, middle: Buffer): Buffer => {
  const [first = Buffer.alloc(0), ...others] = pagesOf(name).map((page) => gzipSync(page))
  return Buffer.concat([first, middle, ...others])
}

const dated = (year: string): Buffer =>
  gzipSync(warcRecord({ uri: 'https://dates.test/', date: `${year}-01-18T10:00:00Z`, block: httpPage('<p>x</p>') }))

const page = (name: string, body: string | Buffer, headers: Record<string, string> = {}): Buffer =>
  gzipSync(
    warcRecord({
      uri: `https://${name}.test/`,
      block: Buffer.concat([Buffer.from(httpPage('', headers)), Buffer.from(body)]),
    }),
  )

/** `done`: all of it was read; `incomplete`: it ends early, and the command says so. */
type State = 'done' | 'incomplete' | 'failed'

interface MadeArchive {
  make: () => Buffer
  wanted: readonly State[]
}

const stored = (bytes: Buffer): Buffer => gzipSync(bytes, { level: 0 })
const magics = (size: number): Buffer => Buffer.alloc(size, Buffer.from([0x1f, 0x8b, 0x08]))
const emptyRecords = (millions: number): Buffer =>
  gzipSync(Buffer.alloc(millions * 35_000_000, `WARC/1.0${CRLF}Content-Length: 0${CRLF}${CRLF}${CRLF}${CRLF}`))
const whole = (make: () => Buffer): MadeArchive => ({ make, wanted: ['done'] })
const early = (make: () => Buffer): MadeArchive => ({ make, wanted: ['incomplete'] })
const either = (make: () => Buffer): MadeArchive => ({ make, wanted: ['done', 'incomplete', 'failed'] })

const ARCHIVES: Readonly<Record<string, MadeArchive>> = {
  'magics in a stored block': whole(() => around('magics', stored(magics(4 * MEBIBYTE)))),
  'magics in a stored block that is cut': either(() => around('cut', stored(magics(4 * MEBIBYTE)).subarray(0, -5))),
  'magics alone': either(() => magics(12 * MEBIBYTE)),
  'heads of members without data': either(() =>
    Buffer.alloc(12 * MEBIBYTE, Buffer.from('1f8b0800000000000003', 'hex')),
  ),
  'a bomb of zeros': either(() => around('zeros', gzipSync(Buffer.alloc(512 * MEBIBYTE)))),
  'a bomb that is one page': whole(() => around('bomb', page('bombed', Buffer.alloc(256 * MEBIBYTE, 'a')))),
  'a page packed twice': whole(() =>
    around('twice', page('packed', gzipSync(Buffer.alloc(128 * MEBIBYTE)), { 'Content-Encoding': 'gzip' })),
  ),
  'impossible years': whole(() =>
    around('years', Buffer.concat(['0000', '-001', '-000001', '275760', '+275760', '9999', 'NaN'].map(dated))),
  ),
  'a record longer than the file': early(() => around('longer', gzipSync(warcRecord({ block: 'x', length: 2 ** 40 })))),
  'a length beyond all numbers': either(() =>
    Buffer.concat([
      Buffer.from(`WARC/1.0${CRLF}Content-Length: ${'9'.repeat(400)}${CRLF}${CRLF}`),
      ...pagesOf('numbers'),
    ]),
  ),
  'endless headers': either(() =>
    around('headers', gzipSync(Buffer.from(`WARC/1.0${CRLF}${`X-Note: x${CRLF}`.repeat(2_000_000)}`))),
  ),
  'an endless header line': either(() =>
    around('line', gzipSync(Buffer.from(`WARC/1.0${CRLF}X: ${'x'.repeat(32 * MEBIBYTE)}`))),
  ),
  'endless HTTP headers': whole(() =>
    around(
      'http',
      gzipSync(
        warcRecord({ uri: 'https://h.test/', block: `HTTP/1.1 200 OK${CRLF}${`X: x${CRLF}`.repeat(2_000_000)}` }),
      ),
    ),
  ),
  'a truncated member': early(() => {
    const packed = inMembers(pagesOf('truncated'))
    return packed.subarray(0, packed.length - 40)
  }),
  'a million empty records': whole(() => emptyRecords(1)),
  'line ends': either(() => gzipSync(Buffer.alloc(64 * MEBIBYTE, '\n'))),
}

interface Ended {
  code: number | null
  output: string
  peakMb: number
  cpuSeconds: number
  /** Between the interrupt and the end; null if it ended before. */
  stopMs: number | null
}

/** Runs `quarry import warc FILE` on the server's database. */
async function importing(house: HostileHouse, file: string, interruptAfterMs: number | null): Promise<Ended> {
  const child = spawn(QUARRY, ['import', 'warc', file, '--json'], {
    env: { ...process.env, DATABASE_URL: house.connectionString, QUARRY_LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = child.pid ?? 0
  let [output, peakMb, cpuSeconds] = ['', 0, 0]
  let stopAt: number | null = null
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakMemoryMb(pid))
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(pid))
  }, LOOK_EVERY_MS)
  const interrupt = setTimeout(() => {
    stopAt = performance.now()
    child.kill('SIGINT')
  }, interruptAfterMs ?? ENDS_WITHIN_MS)
  const giveUp = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(look)
  clearTimeout(interrupt)
  clearTimeout(giveUp)
  return { code, output, peakMb, cpuSeconds, stopMs: stopAt === null ? null : performance.now() - stopAt }
}

let folder = ''
let usual: Ended | null = null

async function write(name: string, bytes: Buffer): Promise<string> {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.warc.gz`)
  await writeFile(file, bytes)
  return file
}

const stateOf = (output: string): string => {
  try {
    return (JSON.parse(output) as { files: { status: string }[] }).files[0]?.status ?? 'nothing'
  } catch {
    return 'no answer'
  }
}

const bounded = (what: string, value: number, max: number, unit: string): Outcome => ({
  what,
  got: value <= max ? WITHIN : `${Math.round(value)} ${unit}`,
  wanted: [WITHIN],
})

const attacks: Attack[] = Object.entries(ARCHIVES).map(([name, { make, wanted }]) => ({
  name,
  run: async (house) => {
    const ended = await importing(house, await write(name, make()), null)
    const { peakMb, cpuSeconds } = usual ?? ended
    return [
      { what: 'its state', got: stateOf(ended.output), wanted },
      { what: 'the exit code', got: String(ended.code), wanted: wanted.map((state) => (state === 'done' ? '0' : '1')) },
      bounded('memory beside an honest archive', ended.peakMb - peakMb, MAX_GROWTH_MB, 'MB'),
      bounded('processor beside an honest archive', ended.cpuSeconds - cpuSeconds, MAX_CPU_SECONDS, 's'),
    ]
  },
}))

/** Archives that take far longer than until the interrupt. */
const LONG: Readonly<Record<string, () => Buffer>> = {
  'many million empty records': () => emptyRecords(10),
  'a quarter of a gigabyte of magics behind a damaged member': () =>
    around('long', Buffer.concat([stored(magics(MEBIBYTE)).subarray(0, -5), magics(256 * MEBIBYTE)])),
}

const interrupted: Attack[] = Object.entries(LONG).map(([name, make]) => ({
  name: `${name}, interrupted`,
  run: async (house) => {
    const { code, stopMs } = await importing(house, await write('interrupted', make()), INTERRUPT_AFTER_MS)
    return [
      // Killed by the signal if nothing was listening for it yet.
      { what: 'the exit code', got: String(code), wanted: ['1', 'null'] },
      bounded('the time until it ended', stopMs ?? Infinity, STOPS_WITHIN_MS, 'ms'),
    ]
  },
}))

export const ARCHIVES_KIND: HostileKind = {
  name: 'archives',
  prepare: async () => {
    folder = await temporaryFolder('quarry-hostile-')
    return {
      env: {},
      [Symbol.asyncDispose]: async () => {
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
  warmUp: async (house) => {
    usual = await importing(house, await write('honest', inMembers(honestPages())), null)
  },
  attacks: [...attacks, ...interrupted],
}
