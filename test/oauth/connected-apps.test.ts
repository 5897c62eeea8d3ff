import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { request } from '../support/doors/campaign-client.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { callMcp, connect, toolNames } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'
import { disconnectApps, listAllApps } from '../../src/core/apps/operate-apps.ts'

let app: TestApp
let me: Visitor
beforeAll(async () => {
  app = await startOauthApp()
  me = await webVisitor(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const statusOf = async (token: string): Promise<number> => (await callMcp(app.origin, token, 'tools/list')).status
const idOfApp = async (visitor: Visitor): Promise<string> =>
  /id="(app_[\da-f]{16})"/.exec((await visitor.see('/settings/apps')).html)?.[1] ?? ''

describe('connected apps', () => {
  test('are shown to their user, and all of the account to admins', async () => {
    const member = await webVisitor(app, { role: 'member' })
    await connect(app.origin, member.cookie, { about: { client_name: 'Of the member' } })
    await connect(app.origin, me.cookie, { about: { client_name: 'Of the owner' } })
    const own = (await member.see('/settings/apps')).html
    expect(own).toContain('Of the member')
    expect(own).not.toContain('Of the owner')
    const all = (await me.see('/settings/apps')).html
    expect(all).toContain('Of the member')
    expect(all).toContain('Of the owner')
  })

  test('M28: lose a permission with the next call after it is unticked, and a tool called all the same names it', async () => {
    const { access_token: token } = await connect(app.origin, me.cookie, { about: { client_name: 'Ticks' } })
    expect(await toolNames(app.origin, token)).toContain('start_campaign')
    const id = await idOfApp(me)
    const { status } = await me.send(`/settings/apps/${id}`, { scopes: 'write', daily_credits: '' })
    expect(status).toBe(303)
    expect(await toolNames(app.origin, token)).not.toContain('start_campaign')
    const { body } = await callMcp(app.origin, token, 'tools/call', {
      name: 'start_campaign',
      arguments: { campaign_id: 1 },
    })
    expect(body.result?.isError).toBe(true)
    expect(body.result?.content?.[0]?.text).toContain('This app does not have the permission send')
  })

  test('M24: are disconnected from the next call on, by screen, API, shell and revocation endpoint', async () => {
    const byScreen = await connect(app.origin, me.cookie, { about: { client_name: 'By screen' } })
    expect(await statusOf(byScreen.access_token)).toBe(200)
    const id = await idOfApp(me)
    expect((await me.see(`/settings/apps/${id}`)).html).toContain('Disconnect By screen?')
    await me.send(`/settings/apps/${id}/disconnect`, {})
    expect(await statusOf(byScreen.access_token)).toBe(401)

    const byShell = await connect(app.origin, me.cookie, { about: { client_name: 'By shell' } })
    expect(await statusOf(byShell.access_token)).toBe(200)
    const listed = await listAllApps(app.context, null)
    await disconnectApps(app.context, { id: listed.find(({ name }) => name === 'By shell')?.id ?? '' })
    await expect.poll(() => statusOf(byShell.access_token)).toBe(401)

    for (const token of ['refresh_token', 'access_token'] as const) {
      const tokens = await connect(app.origin, me.cookie)
      expect(await statusOf(tokens.access_token)).toBe(200)
      const body = new URLSearchParams({ token: tokens[token], client_id: tokens.clientId })
      expect((await fetch(`${app.origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200)
      expect(await statusOf(tokens.access_token)).toBe(401)
    }
  })

  test('are listed, changed and disconnected by /v2, with a key of the user who connected them', async () => {
    const { access_token: token } = await connect(app.origin, me.cookie, { about: { client_name: 'By API' } })
    const made = await me.send('/settings/keys/new', { name: 'Own', right: 'write' })
    const [key = ''] = /qry_[\w-]{43}/.exec(made.html) ?? []
    const own = { origin: app.origin, key }
    const listed = (await request(own, 'GET', '/v2/apps')).body.data as { id: string; name: string }[]
    const id = listed.find(({ name }) => name === 'By API')?.id ?? ''
    const changed = await request(own, 'PUT', `/v2/apps/${id}`, { scopes: ['read'], daily_credits: 7 })
    expect(changed.body.data).toMatchObject({ name: 'By API', scopes: ['read'], daily_credits: 7 })
    expect(await toolNames(app.origin, token)).not.toContain('save_lead')
    expect((await request(own, 'DELETE', `/v2/apps/${id}`)).status).toBe(204)
    expect(await statusOf(token)).toBe(401)
    expect((await request(own, 'DELETE', `/v2/apps/${id}`)).status).toBe(404)
  })

  test('have their own limit on daily spending', async () => {
    const tokens = await connect(app.origin, me.cookie, { about: { client_name: 'Thrifty' } })
    const find = async (first: string): Promise<string> => {
      const asked = { name: 'domain_search', arguments: { domain: `${first}.example` } }
      return (await callMcp(app.origin, tokens.access_token, 'tools/call', asked)).body.result?.content?.[0]?.text ?? ''
    }
    const { pool } = app.context.database
    const thrifty = (await listAllApps(app.context, null)).find(({ name }) => name === 'Thrifty')
    await me.send(`/settings/apps/${thrifty?.id}`, { scopes: 'write', daily_credits: '1' })
    expect(await find('first')).not.toContain('spent the credits')
    await pool.query(
      `insert into charges (account_id, starts_on, fingerprint, kind, credits, settled, app)
       select account_id, starts_on, decode('01', 'hex'), 'search', 1, true, $1 from billing_periods limit 1`,
      [thrifty?.id],
    )
    await expect.poll(() => find('second')).toMatch(/credits? a day and has spent/)
    const list = { name: 'verify_emails', arguments: { emails: ['ada@third.example', 'ben@third.example'] } }
    const { body } = await callMcp(app.origin, tokens.access_token, 'tools/call', list)
    expect(body.result?.content?.[0]?.text).toContain('credit a day and has spent')
  })

  test('of other accounts are not found', async () => {
    await connect(app.origin, me.cookie, { about: { client_name: 'Not yours' } })
    const [mine] = await listAllApps(app.context, me.accountId)
    const { rows } = await app.context.database.pool.query<{ id: number }>(
      "insert into accounts (plan) values ('free') returning id",
    )
    const other = await webVisitor(app, { accountId: rows[0]?.id ?? 0 })
    expect((await other.see('/settings/apps')).html).not.toContain('Not yours')
    expect((await other.send(`/settings/apps/${mine?.id}/disconnect`, {})).status).toBe(404)
  })
})
