import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { verifying } from '../../internet/mail-scenarios.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { startMailTown } from '../../support/mails/mail-town.ts'
import type { MailTown } from '../../support/mails/mail-town.ts'

interface Job {
  id: number
  status: string
  total: number
  done: number
  credits_charged: number
}
type Row = { email: string | null; status?: string | null; score?: number; error?: string }

const BULK = '/v2/email-verifier/bulk'
const POLL_MS = 20

let town: MailTown
let app: TestApp
beforeAll(async () => {
  town = await startMailTown(30, { sharing: 2 })
  app = await startApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

const start = async (emails: string[]): Promise<Job> => {
  const { status, body } = await app.post(BULK, { emails })
  expect([status, body.errors]).toEqual([202, undefined])
  return body.data as Job
}
const show = async (id: number): Promise<Job> => (await app.get(`${BULK}/${id}`)).body.data as Job
async function finished(id: number): Promise<Job> {
  for (;;) {
    const job = await show(id)
    if (job.status === 'done') return job
    await sleep(POLL_MS)
  }
}
async function answers(id: number): Promise<Row[]> {
  const { body } = await app.get(`${BULK}/${id}/results?limit=1000`)
  return (body.data as { results: Row[] }).results
}
const used = async (): Promise<number> =>
  ((await app.get('/v2/usage')).body.data as { requests: { credits: { used: number } } }).requests.credits.used

describe('a list of addresses', () => {
  test('is answered in its order, politely, and charged once', async () => {
    const emails = town.addresses(300)
    const before = await used()
    const job = await start(emails)
    expect(job).toMatchObject({ name: null, total: 300, credits_charged: 0 })
    expect(await finished(job.id)).toMatchObject({ done: 300, credits_charged: 150 })
    const rows = await answers(job.id)
    expect(rows.map(({ email }) => email)).toEqual(emails)
    expect(rows.map(({ status }) => status)).toEqual(
      emails.map((email) => (email.startsWith('u') ? 'valid' : 'invalid')),
    )
    expect(Math.max(...town.servers.map(({ connections }) => connections.peak))).toBeLessThanOrEqual(2)
    expect(town.servers.reduce((sum, { connections }) => sum + connections.total, 0)).toBeLessThanOrEqual(300)
    expect((await used()) - before).toBe(150)

    const again = await start(emails)
    expect(await finished(again.id)).toMatchObject({ done: 300, credits_charged: 0 })
    const alone = await app.get(`/v2/email-verifier?email=${emails[0]}`)
    expect(alone.headers.get('x-quarry-credits-charged')).toBe('0')
    expect((await used()) - before).toBe(150)
  })

  test('may contain anything, and the same address twice', async () => {
    await addOptout(app.context, `u900@${town.domains[1]}`, null)
    const emails = [
      'no address at all',
      '..@town0.example',
      `u900@${town.domains[1]}`,
      `u901@${town.domains[2]}`,
      `U901@${town.domains[2]}`,
      'u1@nowhere.town0.example',
      '=cmd()@',
    ]
    const { id } = await start(emails)
    const job = await finished(id)
    const rows = await answers(id)
    expect(rows.map(({ status, error }) => error ?? status)).toEqual([
      'invalid',
      'invalid',
      'claimed_email',
      'valid',
      'valid',
      'invalid',
      'invalid',
    ])
    expect(rows[2]).toEqual({ email: null, error: 'claimed_email' })
    expect(job.credits_charged).toBe(1.5)
  })

  test('no longer shows answers for people who opt out later', async () => {
    const email = `u950@${town.domains[3]}`
    const { id } = await start([email])
    await finished(id)
    expect(await answers(id)).toMatchObject([{ status: 'valid' }])
    await addOptout(app.context, email, null)
    expect(await answers(id)).toEqual([{ email: null, error: 'claimed_email' }])
  })
})

describe('CSV', () => {
  const text = async (path: string, headers = {}): Promise<{ type: string | null; body: string }> => {
    const answer = await fetch(app.origin + path, { headers: { 'x-api-key': app.key, ...headers } })
    return { type: answer.headers.get('content-type'), body: await answer.text() }
  }

  test('is accepted and returned, with formulas escaped', async () => {
    const body = `Name;Email;Note\r\n"Ines; ""C""";u10@${town.domains[4]};x\r\nRui;"=HYPERLINK(1)";\r\n;;\r\n`
    const headers = { 'x-api-key': app.key, 'content-type': 'text/csv; charset=utf-8' }
    const sent = await fetch(`${app.origin}${BULK}?name=spring`, { method: 'POST', body, headers })
    const { data } = (await sent.json()) as { data: Job }
    expect([sent.status, data]).toMatchObject([202, { name: 'spring', total: 2 }])
    await finished(data.id)
    const path = `${BULK}/${data.id}/results`
    const csv = await text(`${path}?format=csv`)
    expect(csv.type).toBe('text/csv; charset=utf-8')
    expect(csv.body.split('\n').map((line) => line.split(',').slice(0, 4).join())).toEqual([
      'email,status,result,score',
      `u10@${town.domains[4]},valid,deliverable,100`,
      "'=HYPERLINK(1),invalid,undeliverable,0",
      '',
    ])
    expect(await text(path, { accept: 'text/csv' })).toEqual(csv)
    expect((await text(path, { accept: 'text/csv, application/json;q=0.5' })).type).toContain('csv')
    expect((await text(path)).type).toContain('json')
  })

  test.each(['sep=;\r\nName;Email\r\nInes;', 'Our guests\r\n\r\nName|Email\r\nInes|'])(
    'is read below what spreadsheets and reports write above its columns: %j',
    async (above) => {
      const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
      const body = `${above}u12@${town.domains[4]}\r\n`
      const sent = await fetch(`${app.origin}${BULK}`, { method: 'POST', body, headers })
      expect([sent.status, ((await sent.json()) as { data: Job }).data]).toMatchObject([202, { total: 1 }])
    },
  )

  test('is read from a packed file that arrives in many pieces', async () => {
    const noise = Array.from({ length: 100 }, () => `u12@${town.domains[4]},${randomBytes(4_000).toString('hex')}`)
    const body = gzipSync(['Email,Note', ...noise, `u13@${town.domains[4]},the last`].join('\n'))
    expect(body.length).toBeGreaterThan(262_144)
    const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
    const sent = await fetch(`${app.origin}${BULK}`, { method: 'POST', body, headers })
    const { data } = (await sent.json()) as { data: Job }
    expect([sent.status, data]).toMatchObject([202, { total: 101 }])
    await finished(data.id)
  })

  test.each(['E-Mail', 'Email Address', 'Work email', 'Correo'])('is read if its column is named %s', async (title) => {
    const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
    const body = `Name,${title}\r\nInes,u11@${town.domains[4]}\r\n`
    const sent = await fetch(`${app.origin}${BULK}`, { method: 'POST', body, headers })
    const { data } = (await sent.json()) as { data: Job }
    expect([sent.status, data]).toMatchObject([202, { total: 1 }])
    await finished(data.id)
    expect(await text(`${BULK}/${data.id}/results?format=csv`)).toMatchObject({
      body: expect.stringContaining('u11@') as string,
    })
  })

  test.each([
    ['Name,Phone\nb,c', 'The CSV needs a header row with a column named email.'],
    [`email\n${'x'.repeat(200_000)}`, 'Line 2 of the CSV cannot be read: it is too long.'],
    [
      'email,name\na@b.example,"Ann\nc@d.example,Bea\n',
      'Line 2 of the CSV cannot be read: a quotation mark is not closed.',
    ],
    ['\r\n', 'The file is empty.'],
    ['email\n', 'The emails parameter is missing.'],
  ])('is refused if it is not valid: %#', async (body, details) => {
    const headers = { 'x-api-key': app.key, 'content-type': 'text/csv' }
    const answer = await fetch(`${app.origin}${BULK}`, { method: 'POST', body, headers })
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ id: 'wrong_params', details }] }])
  })
})

