/** What client and package registries are given: `server.json` and `package.json`, for one owner. */

export interface Listing {
  /** A GitHub account, in its exact spelling. */
  owner: string
  /** The name of the npm package. */
  npmPackage: string
  /** Where the bundle can be fetched. */
  bundleUrl: string
  bundleSha256: string
}

type Json = Record<string, unknown>

const serverName = ({ owner }: Listing): string => `io.github.${owner}/quarry`

const ENVIRONMENT = [
  {
    name: 'QUARRY_URL',
    description: 'Address of a running Quarry; without one it takes the one on this machine, or starts it.',
    format: 'string',
    isRequired: false,
    placeholder: 'http://localhost:3000/mcp?toolsets=research',
  },
  {
    name: 'QUARRY_KEY',
    description: 'A key of that Quarry; a Quarry that this program starts needs none.',
    format: 'string',
    isRequired: false,
    isSecret: true,
  },
]

/** The listing for the MCP registry (schema 2025-12-11): the template in the repository, for this owner, with packages. */
export function serverListing(template: Json, listing: Listing): Json {
  const { owner, npmPackage, bundleUrl, bundleSha256 } = listing
  const { version } = template
  return {
    ...template,
    name: serverName(listing),
    repository: { url: `https://github.com/${owner}/quarry`, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: npmPackage,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: ENVIRONMENT,
      },
      {
        registryType: 'mcpb',
        identifier: bundleUrl,
        fileSha256: bundleSha256,
        version,
        transport: { type: 'stdio' },
        environmentVariables: ENVIRONMENT,
      },
    ],
  }
}

/** The manifest of the package: its name, and the name by which the registry recognises that both have the same owner. */
export function packageManifest(own: Json, listing: Listing): Json {
  const { name: _name, ...rest } = own
  return {
    name: listing.npmPackage,
    mcpName: serverName(listing),
    repository: { type: 'git', url: `git+https://github.com/${listing.owner}/quarry.git` },
    ...rest,
  }
}
