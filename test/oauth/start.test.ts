import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { composeEnvironment } from '../support/docs/compose-file.ts'
import { testDatabase } from '../support/database.ts'
import { startChild } from '../support/process/child-quarry.ts'

const ROOT = join(import.meta.dirname, '../..')
const versionIn = (file: string, of: (json: Manifest) => string | undefined): string =>
  of(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Manifest) ?? ''

interface Manifest {
  version?: string
  dependencies?: Record<string, string>
}

/** Returns the error at start with these variables, or an empty string if there is none. */
function saidOf(variables: Record<string, string>): string {
  try {
    readConfig(variables)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('the libraries have pinned versions, because client documents are experimental and any release may change them', () => {
  for (const name of ['oidc-provider', 'jose']) {
    const pinned = versionIn('package.json', ({ dependencies }) => dependencies?.[name])
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
    expect([name, versionIn(`node_modules/${name}/package.json`, ({ version }) => version)]).toEqual([name, pinned])
  }
})

describe('the start', () => {
  const on = { QUARRY_OAUTH: 'on' }
  test.each<[string, Record<string, string>, RegExp]>([
    ['without a public address', on, /^QUARRY_PUBLIC_URL: With OAuth it must be the address [^\n]+$/],
    ['with one in clear text', { ...on, QUARRY_PUBLIC_URL: 'http://quarry.example' }, /^QUARRY_PUBLIC_URL: [^\n]+$/],
    ['with a path', { ...on, QUARRY_PUBLIC_URL: 'https://quarry.example/here' }, /^QUARRY_PUBLIC_URL: [^\n]+$/],
    [
      'without screens',
      { ...on, QUARRY_PUBLIC_URL: 'https://quarry.example', QUARRY_WEB: 'off' },
      /^QUARRY_OAUTH: People give consent on the screens, [^\n]+$/,
    ],
    [
      'beside a foreign issuer',
      { ...on, QUARRY_PUBLIC_URL: 'https://quarry.example', QUARRY_OAUTH_ISSUER: 'https://id.example' },
      /^QUARRY_OAUTH_ISSUER: It replaces Quarry's own authorization server: [^\n]+$/,
    ],
    [
      'with two addresses',
      { QUARRY_PUBLIC_URL: 'https://quarry.example', QUARRY_ORIGIN: 'https://other.example' },
      /^QUARRY_PUBLIC_URL: QUARRY_ORIGIN is its older name and has a different value: set only one of them\.$/,
    ],
  ])('ends with one sentence that names the variable: %s', (_, variables, sentence) => {
    expect(saidOf(variables)).toMatch(sentence)
  })

  test.each<Record<string, string>>([
    { QUARRY_PUBLIC_URL: 'https://quarry.example', QUARRY_OAUTH: 'on' },
    { QUARRY_PUBLIC_URL: 'http://localhost:3000', QUARRY_OAUTH: 'on' },
    { QUARRY_ORIGIN: 'https://quarry.example', QUARRY_OAUTH: 'on' },
    { QUARRY_PUBLIC_URL: 'https://quarry.example', QUARRY_ORIGIN: 'https://quarry.example/' },
  ])('succeeds with %o', (variables) => {
    expect(saidOf(variables)).toBe('')
  })

  test('gets one address from compose.yaml, whichever of the two names .env uses', () => {
    const secret = { POSTGRES_PASSWORD: 'word', QUARRY_SECRET_KEY: Buffer.alloc(32).toString('base64') }
    for (const [named, address] of [
      [{}, 'http://127.0.0.1:3000'],
      [{ QUARRY_ORIGIN: 'https://older.example' }, 'https://older.example'],
      [{ QUARRY_PUBLIC_URL: 'https://quarry.example' }, 'https://quarry.example'],
    ] as const)
      expect(readConfig(composeEnvironment('quarry', { ...secret, ...named })).origin).toBe(address)
  })
})

/** Reports on standard error which files of the authorization server are loaded. */
const WATCH = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  if (/\\/oidc-provider\\/|\\/src\\/oauth\\//.test(url)) console.error('read ' + url)
  return next(url, context)
} })`

describe.concurrent('the authorization server', () => {
  const start = (connectionString: string, env: Record<string, string>) =>
    startChild('main.ts', [], {
      PORT: '0',
      DATABASE_URL: connectionString,
      QUARRY_CRAWL: 'off',
      QUARRY_ROLE: 'server',
      QUARRY_LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(WATCH).toString('base64')}`,
      ...env,
    })

  test('does not exist when disabled: none of its files are loaded', async () => {
    await using database = await testDatabase()
    await using quarry = start(database.connectionString, {})
    const [, url = ''] = await quarry.until(/listens on (http:\/\/[\d.]+:\d+)/)
    expect((await fetch(`${url}/.well-known/oauth-authorization-server`)).status).toBe(404)
    expect((await fetch(`${url}/oauth/authorize`)).status).toBe(404)
    expect(await quarry.end('SIGTERM')).toBe(0)
    expect(quarry.errors()).toBe('')
  })

  test('is loaded when enabled, with the first request of an app', async () => {
    await using database = await testDatabase()
    await using quarry = start(database.connectionString, {
      QUARRY_OAUTH: 'on',
      QUARRY_PUBLIC_URL: 'https://quarry.example',
    })
    const [, url = ''] = await quarry.until(/listens on (http:\/\/[\d.]+:\d+)/)
    const resource = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)
    expect(await resource.json()).toMatchObject({ authorization_servers: ['https://quarry.example'] })
    expect(quarry.errors()).not.toContain('/oidc-provider/')
    const server = await fetch(`${url}/.well-known/oauth-authorization-server`)
    expect(await server.json()).toMatchObject({ issuer: 'https://quarry.example' })
    expect(quarry.errors()).toMatch(/^read .*\/oidc-provider\//m)
    expect(await quarry.end('SIGTERM')).toBe(0)
  })
})
