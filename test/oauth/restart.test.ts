import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { freePort, startOauthApp } from '../support/oauth/oauth-app.ts'
import {
  callMcp,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  registeredId,
} from '../support/oauth/oauth-client.ts'
import { QUARRY_SECRET_KEY } from '../support/process/child-quarry.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

test('M41: a restart with a new key goes on with the connection under way, where the old key is listed second', async () => {
  await using database = await testDatabase()
  const port = String(await freePort())
  const env = { PORT: port, QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}` }
  const proof = newProof()
  const before = await startOauthApp({ database, env })
  const { cookie } = await webVisitor(before)
  const clientId = await registeredId(before.origin)
  const browser = newBrowser(cookie)
  const page = await openConsent(browser, before.origin, { clientId, proof })
  await before.stop({ atOnce: true })

  const keys = `${randomBytes(32).toString('base64')},${QUARRY_SECRET_KEY}`
  await using after = await startOauthApp({ database, key: before.key, env: { ...env, QUARRY_SECRET_KEY: keys } })
  const end = await press(browser, page)
  const code = end.searchParams.get('code') ?? ''
  const answer = await redeem(after.origin, { code, client_id: clientId, code_verifier: proof.verifier })
  expect(answer.status).toBe(200)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect((await callMcp(after.origin, token, 'tools/list')).status).toBe(200)
})
