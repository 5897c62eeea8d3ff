import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import {
  authorizeUrl,
  callMcp,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  refresh,
  registeredId,
} from '../support/oauth/oauth-client.ts'
import type { Tokens } from '../support/oauth/oauth-client.ts'
import { databaseLink } from '../support/records/database-link.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

test('M40: without its database every step answers 503 and leaves nothing half done; the flow continues when it is back', async () => {
  await using database = await testDatabase()
  await using link = await databaseLink(database.connectionString)
  await using app = await startOauthApp({ env: { DATABASE_URL: link.connectionString } })
  const { origin } = app
  const { cookie } = await webVisitor(app)
  const clientId = await registeredId(origin)
  const proof = newProof()
  const grants = async (): Promise<number> =>
    (await database.pool.query("select 1 from oauth_objects where model = 'Grant'")).rowCount ?? -1
  const without = async <T>(work: () => Promise<T>): Promise<T> => {
    await link.cut()
    try {
      return await work()
    } finally {
      await link.mend()
    }
  }
  const isUnavailable = async (answer: Response): Promise<void> => {
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
    expect(answer.headers.get('retry-after')).not.toBeNull()
    await answer.arrayBuffer()
  }

  const program = newBrowser(cookie)
  const asProgram = { headers: { accept: 'application/json' } }
  await without(async () => {
    const answer = await program.open(authorizeUrl(origin, { clientId }), asProgram)
    expect(((await answer.clone().json()) as { error: string }).error).toBe('temporarily_unavailable')
    await isUnavailable(answer)
  })
  await without(async () => isUnavailable(await newBrowser(cookie).open(authorizeUrl(origin, { clientId }))))
  const browser = newBrowser(cookie)
  const page = await openConsent(browser, origin, { clientId, proof })

  const agreed = await without(() =>
    browser.open(page.url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ proof: page.proof, decision: 'allow', scopes: 'write' }),
    }),
  )
  await isUnavailable(agreed)
  expect(await grants()).toBe(0)
  const code = (await press(browser, page)).searchParams.get('code') ?? ''
  expect(await grants()).toBe(1)

  const sent = { code, client_id: clientId, code_verifier: proof.verifier }
  await without(async () => isUnavailable(await redeem(origin, sent)))
  const redeemed = await redeem(origin, sent)
  expect(redeemed.status).toBe(200)
  const { access_token: token, refresh_token: renewing } = (await redeemed.json()) as Tokens

  const refused = await without(() => callMcp(origin, token, 'tools/list'))
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([503, null])
  expect((await callMcp(origin, token, 'tools/list')).status).toBe(200)
  await without(async () => isUnavailable(await refresh(origin, clientId, renewing)))
  expect((await refresh(origin, clientId, renewing)).status).toBe(200)
  expect(await grants()).toBe(1)
})
