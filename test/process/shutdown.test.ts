import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { DomainSearchOutput } from '../../src/core/search/domain-search-output.ts'
import { startInternet } from '../internet/internet.ts'
import { startApp } from '../support/app.ts'
import { childEnvironment, startChild } from '../support/process/child-quarry.ts'
import { testDatabase } from '../support/database.ts'

const LISTENS = /Quarry listens on (http:\/\/127\.0\.0\.1:\d+)/
const CLIENTS = 24

/** The status of a complete answer, or why there was none. */
type Outcome = number | string

let made = 0

/** Creates a lead with one request on the agent's connection; a truncated answer counts as none. */
function createLead(agent: Agent, url: string, key: string): Promise<Outcome> {
  const outcome = Promise.withResolvers<Outcome>()
  const failed = (error: NodeJS.ErrnoException) => outcome.resolve(error.code ?? error.message)
  const body = JSON.stringify({ email: `person${++made}@lumen.example` })
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length }
  const sent = request(`${url}/v2/leads`, { agent, method: 'POST', headers }, (answer: IncomingMessage) => {
    answer.on('error', failed).resume()
    answer.once('end', () => outcome.resolve(answer.statusCode ?? 0))
  })
  sent.once('error', failed).end(body)
  return outcome.promise
}

/**
 * Sends requests without a pause until the server refuses new connections: on a kept-alive connection, or on a new one
 * each time.
 */
async function askOnAndOn(url: string, key: string, keepAlive: boolean, asked: () => void): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive, maxSockets: 1 })
  const outcomes: Outcome[] = []
  for (;;) {
    const outcome = await createLead(agent, url, key)
    outcomes.push(outcome)
    asked()
    if (typeof outcome === 'string') break
  }
  agent.destroy()
  return outcomes
}

describe('SIGTERM', () => {
  test('under load drops no request, and every one that was carried out is answered', async () => {
    await using database = await testDatabase()
    const env = { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL: 'off', QUARRY_LOG_LEVEL: 'error', PORT: '0' }
    await using quarry = startChild('main.ts', [], { ...env, DATABASE_URL: database.connectionString })
    const [, url = ''] = await quarry.until(LISTENS)
    const key = await quarry.firstKey()
    let asked = 0
    const underLoad = Promise.withResolvers<void>()
    const count = () => void (++asked === 200 && underLoad.resolve())
    const clients = Array.from({ length: CLIENTS }, (_, i) => askOnAndOn(url, key, i % 2 === 0, count))
    await underLoad.promise
    // A shutdown that takes too long ends with another code.
    expect(await quarry.end('SIGTERM')).toBe(0)
    const outcomes = (await Promise.all(clients)).flat()
    expect(new Set(outcomes)).toEqual(new Set([201, 'ECONNREFUSED']))
    const { rows } = await database.pool.query<{ count: number }>('select count(*) from leads')
    expect(rows).toEqual([{ count: outcomes.filter((outcome) => outcome === 201).length }])
    expect(quarry.errors()).toBe('')
  })

  test('sent to `npm start` ends the server too', async () => {
    await using database = await testDatabase()
    const env = { ...childEnvironment(), QUARRY_CRAWL: 'off', PORT: '0', DATABASE_URL: database.connectionString }
    const npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
    // The server keeps standard output open for as long as it lives.
    const closed = once(npm.stdout, 'close')
    let output = ''
    for await (const text of npm.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false }))
      if (LISTENS.test((output += String(text)))) break
    npm.stdout.resume()
    npm.kill('SIGTERM')
    await closed
    const [, url = ''] = LISTENS.exec(output) ?? []
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
    await rm(env.QUARRY_DATA_DIR, { recursive: true, force: true })
  })

  test('ends the wait of a search, which is answered with what has been found', async () => {
    await using internet = await startInternet({ sites: [{ hosts: ['silent.test'], handle: () => true }] })
    await using app = await startApp({ internet, env: { QUARRY_CRAWL_WAIT_MS: '60000' } })
    const answer = app.get('/v2/domain-search?domain=silent.test')
    while (internet.requests.length === 0) await sleep(10)
    const [{ status, body, headers }] = await Promise.all([answer, app.stop()])
    expect([status, headers.get('connection')]).toEqual([200, 'close'])
    expect((body as unknown as DomainSearchOutput).meta.crawl?.status).toBe('running')
  })
})
