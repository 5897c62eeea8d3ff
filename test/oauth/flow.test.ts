import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { callMcp, connect, toolNames } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await startOauthApp()
  cookie = (await webVisitor(app)).cookie
})
afterAll(() => app[Symbol.asyncDispose]())

describe('connecting an app', () => {
  test('M05: a public client registers, gets consent, and lists tools', async () => {
    const tokens = await connect(app.origin, cookie)
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write send' })
    expect(tokens.refresh_token).toMatch(/^[\w-]{43}$/)
    expect(tokens.id_token).toBeUndefined()
    const names = await toolNames(app.origin, tokens.access_token)
    expect(names.length).toBeGreaterThan(20)
  })

  test('M01: without credentials, /mcp says where to begin', async () => {
    const { status, headers } = await callMcp(app.origin, null, 'tools/list')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe(
      `Bearer realm="quarry", resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp", scope="read write send"`,
    )
  })
})
