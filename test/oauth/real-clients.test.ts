import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { locationOf, newBrowser, press, REDIRECT } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** Third-party clients, with a browser that presses the buttons. */

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await startOauthApp()
  cookie = (await webVisitor(app)).cookie
})
afterAll(() => app[Symbol.asyncDispose]())

/** What both libraries require of an application: where it stores things, and how it opens a browser. */
function applicationOf(name: string) {
  const kept = new Map<string, unknown>()
  const keep = (key: string) => (value: unknown) => void kept.set(key, value)
  return {
    kept,
    code: '',
    answer: new URLSearchParams(),
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: name, redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens') as never,
    saveTokens: keep('tokens'),
    codeVerifier: () => String(kept.get('verifier')),
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.get('discovery') as never,
    saveDiscoveryState: keep('discovery'),
    async redirectToAuthorization(url: URL): Promise<void> {
      const browser = newBrowser(cookie)
      const begun = await browser.open(url.href)
      await begun.arrayBuffer()
      const page = new URL(locationOf(begun), app.origin).href
      const html = await (await browser.open(page)).text()
      const proof = /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? ''
      this.answer = (await press(browser, { url: page, proof })).searchParams
      this.code = this.answer.get('code') ?? ''
    },
  }
}

const endTokens = () =>
  app.context.database.pool.query(
    "update oauth_objects set expires_at = now() - interval '1 s' where model = 'AccessToken'",
  )
const revokeAll = () =>
  app.context.database.pool.query("delete from oauth_objects where model in ('Grant', 'AccessToken', 'RefreshToken')")
const url = (): URL => new URL(`${app.origin}/mcp`)

interface Connected {
  listTools: () => Promise<{ tools: readonly unknown[] }>
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<object>
  close: () => Promise<void>
}

/** Lists, calls and refreshes automatically, until the client notices the end. */
async function staysUntilRevoked(client: Connected, application: { code: string }): Promise<void> {
  expect((await client.listTools()).tools.length).toBeGreaterThan(20)
  await endTokens()
  expect(await client.callTool({ name: 'get_account', arguments: {} })).not.toMatchObject({ isError: true })
  await revokeAll()
  application.code = ''
  // A notification tells the server of the change.
  const isRefused = (): Promise<boolean> =>
    client.listTools().then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  await client.close()
}

test('the current SDK connects, lists, calls, refreshes automatically, and notices the end', async () => {
  const application = applicationOf('Today')
  const open = () => new StreamableHTTPClientTransport(url(), { authProvider: application as never })
  const first = open()
  await expect(new Client({ name: 'today', version: '1' }).connect(first)).rejects.toThrow()
  await first.finishAuth(application.answer)
  const client = new Client({ name: 'today', version: '1' })
  await client.connect(open())
  await staysUntilRevoked(client, application)
})

test('the previous SDK does the same', async () => {
  const application = applicationOf('Before')
  const open = () => new OlderTransport(url(), { authProvider: application })
  const first = open()
  await expect(new OlderClient({ name: 'before', version: '1' }).connect(first)).rejects.toThrow()
  await first.finishAuth(application.code)
  const client = new OlderClient({ name: 'before', version: '1' })
  await client.connect(open())
  await staysUntilRevoked(client, application)
})
