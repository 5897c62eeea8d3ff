import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packageManifest, serverListing } from './bundle/listing.ts'
import { mcpbFile } from './bundle/mcpb.ts'

/**
 * `npm run bundle -- --owner OWNER --package NAME [--bundle-url URL] [--output DIR]`: writes what is published under
 * these names: the bundle for desktop hosts, the listing for the registry, and the manifest of the package.
 */

const ROOT = join(import.meta.dirname, '..')
const json = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, unknown>

const {
  owner,
  package: npmPackage,
  output,
  ...given
} = parseArgs({
  options: {
    owner: { type: 'string' },
    package: { type: 'string' },
    'bundle-url': { type: 'string' },
    output: { type: 'string', default: join(ROOT, 'bundle') },
  },
}).values

if (owner === undefined || !/^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}$/.test(owner))
  stop('--owner must be the publishing GitHub account, spelt as it is there.')
if (npmPackage === undefined || !/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(npmPackage))
  stop('--package must be an npm package name, such as @ada/quarry.')

const { version } = json('package.json') as { version: string }
const bundleUrl = given['bundle-url'] ?? `https://github.com/${owner}/quarry/releases/download/v${version}/quarry.mcpb`
const bundle = await mcpbFile({ version, owner })
const bundleSha256 = createHash('sha256').update(bundle).digest('hex')
const listing = { owner, npmPackage, bundleUrl, bundleSha256 }

mkdirSync(output, { recursive: true })
const write = (name: string, content: string | Buffer): void => {
  writeFileSync(join(output, name), content)
  process.stdout.write(`${join(output, name)}\n`)
}
write('quarry.mcpb', bundle)
write('server.json', `${JSON.stringify(serverListing(json('server.json'), listing), null, 2)}\n`)
write('package.json', `${JSON.stringify(packageManifest(json('package.json'), listing), null, 2)}\n`)

function stop(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
