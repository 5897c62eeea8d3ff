import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../src/api/routes.ts'
import { VERSION, variableNames } from '../src/config.ts'
import { toolsets } from '../tools/index.ts'
import { startApp } from './support/app.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const readme = read('README.md')
const manifest = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> }

describe('the documentation', () => {
  test('the README names every endpoint, tool and command', () => {
    for (const { method, path } of ROUTES) expect(readme).toContain(`${method.toUpperCase()} /v2${path}`)
    for (const tool of toolsets.flatMap(({ tools }) => tools)) expect(readme).toContain(`\`${tool.name}\``)
    for (const [, name] of commandSources().matchAll(/\.command\('([\w-]+)'\)/g)) expect(readme).toContain(name)
  })

  test('every npm command that a page names exists', () => {
    for (const page of ['README.md', 'docs/benchmarks.md', 'CHANGELOG.md'])
      for (const [, name = ''] of read(page).matchAll(/npm run ([\w:]*\w)(?![\w:…])/g))
        expect(Object.keys(manifest.scripts), `${page}: ${name}`).toContain(name)
  })

  test('.env.example lists every variable, and no other', () => {
    const listed = Array.from(read('.env.example').matchAll(/^([A-Z_]+)=/gm), ([, name]) => name)
    expect(new Set(listed)).toEqual(new Set(variableNames()))
  })

  test('the version is the same wherever it stands', () => {
    expect(manifest.version).toBe(VERSION)
  })

  test('what mcp.config.json tells clients to paste works', async () => {
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

const commandSources = (): string =>
  readdirSync(join(ROOT, 'src/cli'))
    .map((name) => read(join('src/cli', name)))
    .join('\n')
