import process from 'node:process'
import { messagesOnly, runBridge } from '../../src/cli/mcp/stdio-bridge.ts'
import { bridgeAddress } from '../../src/lib/settings/bridge-address.ts'

/** What runs in a desktop host: only the bridge, with the address and key that its user entered. */

const write = messagesOnly()
const { QUARRY_URL = '', QUARRY_KEY = '' } = process.env
const url = bridgeAddress(QUARRY_URL.trim())
const target =
  url === null
    ? Promise.reject(new Error('The address of Quarry must be http or https, such as http://localhost:3000.'))
    : Promise.resolve({ url, key: QUARRY_KEY.trim() === '' ? null : QUARRY_KEY.trim() })
const ending = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit())
await runBridge({ input: process.stdin, write, target, signal: ending.signal })
process.exit()
