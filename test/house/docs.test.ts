import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/api/routes.ts'
import { createProgram } from '../../src/cli/program.ts'
import { VERSION, variableNames } from '../../src/config.ts'
import { toolsets } from '../../tools/index.ts'
import { modernClient, olderClient, raw, resultOf, rpc } from '../support/doors/mcp-client.ts'
import { startApp } from '../support/app.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const readme = read('README.md')
const manifest = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> }

describe('the documentation', () => {
  test('names every endpoint in docs/api.md, every tool there or in the README, and every command in the README', async () => {
    const api = read('docs/api.md')
    for (const { method, path } of ROUTES) expect(api).toContain(`${method.toUpperCase()} /v2${path}`)
    for (const tool of toolsets.flatMap(({ tools }) => tools)) expect(readme + api).toContain(`\`${tool.name}\``)
    for (const name of commandNames(await createProgram())) expect(readme).toMatch(new RegExp(`\`${name}[ \`]`))
  })

  test('mentions only npm commands that exist', () => {
    for (const page of [
      'README.md',
      'SECURITY.md',
      'CONTRIBUTING.md',
      'docs/api.md',
      'docs/benchmarks.md',
      'CHANGELOG.md',
    ])
      for (const [, name = ''] of read(page).matchAll(/npm run ([\w:-]*\w)(?![\w:…])/g))
        expect(Object.keys(manifest.scripts), `${page}: ${name}`).toContain(name)
  })

  test('lists every variable in .env.example, and no others', () => {
    const listed = Array.from(read('.env.example').matchAll(/^([A-Z_]+)=/gm), ([, name]) => name)
    expect(new Set(listed)).toEqual(new Set(variableNames()))
  })

  test('has the same version everywhere', () => {
    expect(manifest.version).toBe(VERSION)
  })

  test('has a working mcp.config.json for clients to paste', async () => {
    await using app = await startApp()
    const config = JSON.parse(read('mcp.config.json')) as {
      mcpServers: { quarry: { url: string; headers: Record<string, string> }; 'quarry-over-stdio': { args: string[] } }
    }
    const { url, headers } = config.mcpServers.quarry
    const [header = ''] = Object.keys(headers)
    const answer = await fetch(app.origin + new URL(url).pathname, {
      method: 'POST',
      headers: { [header]: app.key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(answer.status).toBe(200)
    const { args } = config.mcpServers['quarry-over-stdio']
    expect(args).toContain(url)
    expect(args.at(-1)).toBe(`${header}:\${QUARRY_KEY}`)
  })
})

describe('the table of clients', () => {
  const rows = readme.split('\n').filter((line) => line.includes('http://localhost:3000/mcp') && line.startsWith('|'))
  const pasted = (client: string): string => {
    const row = rows.find((line) => line.startsWith(`| ${client}`)) ?? ''
    return /\|[^|]*?`([^|]*)`\s*\|$/.exec(row)?.[1] ?? ''
  }

  test('gives each client the address and a header that Quarry reads', () => {
    const clients = [
      'Claude Code',
      'VS Code',
      'Cursor',
      'Claude Desktop',
      'MCP Inspector',
      'an MCP SDK client',
      '`curl`',
    ]
    for (const client of clients) {
      const row = rows.find((line) => line.startsWith(`| ${client}`))
      expect(row, client).toMatch(/http:\/\/localhost:3000\/mcp\b/)
      expect(row, client).toContain('X-API-KEY')
    }
  })

  test('gives editors JSON that they can read', () => {
    for (const client of ['VS Code', 'Cursor']) {
      const [servers] = Object.values(JSON.parse(pasted(client).replace(/^[^{]*/, '')) as Record<string, object>)
      expect(servers).toMatchObject({ quarry: { url: 'http://localhost:3000/mcp', headers: { 'X-API-KEY': '<key>' } } })
    }
  })

  test('lets curl, both generations of the SDK, and lenient clients list and call tools', async () => {
    await using app = await startApp()
    const headers = { 'X-API-KEY': app.key }
    const url = `${app.origin}/mcp`
    const older = await olderClient(url, headers)
    const modern = await modernClient(url, 'auto', headers)
    const names = (await older.listTools()).tools.map(({ name }) => name)
    expect((await modern.listTools()).tools.map(({ name }) => name)).toEqual(names)
    const account = (await older.callTool({ name: 'get_account', arguments: {} })).structuredContent
    expect((await modern.callTool({ name: 'get_account', arguments: {} })).structuredContent).toEqual(account)
    await Promise.all([older.close(), modern.close()])
    const body = /-d '([^']*)'/.exec(pasted('`curl`'))?.[1] ?? ''
    const plain = { ...headers, 'Content-Type': 'application/json', Accept: '*/*' }
    const listed = await raw(app.origin, { headers: plain, body })
    expect((resultOf(listed) as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(names)
    const called = await raw(app.origin, { headers: plain, body: rpc('tools/call', { name: 'get_account' }) })
    expect(resultOf(called)).toMatchObject({ structuredContent: account })
  })
})

test('each host has a page named in the table, with blocks that can be pasted', () => {
  const pages = readdirSync(join(ROOT, 'docs/clients')).filter((name) => name !== 'README.md')
  const index = read('docs/clients/README.md')
  expect(pages.length).toBeGreaterThanOrEqual(12)
  for (const page of pages) {
    const text = read(`docs/clients/${page}`)
    expect(index, page).toContain(`(${page})`)
    expect(text, page).toMatch(/\/mcp\b/)
    for (const [, block = ''] of text.matchAll(/```json\n([\s\S]*?)```/g))
      expect(() => JSON.parse(block), page).not.toThrow()
  }
})

test('server.json is accurate for client registries', () => {
  const { version, name, description, remotes } = JSON.parse(read('server.json')) as {
    version: string
    name: string
    description: string
    remotes: { type: string; url: string; variables: { host: { default?: string } }; headers?: { name: string }[] }[]
  }
  expect(version).toBe(VERSION)
  // The registry's pattern and bounds. A namespace is a reversed domain; `.internal` is reserved for private use, so it
  // belongs to no one.
  expect(name).toMatch(/^internal\.[a-z0-9.-]+\/[a-zA-Z0-9._-]{1,150}$/)
  expect(description.length).toBeLessThanOrEqual(100)
  const [remote, signedIn] = remotes
  for (const { url } of remotes) expect(url).toMatch(/^https?:\/\/\S+$/)
  const { url, headers } = (
    JSON.parse(read('mcp.config.json')) as { mcpServers: { quarry: { url: string; headers: object } } }
  ).mcpServers.quarry
  expect(remote?.type).toBe('streamable-http')
  expect(remote?.url.replace('{host}', remote.variables.host.default ?? '')).toBe(url)
  expect(remote?.headers?.map((header) => header.name)).toEqual(Object.keys(headers))
  // Clients that connect by OAuth are not asked for a key.
  expect([signedIn?.url, signedIn?.headers]).toEqual(['https://{host}/mcp', undefined])
})

/** Returns the commands as they are typed: `serve`, `keys list`, …. */
const commandNames = ({ commands }: Command): string[] =>
  commands.flatMap((command) =>
    command.commands.length === 0 ? [command.name()] : commandNames(command).map((name) => `${command.name()} ${name}`),
  )
