import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'
import { honestWorkbook, WORKBOOKS } from './workbooks.ts'

/** Files uploaded as lists that are not lists: to the import of leads and to bulk verification. */

const MEBIBYTE = 1_048_576
/** Honest work for a minute, once others wait for the same connections. */
const LONG = new Set([
  'a million rows of one letter',
  'a million line ends',
  'a workbook with a million empty rows',
  'a workbook of a million rows',
])
/** The limit for a list of addresses. */
const SIZE = 8 * MEBIBYTE - 64
const ROWS = 20_000

const rows = (row: (i: number) => string, count = ROWS): string =>
  Array.from({ length: count }, (_, i) => row(i)).join('')
const people = rows((i) => `person${i}@lists.test,Ada,Tiler\r\n`)

/** A ZIP archive (APPNOTE 4.3.7) with one stored member, as a workbook or a renamed file begins. */
function zipOf(name: string): Buffer {
  const content = randomBytes(MEBIBYTE)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04_03_4b_50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt32LE(content.length, 18)
  head.writeUInt32LE(content.length, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name), content])
}

type HostileFile = string | Uint8Array<ArrayBuffer>

const FILES: Readonly<Record<string, () => HostileFile | Promise<HostileFile>>> = {
  'one endless line': () => `email\n${'a'.repeat(SIZE)}`,
  'an endless header': () => 'email'.repeat(SIZE / 5),
  '100,000 columns': () => `email${rows((i) => `,column ${i}`, 100_000)}\nada@lists.test${',x'.repeat(100_000)}\n`,
  'a row of 100,000 cells': () => `email\n${`ada@lists.test${',x'.repeat(100_000)}\n`.repeat(20)}`,
  'quotation marks that open': () => `email,first_name\n${rows((i) => `"person${i}@lists.test,Ada\n`)}`,
  'quotation marks in the middle': () => `email,first_name\n${rows((i) => `person${i}@lists.test,A"d"a""\n`)}`,
  'NUL bytes': () => `email,first_name\n${rows((i) => `person${i}@lists.test\0,A\0da\n`)}`,
  'nothing but NUL bytes': () => '\0'.repeat(MEBIBYTE),
  'UTF-16': () => new Uint8Array(Buffer.from(`\uFEFFemail,first_name,last_name\r\n${people}`, 'utf16le')),
  'half of UTF-16': () =>
    new Uint8Array(Buffer.from(`\uFEFFemail,first_name\n${people}`, 'utf16le').subarray(0, 99_999)),
  'bytes of no encoding': () => new Uint8Array(Buffer.concat([Buffer.from('email\n'), randomBytes(MEBIBYTE)])),
  'a ZIP archive': () => new Uint8Array(zipOf('list.csv')),
  'half a workbook': () => new Uint8Array(zipOf('[Content_Types].xml')),
  ...WORKBOOKS,
  'a packed file': () => new Uint8Array(gzipSync(`email,first_name,last_name\n${people}`)),
  'a million rows of one letter': () => `email\n${'a\n'.repeat(1_000_000)}`,
  'a million line ends': () => `email${'\r\n\r'.repeat(1_000_000)}ada@lists.test`,
  'names that every object has': () =>
    `email,__proto__,constructor,toString,hasOwnProperty\n${rows((i) => `proto${i}@lists.test,a,b,c,d\n`, 1_000)}`,
  'the same name for each column': () => `email,email,email\n${rows(() => 'ada@lists.test,b@lists.test,c\n', 1_000)}`,
}

const HONEST = `email,first_name,last_name\r\n${people}`

const ACCEPTED = 202
const REFUSED = [400, 413, 415, 422]
const DOORS = {
  leads: { path: '/v2/leads/imports', ended: ['done', 'failed', 'cancelled'] },
  addresses: { path: '/v2/email-verifier/bulk', ended: ['done', 'cancelled', 'stopped'] },
} as const
type Door = keyof typeof DOORS
const DOOR_NAMES = Object.keys(DOORS) as Door[]

/** Work that continues after the answer belongs to the attack; all of it is not waited for. */
const WAIT_MS = 5_000
const LOOK_EVERY_MS = 250

async function upload(
  house: HostileHouse,
  door: Door,
  what: string,
  query = '',
  body = FILES[what] ?? (() => ''),
): Promise<Outcome> {
  const { send, key } = house
  const { path } = DOORS[door]
  const headers = { 'content-type': 'text/csv', 'x-api-key': key }
  const { status, text } = await send(path + query, { method: 'POST', headers, body: await body() })
  if (status === ACCEPTED) await work(house, door, (JSON.parse(text) as { data: { id: number } }).data.id)
  return { what: `${what} as ${door}${query}`, got: status, wanted: [ACCEPTED, ...REFUSED] }
}

async function work({ send, key }: HostileHouse, door: Door, id: number): Promise<void> {
  const { path, ended } = DOORS[door]
  const headers = { 'x-api-key': key }
  const until = performance.now() + WAIT_MS
  while (performance.now() < until) {
    const { text } = await send(`${path}/${id}`, { headers })
    const { status } = (JSON.parse(text) as { data: { status: string } }).data
    if (ended.some((end) => end === status)) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  await send(`${path}/${id}`, { method: 'DELETE', headers })
}

const each: Attack[] = Object.keys(FILES).map((what) => ({
  name: what,
  run: (house) => Promise.all(DOOR_NAMES.map((door) => upload(house, door, what))),
}))

const MAPPINGS = [
  '{"__proto__":"email"}',
  '{"email":"__proto__"}',
  '{"constructor":"custom_attributes.constructor"}',
  '[',
  '[[]]',
]

const mappings: Attack = {
  name: 'mappings to names that every object has',
  run: (house) =>
    Promise.all(
      MAPPINGS.map((mapping) =>
        upload(house, 'leads', 'names that every object has', `?mapping=${encodeURIComponent(mapping)}`),
      ),
    ),
}

const atOnce: Attack = {
  name: 'all of them at once',
  run: (house) =>
    Promise.all(
      Object.keys(FILES)
        .filter((what) => !LONG.has(what))
        .flatMap((what) => DOOR_NAMES.map((door) => upload(house, door, what))),
    ),
}

export const LISTS: HostileKind = {
  name: 'lists',
  warmUp: async (house) => {
    for (const list of [() => HONEST, honestWorkbook])
      await Promise.all(DOOR_NAMES.map((door) => upload(house, door, 'an honest list', '', list)))
  },
  attacks: [...each, mappings, atOnce],
}
