import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { disconnectApps, registerClient } from '../../src/core/apps/operate-apps.ts'
import { freePort } from '../../test/support/process/free-port.ts'
import type { Person } from './agree-in-browser.ts'
import type { OauthHouse } from './oauth-house.ts'
import { agreeWhenAsked, runProgram } from './programs.ts'

/** Third-party programs, each through its whole life cycle: connect, list, call, refresh, call, be disconnected, be refused. */

export const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'
export const MCP_REMOTE = 'mcp-remote@0.15.1'

export interface Outcome {
  name: string
  ok: boolean
  /** What was observed, in a few words. */
  said: string
}

export interface Visit {
  house: Pick<OauthHouse, 'origin' | 'context'>
  person: Pick<Person, 'agree'>
  /** Where programs store their files. */
  folder: string
}

/** Makes all access tokens expire now. */
export const endAccessTokens = async ({ context }: Pick<OauthHouse, 'context'>): Promise<void> => {
  await context.database.pool.query(
    "update oauth_objects set expires_at = now() - interval '1 s' where model = 'AccessToken'",
  )
}

/** By then every server has been notified. */
const HEARD_MS = 250

/** Disconnects as the operator does at a shell. */
export const disconnectAll = async ({ context }: Pick<OauthHouse, 'context'>): Promise<void> => {
  await disconnectApps(context, { all: true })
  await sleep(HEARD_MS)
}

/** The suite's own check of an authorization server: two scenarios, three checks. */
export async function suiteOfServers({ house, person, folder }: Visit): Promise<Outcome> {
  const port = String(await freePort())
  const client = { name: 'Conformance', redirects: [`http://127.0.0.1:${port}/callback`], secret: false }
  const { client_id: id } = await registerClient(house.context, client)
  const wanted = ['--url', house.origin, '--client-id', id, '--resource', `${house.origin}/mcp`, '--port', port]
  const { code, output } = await runProgram('conformance', ['authorization', ...wanted], { cwd: folder, person })
  const said = /Total: [^\n]+/.exec(output)?.[0] ?? `exit code ${code}`
  const ok = code === 0 && said === 'Total: 3 passed, 0 failed'
  if (!ok) console.error(output.slice(-4_000))
  return { name: 'conformance, authorization', ok, said }
}

/** Exit code of the Inspector for a server that requires a sign-in. */
const AUTH_REQUIRED = 3

export async function inspector({ house, person, folder }: Visit): Promise<Outcome> {
  const env = {
    MCP_STORAGE_DIR: join(folder, 'inspector'),
    MCP_INSPECTOR_SECRET_STORE: 'file',
    MCP_AUTO_OPEN_ENABLED: 'true', // without a terminal it would not ask
  }
  const run = async (...args: string[]): Promise<number | null> => {
    const target = ['--cli', '--server-url', `${house.origin}/mcp`, '--transport', 'http', '--format', 'json']
    const settings = { cwd: folder, env, person }
    const { code, output } = await runProgram('npx', ['-y', INSPECTOR, ...target, ...args], settings)
    if (code !== 0 && code !== AUTH_REQUIRED) console.error(output.slice(-2_000))
    return code
  }
  const call = ['--method', 'tools/call', '--tool-name', 'get_account', '--stored-auth-only']
  const codes = [await run('--method', 'tools/list'), await run(...call)]
  await endAccessTokens(house)
  codes.push(await run(...call))
  await disconnectAll(house)
  codes.push(await run(...call))
  return { name: 'Inspector', ok: codes.join() === `0,0,0,${AUTH_REQUIRED}`, said: `exit codes ${codes.join(', ')}` }
}

const CONNECT_MS = 240_000
/** It asks to be connected again instead of answering. */
const REFUSED_MS = 10_000

export async function mcpRemote({ house, person, folder }: Visit): Promise<Outcome> {
  const args = ['-y', MCP_REMOTE, `${house.origin}/mcp`, '--transport', 'http-only']
  const env = { ...(process.env as Record<string, string>), MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote') }
  const transport = new StdioClientTransport({ command: 'npx', args, env, stderr: 'pipe' })
  const client = new Client({ name: 'eval', version: '1.0.0' })
  let written = ''
  const agree = agreeWhenAsked(person)
  transport.stderr?.on('data', (chunk: Buffer) => {
    written += chunk.toString()
    agree(chunk)
  })
  const call = (timeout = CONNECT_MS) => client.callTool({ name: 'get_account' }, undefined, { timeout })
  try {
    await client.connect(transport, { timeout: CONNECT_MS })
    const { tools } = await client.listTools()
    const calls = [await call()]
    await endAccessTokens(house)
    calls.push(await call())
    await disconnectAll(house)
    const isRefused = await call(REFUSED_MS).then(
      ({ isError }) => isError === true,
      () => (written.match(/Please authorize this client/g) ?? []).length === 2,
    )
    const ok = tools.length > 0 && calls.every(({ isError }) => isError !== true) && isRefused
    return {
      name: 'mcp-remote',
      ok,
      said: `${tools.length} tools, called, refreshed, ${isRefused ? '' : 'not '}refused`,
    }
  } catch (error) {
    return { name: 'mcp-remote', ok: false, said: String(error).slice(0, 120) }
  } finally {
    await client.close()
  }
}
