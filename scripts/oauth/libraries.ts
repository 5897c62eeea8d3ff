import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { disconnectAll, endAccessTokens } from './hosts.ts'
import type { Outcome, Visit } from './hosts.ts'

/** Clients made with the libraries of the protocol, each through the same life cycle as the programs. */

const IDENTITY = { name: 'eval', version: '1.0.0' }

/** Where an application waits for its redirect. */
async function callbackServer(): Promise<{ server: Server; url: string; answer: () => URLSearchParams }> {
  let answer = new URLSearchParams()
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (searchParams.has('code')) answer = searchParams
    response.end('Connected.')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { server, url, answer: () => answer }
}

/** What both libraries require of an application: where it stores things, and how it opens a browser. */
function application(name: string, redirect: string, { person }: Pick<Visit, 'person'>) {
  const kept = new Map<string, unknown>()
  const keep = (key: string) => (value: unknown) => void kept.set(key, value)
  let isAsked = false
  return {
    redirectUrl: redirect,
    clientMetadata: { client_name: name, redirect_uris: [redirect], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens') as never,
    saveTokens: keep('tokens'),
    codeVerifier: () => String(kept.get('verifier')),
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.get('discovery') as never,
    saveDiscoveryState: keep('discovery'),
    // An app that was disconnected does not connect again.
    redirectToAuthorization: async ({ href }: URL): Promise<void> => {
      if (!isAsked) await person.agree(href)
      isAsked = true
    },
  }
}

interface Connected {
  count: () => Promise<number>
  call: () => Promise<boolean>
  close: () => Promise<void>
}

type Connecting = (app: ReturnType<typeof application>, url: URL, answer: () => URLSearchParams) => Promise<Connected>

const connectedBy = (client: Client | OlderClient): Connected => ({
  count: async () => (await client.listTools()).tools.length,
  call: async () => (await client.callTool({ name: 'get_account', arguments: {} })).isError !== true,
  close: () => client.close(),
})

const refusedAtFirst = (connecting: Promise<void>): Promise<void> =>
  connecting.then(
    () => Promise.reject(new Error('It was let in without a token.')),
    () => undefined,
  )

const newer =
  (mode: 'legacy' | 'auto'): Connecting =>
  async (app, url, answer) => {
    const open = () => new StreamableHTTPClientTransport(url, { authProvider: app as never })
    const client = () => new Client(IDENTITY, { versionNegotiation: { mode } })
    const first = open()
    await refusedAtFirst(client().connect(first))
    await first.finishAuth(answer())
    const connected = client()
    await connected.connect(open())
    return connectedBy(connected)
  }

const older: Connecting = async (app, url, answer) => {
  const open = () => new OlderTransport(url, { authProvider: app })
  const first = open()
  await refusedAtFirst(new OlderClient(IDENTITY).connect(first))
  await first.finishAuth(answer().get('code') ?? '')
  const connected = new OlderClient(IDENTITY)
  await connected.connect(open())
  return connectedBy(connected)
}

const LIBRARIES: readonly (readonly [name: string, connecting: Connecting])[] = [
  ['SDK 2, 2026-07-28', newer('auto')],
  ['SDK 2, older revisions', newer('legacy')],
  ['SDK 1', older],
]

export async function libraries({ house, person }: Visit): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [name, connecting] of LIBRARIES) {
    const callback = await callbackServer()
    try {
      const app = application(name, callback.url, { person })
      const connected = await connecting(app, new URL(`${house.origin}/mcp`), callback.answer)
      const tools = await connected.count()
      const isCalled = await connected.call()
      await endAccessTokens(house)
      const isRefreshed = await connected.call()
      await disconnectAll(house)
      const isRefused = await connected.call().then(
        () => false,
        () => true,
      )
      await connected.close().catch(() => undefined)
      const ok = tools > 0 && isCalled && isRefreshed && isRefused
      outcomes.push({
        name,
        ok,
        said: `${tools} tools, called ${isCalled}, refreshed ${isRefreshed}, refused ${isRefused}`,
      })
    } catch (error) {
      outcomes.push({ name, ok: false, said: String(error).slice(0, 120) })
    } finally {
      callback.server.closeAllConnections()
      callback.server.close()
    }
  }
  return outcomes
}
