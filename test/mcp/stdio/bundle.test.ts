import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { fromBuffer } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VERSION } from '../../../src/config.ts'

/** What `npm run bundle` writes for a placeholder: the repository contains no real publisher's name. */

const ROOT = join(import.meta.dirname, '../../..')
const NAMES = ['--owner', 'Ada-Birch', '--package', '@ada-birch/quarry']
const run = promisify(execFile)

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quarry-bundle-'))
  await run(process.execPath, [join(ROOT, 'scripts/bundle.ts'), ...NAMES, '--output', dir])
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

/** Returns the files of a zip, by name. */
async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  })
  const ended = new Promise<void>((resolve, reject) => zip.once('end', resolve).once('error', reject))
  zip.on('entry', async (entry: Entry) => {
    const stream = await promisify(zip.openReadStream.bind(zip))(entry)
    files.set(entry.fileName, await buffer(stream))
    zip.readEntry()
  })
  zip.readEntry()
  await ended
  return files
}

test('the bundle is only the bridge, in one small file, with what its manifest names', async () => {
  const bytes = await readFile(join(dir, 'quarry.mcpb'))
  const files = await unzipped(bytes)
  expect([...files.keys()].sort((a, b) => a.localeCompare(b))).toEqual([
    'LICENSE',
    'manifest.json',
    'server/quarry-bridge.mjs',
  ])
  expect(bytes.length).toBeLessThanOrEqual(40_000)
  const manifest = JSON.parse(String(files.get('manifest.json')))
  expect(manifest).toMatchObject({
    manifest_version: '0.3',
    version: VERSION,
    author: { name: 'Ada-Birch' },
    server: { type: 'node', entry_point: 'server/quarry-bridge.mjs' },
    tools_generated: true,
    user_config: { url: { required: true }, api_key: { sensitive: true } },
  })
  const { args, env } = manifest.server.mcp_config
  expect(args).toEqual(['${__dirname}/server/quarry-bridge.mjs'])
  expect(Object.values<string>(env).map((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1])).toEqual(
    Object.keys(manifest.user_config),
  )
  const code = String(files.get('server/quarry-bridge.mjs'))
  expect(Array.from(code.matchAll(/^import .* from '([^']*)'$/gm), ([, name]) => name?.replace(/:.*/, ''))).toEqual([
    'node',
    'node',
  ])
  await writeFile(join(dir, 'bridge.mjs'), code)
  const child = run(process.execPath, [join(dir, 'bridge.mjs')], { env: { QUARRY_URL: 'ftp://quarry.example' } })
  child.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
  const { stdout, stderr } = await child
  expect([JSON.parse(stdout), stderr]).toMatchObject([
    { id: 1, error: { message: expect.stringContaining('must be http or https') } },
    '',
  ])
})

const text = { type: 'string', minLength: 1 }
const INPUT = {
  type: 'object',
  required: ['name', 'description'],
  properties: { format: { enum: ['string', 'number', 'boolean', 'filepath'] } },
}
/** What the schema of 2025-12-11 and the registry require of listings like this one. */
const LISTING = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'packages', 'remotes'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    description: { ...text, maxLength: 100 },
    title: { ...text, maxLength: 100 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+' },
    repository: { type: 'object', required: ['url', 'source'] },
    packages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'transport'],
        properties: {
          registryType: { enum: ['npm', 'mcpb'] },
          identifier: text,
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
          fileSha256: { type: 'string', pattern: '^[a-f0-9]{64}$' },
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          packageArguments: {
            type: 'array',
            items: { type: 'object', required: ['type', 'value'], properties: { type: { const: 'positional' } } },
          },
          environmentVariables: { type: 'array', items: INPUT },
        },
      },
    },
    remotes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'url'],
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          headers: { type: 'array', items: INPUT },
        },
      },
    },
  },
}

test('the listing and the package name each other, and the listing names the bundle by its digest', async () => {
  const [listing, manifest] = [await json(join(dir, 'server.json')), await json(join(dir, 'package.json'))]
  const validate = new Ajv().compile(LISTING)
  validate(listing)
  expect(validate.errors).toBeNull()
  expect(manifest).toMatchObject({ name: '@ada-birch/quarry', mcpName: 'io.github.Ada-Birch/quarry', version: VERSION })
  expect(manifest.private).toBeUndefined()
  expect(listing.name).toBe(manifest.mcpName)
  expect(listing.version).toBe(manifest.version)
  const [npm, bundle] = listing.packages
  expect(npm).toMatchObject({ identifier: manifest.name, packageArguments: [{ value: 'mcp' }] })
  const digest = createHash('sha256')
    .update(await readFile(join(dir, 'quarry.mcpb')))
    .digest('hex')
  expect(bundle).toMatchObject({
    identifier: `https://github.com/Ada-Birch/quarry/releases/download/v${VERSION}/quarry.mcpb`,
    fileSha256: digest,
  })
  const own = await json(join(ROOT, 'package.json'))
  expect({ ...manifest, name: own.name, mcpName: undefined, repository: undefined }).toEqual(own)
})

test.each([
  [['--package', 'quarry'], '--owner must be'],
  [['--owner', 'ada/birch', '--package', 'quarry'], '--owner must be'],
  [['--owner', 'ada', '--package', 'Quarry Of Ada'], '--package must be'],
])('%j is refused', async (args, sentence) => {
  await expect(run(process.execPath, [join(ROOT, 'scripts/bundle.ts'), ...args])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(sentence),
  })
})
