import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCEPTED } from '../internet/mail-script.ts'
import { verifying } from '../internet/mail-scenarios.ts'
import type { TestApp } from '../support/app.ts'
import { startMailTown } from '../support/mails/mail-town.ts'
import type { MailTown } from '../support/mails/mail-town.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { callMcp, connect } from '../support/oauth/oauth-client.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

/** A token that is revoked while one of its calls is in progress. */

/** How long the mail server takes for a recipient, so that a revocation happens in the middle. */
const THINKS_MS = 700

let town: MailTown
let app: TestApp
let cookie: string
/** Resolved when a mail server is asked about this recipient. */
const asked = new Map<string, () => void>()
beforeAll(async () => {
  const rcpt = (recipient: string) => {
    asked.get(recipient)?.()
    return { say: ACCEPTED, afterMs: THINKS_MS }
  }
  town = await startMailTown(2, { script: { rcpt } })
  app = await startOauthApp({ env: { ...verifying(town), QUARRY_RATE_LIMIT_FACTOR: '0' } })
  ;({ cookie } = await webVisitor(app))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await town[Symbol.asyncDispose]()
})

const whenAsked = (recipient: string): Promise<void> => new Promise((resolve) => asked.set(recipient, resolve))
const statusOf = async (token: string): Promise<number> => (await callMcp(app.origin, token, 'tools/list')).status

/** Revokes by the endpoint of RFC 7009. */
async function revoke({ refresh_token: token, clientId }: Awaited<ReturnType<typeof connect>>): Promise<void> {
  const body = new URLSearchParams({ token, client_id: clientId })
  expect((await fetch(`${app.origin}/oauth/revoke`, { method: 'POST', body })).status).toBe(200)
}

const credits = async (): Promise<number> =>
  ((await app.get('/v2/account')).body.data as { requests: { credits: { used: number } } }).requests.credits.used

test('a call that was admitted ends normally and is charged once; the next one is refused', async () => {
  const tokens = await connect(app.origin, cookie)
  const email = `u1@${town.domains[0]}`
  const before = await credits()
  const isAsked = whenAsked(email)
  const running = callMcp(app.origin, tokens.access_token, 'tools/call', {
    name: 'verify_email',
    arguments: { email },
  })
  await isAsked
  await revoke(tokens)
  expect(await statusOf(tokens.access_token)).toBe(401)
  const { status, body } = await running
  expect([status, body.result?.isError ?? false]).toEqual([200, false])
  expect(body.result?.content?.[0]?.text).toContain('"status":"')
  expect((await credits()) - before).toBeLessThanOrEqual(0.5)
  expect(await statusOf(tokens.access_token)).toBe(401)
  const again = await fetch(`${app.origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: tokens.clientId,
    }),
  })
  expect([again.status, ((await again.json()) as { error: string }).error]).toEqual([400, 'invalid_grant'])
})

test('a list that an app began belongs to the account: it is finished when the app is gone, which can no longer read it', async () => {
  const tokens = await connect(app.origin, cookie)
  const emails = ['u11', 'u12', 'u13'].map((local) => `${local}@${town.domains[1]}`)
  const isAsked = whenAsked(emails[0] ?? '')
  const running = callMcp(app.origin, tokens.access_token, 'tools/call', {
    name: 'verify_emails',
    arguments: { emails },
  })
  await isAsked
  await revoke(tokens)
  expect((await running).status).toBe(200)
  const listed = async () => (await app.get('/v2/email-verifier/bulk')).body.data as { id: number; status: string }[]
  await expect.poll(async () => (await listed())[0]?.status, { timeout: 30_000 }).toBe('done')
  const read = { name: 'verify_emails', arguments: { job_id: (await listed())[0]?.id } }
  expect((await callMcp(app.origin, tokens.access_token, 'tools/call', read)).status).toBe(401)
})
