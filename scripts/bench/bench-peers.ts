import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Other verifiers for Node, as published, to compare with Quarry's figures. They are not dependencies of Quarry: their
 * trees are large, so they are installed in a cache outside the project.
 */
const PEERS = {
  'email-verify': '0.2.1',
  'deep-email-validator': '0.1.27',
  'email-deep-validator': '3.3.0',
  '@devmehq/email-validator-js': '2.10.2',
} as const

export type Peer = keyof typeof PEERS

export const PEER_NAMES = Object.keys(PEERS) as Peer[]

const run = promisify(execFile)
const INSTALL_DEADLINE_MS = 120_000
const RUN_DEADLINE_MS = 60_000
const folder = join(tmpdir(), `quarry-bench-peers-${process.getuid?.() ?? 0}`)

/**
 * Installs the peers once, without their install scripts.
 * @returns null, or why they are missing
 */
export async function installPeers(): Promise<string | null> {
  const manifest = { private: true, dependencies: PEERS }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0']
  try {
    await run('npm', options, { cwd: folder, timeout: INSTALL_DEADLINE_MS })
    return null
  } catch {
    return `npm could not install them in ${folder}.`
  }
}

/** Returns addresses per second and core, each over its own connection, or null if the peer failed. */
export async function peerRate(peer: Peer, mailPort: number): Promise<number | null> {
  const env = { ...process.env, PEERS_DIR: folder, MAIL_PORT: String(mailPort) }
  try {
    const { stdout } = await run(process.execPath, ['scripts/bench/bench-peer.ts', peer], {
      env,
      timeout: RUN_DEADLINE_MS,
    })
    return Number(/per core (\d+)/.exec(stdout)?.[1] ?? NaN)
  } catch (error) {
    console.error(`${peer}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
    return null
  }
}
