import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const BULK = '/v2/email-verifier/bulk'
const MEBIBYTE = 1_048_576
const SIZE = 7 * MEBIBYTE
const TIMES = 12
/** Twelve bodies total 84 MiB; what is read at a time, and what this test itself uses, is far less. */
const MAX_HELD = 24 * MEBIBYTE

/** Sends a body and returns the status of its answer; the body itself is created once. */
function send(path: string, headers: Record<string, string>, body: Buffer, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(app.origin + path, { method: 'POST', agent, headers }, (answer) => {
      answer.on('end', () => resolve(answer.statusCode ?? 0)).resume()
    })
    asked.once('error', reject).end(body)
  })
}

/** Returns the most bytes outside the heap at any moment of the work, beyond those at its beginning. */
async function mostHeld(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 2)
  await work().finally(() => clearInterval(watch))
  return most
}

describe('the memory that large bodies arrived in is not left to the garbage collector', () => {
  test.each([
    ['read as JSON', 'application/json', `{"emails":"${'a'.repeat(SIZE)}"}`],
    ['read as CSV', 'text/csv', `email\n${'\n'.repeat(SIZE)}`],
    ['refused in the middle', 'application/json', `{"emails":[${'0,'.repeat(SIZE / 2)}0]}`],
  ])('where they are %s', async (_name, type, text) => {
    const body = Buffer.from(text)
    const headers = { 'content-type': type, 'x-api-key': app.key, 'content-length': String(body.length) }
    const agent = new Agent({ keepAlive: true })
    const most = await mostHeld(async () => {
      for (let time = 0; time < TIMES; time++) expect(await send(BULK, headers, body, agent)).toBeOneOf([202, 400, 413])
    })
    agent.destroy()
    // One body twice, while its pieces are joined, and what the sender has in transit.
    expect(most).toBeLessThan(MAX_HELD)
  })
})

test('a byte order mark and spaces before JSON may arrive in pieces', async () => {
  const { hostname, port } = new URL(app.origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const answer: Buffer[] = []
  socket.on('data', (chunk: Buffer) => answer.push(chunk))
  const text = '{"domain":"a.example"}'
  const head = `POST /v2/domain-search HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${app.key}\r\n`
  socket.write(
    `${head}Content-Type: application/json\r\nContent-Length: ${5 + text.length}\r\nConnection: close\r\n\r\n`,
  )
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  for (const piece of [Buffer.from([0xef, 0xbb]), Buffer.from([0xbf, 0x20]), Buffer.from(` ${text}`)]) {
    await sleep(20)
    socket.write(piece)
  }
  await closed
  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 200 /)
})

test('the next large body of an account is read once the one before is answered', async () => {
  const agent = new Agent()
  const headers = { 'content-type': 'application/json', 'x-api-key': app.key }
  const answered: number[] = []
  const sent = (text: string) => send(BULK, headers, Buffer.from(text), agent).then((status) => answered.push(status))
  const { pool } = app.context.database
  const client = await pool.connect()
  const both: Promise<number>[] = []
  try {
    await client.query('begin; lock table bulk_jobs in access exclusive mode')
    both.push(sent(`{"emails":"${'person@lumen.example,'.repeat(20_000)}"}`))
    const waiting = `select 1 from pg_locks where not granted and relation = 'bulk_jobs'::regclass`
    while ((await client.query(waiting)).rowCount === 0) await sleep(10)
    both.push(sent(`{"emails":"${'a'.repeat(400_000)}`))
    await sleep(100) // without a place in the queue it would be refused by now
  } finally {
    await client.query('rollback')
    client.release()
  }
  await Promise.all(both)
  expect(answered).toEqual([202, 400])
})
