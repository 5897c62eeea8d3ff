import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPeople } from '../../../src/core/data/import-people.ts'
import type { FindEmailOutput } from '../../../src/core/search/find-email-output.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { acceptsEverybody, mailboxes } from '../../internet/mail-script.ts'
import { startMailServers } from '../../internet/mail-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Names as people type them; the index knows everybody from a file. */
const FILE = [
  'Full Name,Email',
  'Anna Feld,anna.feld@strict.example',
  'Jürgen Bösch,juergen.boesch@strict.example',
  'Mira Oswald,mira.oswald@open.example',
  'Jonas Keller,jonas.keller@open.example',
  'Tom Birch,tom.birch@open.example',
  'Dr. Ada Holm,ada.holm@open.example',
].join('\n')

let app: TestApp
let stop: () => Promise<void>

beforeAll(async () => {
  const mail = await startMailServers([
    { name: 'mx.strict.example', script: { rcpt: mailboxes('anna.feld', 'juergen.boesch', 'una.weiss') } },
    { name: 'mx.open.example', script: { rcpt: acceptsEverybody } },
  ])
  const zone = new Map<string, ZoneEntry>()
  for (const [i, domain] of ['strict.example', 'open.example'].entries()) {
    zone.set(domain, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] })
    zone.set(`mx.${domain}`, { a: [mail.servers[i]?.address ?? ''] })
  }
  const dns = await startDnsServer(zone)
  app = await startApp({
    env: { ...verifying({ dnsServer: dns.address, smtpPort: mail.port }), QUARRY_RATE_LIMIT_FACTOR: '0' },
  })
  const folder = await mkdtemp(join(tmpdir(), 'quarry-names-'))
  const source = join(folder, 'people.csv')
  await writeFile(source, FILE)
  const signal = new AbortController().signal
  await importPeople(app.context, { source, columns: {}, dryRun: false, signal, onProgress: () => undefined })
  await rm(folder, { recursive: true })
  stop = async () => {
    await app[Symbol.asyncDispose]()
    await dns.stop()
    await mail[Symbol.asyncDispose]()
  }
})
afterAll(() => stop())

const find = async (asked: Record<string, string>): Promise<FindEmailOutput> =>
  (await app.get(`/v2/email-finder?${new URLSearchParams(asked).toString()}`)).body as unknown as FindEmailOutput

describe('a name is read', () => {
  test.each<[string, Record<string, string>, string, string]>([
    ['a title in the first name', { first_name: 'Dr. Una', last_name: 'Weiss' }, 'una.weiss@strict.example', 'Weiss'],
    ['a degree in the last name', { first_name: 'Una', last_name: 'Weiss, PhD' }, 'una.weiss@strict.example', 'Weiss'],
    ['titles around a full name', { full_name: 'Mrs. Una Weiss Jr.' }, 'una.weiss@strict.example', 'Weiss'],
  ])('without %s', async (_what, name, email, last) => {
    const { data } = await find({ domain: 'strict.example', ...name })
    expect(data).toMatchObject({ email, first_name: 'Una', last_name: last, verification: { status: 'valid' } })
  })

  test.each([
    ['Mr. John Q. Public Jr.', 'john.public@open.example', 'Public'],
    ['VAN DER MEER Pieter', 'pieter.vandermeer@open.example', 'van der Meer'],
    ['Jan de Heer', 'jan.deheer@open.example', 'de Heer'],
  ])('of people nobody knows yet: %s', async (full_name, email, last) => {
    expect((await find({ domain: 'open.example', full_name })).data).toMatchObject({ email, last_name: last })
  })

  test('with or without marks, whichever way the address is written', async () => {
    for (const full_name of ['Jürgen Bösch', 'Jurgen Bosch', 'Juergen Boesch', 'BÖSCH Jürgen']) {
      const { data } = await find({ domain: 'strict.example', full_name })
      expect(data).toMatchObject({ email: 'juergen.boesch@strict.example', last_name: 'Bösch' })
      expect(data.sources).toHaveLength(1)
    }
  })

  test('of people from files without their titles, too', async () => {
    const { data } = await find({ domain: 'open.example', full_name: 'Ada Holm' })
    expect(data).toMatchObject({ email: 'ada.holm@open.example', first_name: 'Ada' })
  })
})

test.each(['Sales Team', 'Customer Service', 'Human Resources'])('a department is nobody: %s', async (full_name) => {
  expect(await find({ domain: 'open.example', full_name })).toMatchObject({ data: { email: null, score: null } })
  const [first_name = '', last_name = ''] = full_name.split(' ')
  expect(await find({ domain: 'open.example', first_name, last_name })).toMatchObject({ data: { email: null } })
})

describe('an initial', () => {
  test.each(['J. Public', 'Lena F.', 'J P'])('is not taken for the name it stands for: %s', async (name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    expect(await find({ domain: 'open.example', first_name, last_name })).toMatchObject({
      data: { email: null, score: null },
      meta: { reason: 'no_candidate' },
    })
  })

  test('finds the one person it fits', async () => {
    expect((await find({ domain: 'open.example', full_name: 'M. Oswald' })).data).toMatchObject({
      email: 'mira.oswald@open.example',
      first_name: 'Mira',
    })
  })
})

test('the same question gets the same score, although the first answer was remembered', async () => {
  const asked = { domain: 'strict.example', full_name: 'Anna Feld' }
  const first = (await find(asked)).data
  expect(first).toMatchObject({ email: 'anna.feld@strict.example', verification: { status: 'valid' } })
  expect((await find({ ...asked, max_duration: '9' })).data.score).toBe(first.score)
})

describe('a company', () => {
  test('may be given by its domain instead of its name', async () => {
    const { data } = await find({ company: 'www.Strict.example', full_name: 'Anna Feld' })
    expect(data).toMatchObject({ email: 'anna.feld@strict.example', domain: 'strict.example' })
  })

  test('that nobody knows is a miss with a reason', async () => {
    expect(await find({ company: 'Nobody Knows Ltd', full_name: 'Anna Feld' })).toMatchObject({
      data: { email: null, domain: null },
      meta: { reason: 'no_candidate' },
    })
  })
})