describe('jobs', () => {
  test('belong to the account', async () => {
    const { id } = await start(['a@b'])
    const other = await createAccount(app.context, 'free')
    const theirs = { 'x-api-key': other.key }
    for (const path of [
      `${BULK}/${id}`,
      `${BULK}/${id}/results`,
      `${BULK}/0`,
      `${BULK}/x`,
      `${BULK}/999999999999999999`,
    ])
      expect([path, (await app.get(path, theirs)).status]).toEqual([path, 404])
    const cancelled = await fetch(`${app.origin}${BULK}/${id}`, { method: 'DELETE', headers: theirs })
    expect(cancelled.status).toBe(404)
    expect((await app.get(BULK, theirs)).body).toMatchObject({ data: [], meta: { total: 0, limit: 20, offset: 0 } })
    const { body } = await app.get(`${BULK}?limit=1`)
    expect(body).toMatchObject({ data: [{ id }], meta: { limit: 1, offset: 0 } })
  })

  test('stop where a small balance ends, with everything before it answered', async () => {
    const poor = await createAccount(app.context, 'free')
    const headers = { 'x-api-key': poor.key }
    const { body } = await app.post(
      BULK,
      { emails: Array.from({ length: 102 }, (_, i) => `.${i}@town.example`) },
      headers,
    )
    const { id } = body.data as Job
    let job = body.data as Job
    while (job.status !== 'stopped') job = (await app.get(`${BULK}/${id}`, headers)).body.data as Job
    expect(job.credits_charged).toBe(50)
    const results = await app.get(`${BULK}/${id}/results?limit=200`, headers)
    const rows = (results.body.data as { results: Row[] }).results
    expect(rows.filter(({ status }) => status === 'not_checked')).toHaveLength(2)
    expect(job).toMatchObject({ stopped_reason: 'credits_used_up', done: 100 })
    const refused = await app.post(BULK, { emails: ['x@y.example'] }, headers)
    expect([refused.status, refused.body.errors?.[0]?.id]).toEqual([429, 'too_many_requests'])
  })

  test('are not repeated by a POST with the same key', async () => {
    const key = { 'Idempotency-Key': 'list of spring' }
    const first = await app.post(BULK, { emails: ['a@b'] }, key)
    const second = await app.post(BULK, { emails: ['a@b'] }, key)
    expect([second.status, second.body]).toEqual([202, first.body])
  })

  test('are deleted after a month, with their answers', async () => {
    const { id } = await start(['a@b'])
    await finished(id)
    await runUpkeep(app.context)
    expect((await show(id)).status).toBe('done')
    const clock = { now: () => new Date(Date.now() + 31 * DAY_MS) }
    await runUpkeep({ ...app.context, clock })
    expect((await app.get(`${BULK}/${id}/results`)).status).toBe(404)
  })

  test('are refused if too large', async () => {
    const many = await app.post(BULK, { emails: Array.from({ length: 100_001 }, () => 'a@b') })
    expect(many.body.errors).toMatchObject([{ details: 'emails accepts at most 100000 items.' }])
    const large = await app.post(BULK, { emails: ['x'.repeat(8_388_608)] })
    expect(large.status).toBe(413)
  })
})
