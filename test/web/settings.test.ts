import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { DAY_MS, MINUTE_MS } from '../../src/lib/process/clock.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { webVisitor } from '../support/web/web-visitor.ts'
import type { Page, Visitor } from '../support/web/web-visitor.ts'

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Creates an account with an owner at a browser. */
async function house(): Promise<Visitor> {
  const { accountId } = await createAccount(app.context, 'unlimited')
  return webVisitor(app, { accountId, role: 'owner' })
}
const colleague = (of: Visitor, role: 'admin' | 'member' | 'reader') =>
  webVisitor(app, { accountId: of.accountId, role })

async function userOf({ accountId, loginId }: Visitor): Promise<number> {
  const text = 'select id from users where account_id = $1 and login_id = $2'
  return (await app.database.pool.query<{ id: number }>(text, [accountId, loginId])).rows[0]?.id ?? 0
}

const placeOf = ({ headers }: Page): string | null => headers.get('location')
const count = (text: string, what: string): number => text.split(what).length - 1
const keyIn = ({ html }: Page): string => /qry_[\w-]{43}/.exec(html)?.[0] ?? ''
const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${app.origin}/v2/account`, { headers: { 'x-api-key': key } })).status

describe('the team', () => {
  test('shows a demoted member less with the next request, and a removed one nothing', async () => {
    const owner = await house()
    const admin = await colleague(owner, 'admin')
    const id = await userOf(admin)
    expect((await admin.see('/settings/team')).status).toBe(200)
    const changed = await owner.send(`/settings/team/${id}/role`, { role: 'reader' })
    expect([changed.status, placeOf(changed)]).toEqual([303, '/app/settings/team'])
    expect((await owner.see('/settings/team')).html).toContain('is now: Reader')
    expect((await admin.see('/settings/team')).status).toBe(403)
    expect((await admin.see('/settings/usage')).html).not.toContain('href="/app/settings/team"')
    await owner.send(`/settings/team/${id}/remove`, {})
    const gone = await admin.see('/settings/usage')
    expect([gone.status, placeOf(gone)?.startsWith('/app/login')]).toEqual([303, true])
  })

  test('always keeps its last owner, who is told why', async () => {
    const owner = await house()
    const id = await userOf(owner)
    const refused = await owner.send(`/settings/team/${id}/role`, { role: 'member' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('last owner')
    expect((await owner.send(`/settings/team/${id}/remove`, {})).status).toBe(422)
    expect((await owner.see('/settings/team')).status).toBe(200)
  })

  test('shows an invitation once, as a link with its code after #', async () => {
    const owner = await house()
    const fields = { email: 'new.person@birch.example', role: 'member', once: 'one-and-only' }
    const compressed = { 'accept-encoding': 'gzip' }
    expect((await owner.see('/settings/team', compressed)).headers.get('content-encoding')).toBe('gzip')
    const made = await owner.send('/settings/team/invite', fields, compressed)
    const link = /http[^"<]*\/app\/join#qi_[\w-]+/.exec(made.html)?.[0] ?? ''
    expect(link).not.toBe('')
    expect(made.headers.get('content-encoding')).toBeNull()
    expect(made.headers.get('cache-control')).toBe('no-store')
    const again = await owner.send('/settings/team/invite', fields)
    expect(again.html).toContain(link)
    const { html } = await owner.see('/settings/team')
    expect(count(html, '<bdi>new.person@birch.example</bdi>')).toBe(1)
    expect(html).not.toContain(link.split('#')[1])
  })

  test('invites nobody who is a member already', async () => {
    const owner = await house()
    const { rows } = await app.database.pool.query<{ email: string }>('select email from logins where id = $1', [
      (await colleague(owner, 'reader')).loginId,
    ])
    const refused = await owner.send('/settings/team/invite', { email: rows[0]?.email ?? '', role: 'member' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('This person is already a member: change their role instead.')
  })

  test('offers an admin nothing that only owners may do', async () => {
    const owner = await house()
    const admin = await colleague(owner, 'admin')
    const { html } = await admin.see('/settings/team/invite')
    expect(html).toContain('value="admin"')
    expect(html).not.toContain('value="owner"')
    expect((await admin.send('/settings/team/invite', { email: 'a@b.example', role: 'owner' })).status).toBe(403)
    expect((await admin.see(`/settings/team/${await userOf(owner)}`)).html).not.toContain('/remove"')
    expect((await admin.send('/settings/team/name', { name: 'Mine' })).status).toBe(403)
  })

  test('lets an admin create a reset link for a colleague, but none that opens more than this account', async () => {
    const owner = await house()
    const admin = await colleague(owner, 'admin')
    const member = await colleague(owner, 'member')
    const id = await userOf(member)
    expect((await admin.see(`/settings/team/${id}`)).html).toContain('Create a reset link')
    const { html } = await admin.send(`/settings/team/${id}/reset`, { once: 'reset-once' })
    expect(html).toMatch(/http[^"<]*\/app\/reset#qr_[\w-]+/)
    expect((await admin.see(`/settings/team/${await userOf(owner)}`)).html).not.toContain('/reset"')
    expect((await admin.send(`/settings/team/${await userOf(owner)}/reset`, {})).status).toBe(403)
    expect((await member.send(`/settings/team/${id}/reset`, {})).status).toBe(403)
    const text = `insert into users (account_id, login_id, role) select min(id), $1, 'reader' from accounts`
    await app.database.pool.query(text, [member.loginId])
    const refused = await admin.send(`/settings/team/${id}/reset`, {})
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('only an operator can create the link')
    expect(refused.html).not.toContain('#qr_')
    const operator = await webVisitor(app, { accountId: owner.accountId, role: 'admin', operator: true })
    await app.database.pool.query('update logins set operator = true where id = $1', [member.loginId])
    expect((await operator.send(`/settings/team/${id}/reset`, {})).status).toBe(422) // an operator only of the first account
  })

  test('can be left by a member: sessions end, campaigns continue under an owner, and the last owner stays', async () => {
    const owner = await house()
    const member = await colleague(owner, 'member')
    await member.send('/campaigns', { name: 'Hello Birch' })
    expect((await member.see('/accounts/leave')).html).toMatch(/1 of your campaigns continues in the name of person/)
    const left = await member.send('/accounts/leave', {})
    expect([left.status, placeOf(left)]).toEqual([303, '/app/login'])
    expect(placeOf(await member.see('/'))).toContain('/app/login')
    const { rows } = await app.database.pool.query<{ user_id: number }>(
      'select user_id from campaigns where account_id = $1',
      [owner.accountId],
    )
    expect(rows).toEqual([{ user_id: await userOf(owner) }])
    expect((await owner.see('/settings/audit')).html).toContain('left the account')
    const asked = (await owner.see('/accounts/leave')).html
    expect(asked).toContain('You are the last owner of this account. Make somebody else an owner first.')
    expect(asked).not.toContain('action="/app/accounts/leave"')
    expect((await owner.send('/accounts/leave', {})).html).toContain('last owner')
  })

  test('is changed, as keys are, only by users who have recently confirmed their identity', async () => {
    const owner = await house()
    now = new Date(now.getTime() + 11 * MINUTE_MS)
    for (const path of ['/settings/team/invite', '/settings/keys/new'])
      expect(placeOf(await owner.see(path))).toContain('/app/confirm?next=')
    const late = await owner.send('/settings/keys/new', { name: 'Typed for a while' })
    expect([late.status, keyIn(late)]).toEqual([401, ''])
    expect(late.html).toContain('href="/app/confirm?next=%2Fapp"')
    expect(late.html).toContain('name="name" value="Typed for a while"')
    expect((await owner.see('/settings/team')).status).toBe(200)
  })
})

describe('keys', () => {
  test('are created once by two tabs, a double click and a reload, and shown only where they were created', async () => {
    const owner = await house()
    const once = /name="once" value="([^"]+)"/.exec((await owner.see('/settings/keys/new')).html)?.[1] ?? ''
    const fields = { name: 'Cursor', right: 'write', once }
    const [first, second] = await Promise.all([
      owner.send('/settings/keys/new', fields),
      owner.send('/settings/keys/new', fields),
    ])
    const shown = [first, second].map(keyIn).filter((key) => key !== '')
    expect(new Set(shown).size).toBe(1)
    const [key = ''] = shown
    const reloaded = await owner.send('/settings/keys/new', fields)
    expect(keyIn(reloaded)).toBe(key)
    // What to paste into the program that the key was made for is unfolded.
    expect(reloaded.html).toMatch(/<details name="client" open>\s*<summary>Cursor</)
    const list = await owner.see('/settings/keys')
    expect(list.html).not.toContain(key)
    expect(count(list.html, '<td><bdi>Cursor</bdi></td>')).toBe(2) // among the owner's, and among all
    expect(await statusOf(key)).toBe(200)
    const send = await fetch(`${app.origin}/v2/webhooks`, { method: 'POST', headers: { 'x-api-key': key } })
    expect(send.status).toBe(403)
  })

  test('are not shown again by a reload once they were revoked', async () => {
    const owner = await house()
    const once = /name="once" value="([^"]+)"/.exec((await owner.see('/settings/keys/new')).html)?.[1] ?? ''
    const fields = { name: 'Gone', right: 'read', once }
    expect(keyIn(await owner.send('/settings/keys/new', fields))).not.toBe('')
    await app.context.database.pool.query(`update api_keys set revoked_at = now() where name = 'Gone'`)
    const reloaded = await owner.send('/settings/keys/new', fields)
    expect([reloaded.status, keyIn(reloaded)]).toEqual([422, ''])
    expect(reloaded.html).toContain('This was already done, and has been deleted since.')
  })

  test('may have a daily spending limit, until that is changed', async () => {
    const owner = await house()
    const key = keyIn(await owner.send('/settings/keys/new', { name: 'Thrifty', right: 'read', daily_credits: '5' }))
    const limitOf = async () =>
      (await app.get('/v2/account', { 'x-api-key': key })).body.meta as { daily_credits?: { limit: number } }
    expect((await limitOf()).daily_credits?.limit).toBe(5)
    const id = /href="\/app\/settings\/keys\/(\d+)"[^>]*aria-label="[^"]*Thrifty"/.exec(
      (await owner.see('/settings/keys')).html,
    )?.[1]
    expect((await owner.see(`/settings/keys/${id}`)).html).toMatch(/name="daily_credits"[^>]*value="5"/)
    await owner.send(`/settings/keys/${id}/name`, { name: 'Thrifty', daily_credits: '' })
    await expect.poll(async () => (await limitOf()).daily_credits).toBeUndefined()
  })

  test('get their old names back, like the account', async () => {
    const owner = await house()
    await owner.send('/settings/keys/new', { name: 'Cursor', right: 'read', daily_credits: '5' })
    const id = /href="\/app\/settings\/keys\/(\d+)"/.exec((await owner.see('/settings/keys')).html)?.[1]
    await owner.send(`/settings/keys/${id}/name`, { name: 'VS Code', daily_credits: '' })
    const { html } = await owner.see('/settings/keys')
    expect(html).toContain('The key “VS Code” has been changed.')
    expect(html).toMatch(/name="name" value="Cursor" \/><input type="hidden" name="daily_credits" value="5"/)
    await owner.send('/settings/team/name', { name: 'Birch' })
    await owner.send('/settings/team/name', { name: 'Elm' })
    expect((await owner.see('/settings/team')).html).toMatch(/<output[^]*name="name" value="Birch"/)
  })

  test('of others can be revoked by those who manage the team, and by no one else', async () => {
    const owner = await house()
    const member = await colleague(owner, 'member')
    const key = keyIn(await member.send('/settings/keys/new', { name: 'Sheet', right: 'send' }))
    const { html } = await owner.see('/settings/keys')
    const id = /href="\/app\/settings\/keys\/(\d+)"[^>]*aria-label="[^"]*Sheet"/.exec(html)?.[1]
    const other = await colleague(owner, 'member')
    expect((await other.see(`/settings/keys/${id}`)).status).toBe(404)
    expect((await other.send(`/settings/keys/${id}/revoke`, {})).status).toBe(404)
    expect((await other.send(`/settings/keys/${id}/revoke-of-other`, {})).status).toBe(403)
    expect((await (await house()).send(`/settings/keys/${id}/revoke-of-other`, {})).status).toBe(404)
    await owner.send(`/settings/keys/${id}/revoke-of-other`, {})
    now = new Date(now.getTime() + 6_000)
    expect(await statusOf(key)).toBe(401)
  })

  test('come with what to paste into each client', async () => {
    const owner = await house()
    const made = await owner.send('/settings/keys/new', { name: 'All', right: 'send' })
    const key = keyIn(made)
    for (const client of ['Claude Code', 'Cursor', 'VS Code', 'Claude Desktop', 'Claude', 'ChatGPT'])
      expect(made.html).toContain(`<summary>${client}</summary>`)
    expect(made.html).toContain(`--header &quot;X-API-KEY: ${key}&quot;`)
  })
})

describe('settings that are visited occasionally', () => {
  test("undo an opt-out from its notice, except a recipient's own", async () => {
    const owner = await house()
    await owner.send('/settings/opt-outs', { email: 'stop@fir.example' })
    const { html } = await owner.see('/settings/opt-outs')
    expect(html).toContain('Undo')
    expect(count(html, '<td><bdi>stop@fir.example</bdi></td>')).toBe(1)
    await owner.send('/settings/opt-outs/remove', { email: 'stop@fir.example' })
    expect((await owner.see('/settings/opt-outs')).html).not.toContain('<td><bdi>stop@fir.example</bdi></td>')
    const theirs = `insert into unsubscribes (account_id, email, reason, created_at) values ($1, 'their@fir.example', 'unsubscribed', now())`
    await app.database.pool.query(theirs, [owner.accountId])
    const listed = (await owner.see('/settings/opt-outs')).html
    expect(listed).toContain('only an operator can lift it')
    expect((await owner.send('/settings/opt-outs/remove', { email: 'their@fir.example' })).status).toBe(403)
    expect((await owner.see('/settings/opt-outs/lift?email=their%40fir.example')).status).toBe(403)
  })

  test("lead from a member's own page to the one that says what happens to everything when they leave", async () => {
    const owner = await house()
    const { html } = await owner.see(`/settings/team/${await userOf(owner)}`)
    expect(html).toContain('href="/app/accounts/leave"')
    expect(html).not.toContain('/remove"')
  })

  test('log what a name was before', async () => {
    const owner = await house()
    await owner.send('/settings/team/name', { name: 'Birch' })
    await owner.send('/settings/team/name', { name: 'Birch Works' })
    expect((await owner.see('/settings/audit')).html).toContain('<bdi>previously Birch</bdi>')
  })

  test('log who did what, and nothing of other accounts', async () => {
    const [owner, other] = [await house(), await house()]
    await owner.send('/settings/keys/new', { name: 'Logged key', right: 'read' })
    const { html } = await owner.see('/settings/audit')
    expect(html).toContain('created a key')
    expect(html).toContain('<bdi>Logged key</bdi>')
    expect((await owner.see('/settings/audit?action=role_changed')).html).not.toContain('<bdi>Logged key</bdi>')
    expect((await other.see('/settings/audit')).html).not.toContain('Logged key')
  })

  test('draw usage by day, with the same figures as a table', async () => {
    const owner = await house()
    const { pool } = app.database
    const day = new Date(now.getTime() - DAY_MS)
    await pool.query('insert into usage_days (account_id, day, searches) values ($1, $2, 7)', [owner.accountId, day])
    const { html } = await owner.see('/settings/usage?days=7')
    expect(html).toContain('data-chart="')
    expect(html).toContain('1 Mar 2026')
    expect(html).toMatch(/<td>7<\/td>/)
    // Figures by day are also drawn as a line: five days without any, seven searches, and none today.
    expect(html).toContain('<polyline points="0,20 16.7,20 33.3,20 50,20 66.7,20 83.3,0 100,20" />')
  })
})
