import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** The bundle that desktop hosts install with a double click: a zip with a manifest and one JavaScript file. */

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** In order of dependency; none imports a package. */
const PARTS = ['src/lib/settings/bridge-address.ts', 'src/cli/mcp/stdio-bridge.ts', 'scripts/bundle/bundle-entry.ts']

const ENTRY_POINT = 'server/quarry-bridge.mjs'

/**
 * Returns the bridge as one file that every Node from version 20 can run: types stripped, imports between the parts
 * removed.
 */
export function bridgeFile(): string {
  const parts = PARTS.map((path) => stripTypeScriptTypes(read(path)))
  const code = parts.join('\n').replaceAll(/^import [^;]*? from '\.[^']*'$/gm, '')
  const imports = new Set(code.match(/^import .*$/gm))
  return `${[...imports].join('\n')}\n${code
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')}`
}

export interface Published {
  version: string
  /** The publisher: a GitHub account, in its exact spelling. */
  owner: string
}

/** Manifest 0.3 of MCP bundles (its text of 2025-12-02). The research tools are enough for most users, and change nothing. */
export const mcpbManifest = ({ version, owner }: Published) => ({
  manifest_version: '0.3',
  name: 'quarry',
  display_name: 'Quarry',
  version,
  description: 'Email intelligence from your own Quarry: companies, people, addresses and whether mail will arrive.',
  long_description:
    'Hands what the host says on to a Quarry that you run, at the address and with the key that you type in. It sends nothing to anybody else.',
  author: { name: owner, url: `https://github.com/${owner}` },
  repository: { type: 'git', url: `https://github.com/${owner}/quarry` },
  license: 'Apache-2.0',
  keywords: ['email', 'leads', 'companies', 'verification'],
  server: {
    type: 'node',
    entry_point: ENTRY_POINT,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${ENTRY_POINT}`],
      env: { QUARRY_URL: '${user_config.url}', QUARRY_KEY: '${user_config.api_key}' },
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20' } },
  user_config: {
    url: {
      type: 'string',
      title: 'Address of Quarry',
      description:
        'Where your Quarry answers. Without ?toolsets=research it offers also tools that change leads and send campaigns.',
      default: 'http://localhost:3000/mcp?toolsets=research',
      required: true,
    },
    api_key: {
      type: 'string',
      title: 'Key',
      description: 'An API key for your Quarry, created with "quarry keys create" or on the Keys page.',
      sensitive: true,
      required: true,
    },
  },
})

/** Returns the same bytes for the same input, because listings contain their digest. */
export async function mcpbFile(published: Published): Promise<Buffer> {
  const zip = new ZipFile()
  const dated = { mtime: new Date(Date.UTC(2000, 0, 1)), mode: 0o100_644, forceDosTimestamp: true }
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, dated)
  add('manifest.json', `${JSON.stringify(mcpbManifest(published), null, 2)}\n`)
  add(ENTRY_POINT, bridgeFile())
  add('LICENSE', read('LICENSE'))
  zip.end()
  return buffer(zip.outputStream)
}
