import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import { QUARRY_SECRET_KEY } from '../../support/process/child-quarry.ts'
import { freePort } from '../../support/process/free-port.ts'

const IDENTITY = { name: 'test', version: '1.0.0' }
const PROGRAM = join(import.meta.dirname, '../../../bin/quarry')

let app: TestApp
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quarry-stdio-'))
  app = await startApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

const started = (env: Record<string, string>, args: readonly string[] = []) => ({
  command: PROGRAM,
  args: ['mcp', ...args],
  env: { QUARRY_DATA_DIR: join(dir, 'data'), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '', ...env },
  cwd: dir,
  stderr: 'pipe' as const,
})

/** Standard input and output of the program itself, and its messages as they come. */
function byHand(env: Record<string, string>) {
  const { command, ...options } = started(env)
  const child = spawn(command, options.args, { cwd: dir, env: { PATH: process.env['PATH'], ...options.env } })
  let out = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  return { child, ended, lines: () => out.split('\n').filter((line) => line !== ''), errors: () => errors }
}

const ask = (id: number, method: string, params: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`

describe('quarry mcp', () => {
  test('serves a client of the first generation of the SDK', async () => {
    const client = new OlderClient(IDENTITY)
    await client.connect(new OlderStdio(started({ QUARRY_URL: app.origin, QUARRY_KEY: app.key })))
    expect(client.getServerVersion()?.name).toBe('quarry')
    expect((await client.listTools()).tools.length).toBeGreaterThan(20)
    expect(await client.callTool({ name: 'get_account', arguments: {} })).toMatchObject({
      structuredContent: { data: { plan_name: expect.any(String) } },
    })
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('No such tool.')
    await client.close()
  })

  test('serves a client of the second generation, which finds the newest revision, with the options of its address', async () => {
    const client = new ModernClient(IDENTITY, { versionNegotiation: { mode: 'auto' } })
    const url = `${app.origin}/mcp?toolsets=verify&readonly=true`
    await client.connect(new ModernStdio(started({ QUARRY_KEY: app.key }, ['--url', url])))
    expect(client.getProtocolEra()).toBe('modern')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(['get_account', 'verify_email', 'verify_emails'])
    expect(await client.callTool({ name: 'get_account', arguments: {} })).toMatchObject({
      structuredContent: { data: { plan_name: expect.any(String) } },
    })
    await client.close()
  })

  test('starts a server where none answers, reached with a key that is stored nowhere', async () => {
    await using database = await testDatabase()
    const port = await freePort()
    const { child, ended, lines, errors } = byHand({
      DATABASE_URL: database.connectionString,
      PORT: String(port),
      QUARRY_SECRET_KEY,
      QUARRY_CRAWL: 'off',
      QUARRY_DNS_SERVERS: '127.0.0.1:9',
      QUARRY_LOG_LEVEL: 'debug',
    })
    child.stdin.write(ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: IDENTITY }))
    child.stdin.write(ask(2, 'tools/call', { name: 'get_account', arguments: {} }))
    await expect.poll(lines).toHaveLength(2)
    // Answers come in any order: the second question does not wait for the first.
    const answers = lines().map((line) => JSON.parse(line) as { id: number })
    expect(answers.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, result: { serverInfo: { name: 'quarry' } } },
      { id: 2, result: { structuredContent: { data: { plan_name: expect.any(String) } } } },
    ])
    const { rows } = await database.pool.query('select name, last_used_at from api_keys')
    expect(rows).toEqual([{ name: 'First key', last_used_at: null }])
    expect((await readdir(join(dir, 'data'))).sort()).toContain('first-key')
    expect(errors()).toMatch(/Your API key is in .*first-key\./)
    child.stdin.end()
    expect(await ended).toBe(0)
    expect(lines()).toHaveLength(2)
  })

  test('reveals its key to no program other than Quarry', async () => {
    const heard: (string | undefined)[] = []
    const stranger = createServer((socket) => {
      socket.on('data', (bytes) => heard.push(bytes.toString())).on('error', () => undefined)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHello')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => stranger.once('listening', resolve))
    onTestFinished(() => void stranger.close())
    const { child, lines } = byHand({
      PORT: String((stranger.address() as AddressInfo).port),
      QUARRY_KEY: app.key,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
    })
    child.stdin.write(ask(1, 'tools/list'))
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
      id: 1,
      error: { message: expect.stringMatching(/^Quarry cannot start\. The database /) },
    })
    expect(heard.length).toBeGreaterThan(0)
    expect(heard.join('')).not.toContain(app.key)
  })
})
