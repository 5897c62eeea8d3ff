import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { registerClient } from '../../src/core/apps/operate-apps.ts'
import { rotateSecrets } from '../../src/core/operate/secret-rotation.ts'
import { testDatabase } from '../support/database.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { freePort } from '../support/process/free-port.ts'
import { callMcp, newBrowser, newProof, openConsent, press, REDIRECT, redeem } from '../support/oauth/oauth-client.ts'
import { QUARRY_SECRET_KEY } from '../support/process/child-quarry.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

test('M41: a restart with a new key continues the connection in progress, even when everything was sealed again and the old key is gone', async () => {
  await using database = await testDatabase()
  const port = String(await freePort())
  const env = { PORT: port, QUARRY_PUBLIC_URL: `http://127.0.0.1:${port}` }
  const proof = newProof()
  const before = await startOauthApp({ database, env })
  const { cookie } = await webVisitor(before)
  const wanted = { name: 'Keeps a secret', redirects: [REDIRECT], secret: true }
  const { client_id: clientId, client_secret: secret } = await registerClient(before.context, wanted)
  const browser = newBrowser(cookie)
  const page = await openConsent(browser, before.origin, { clientId, proof })
  await before.stop({ atOnce: true })

  const key = randomBytes(32).toString('base64')
  const both = { ...env, QUARRY_SECRET_KEY: `${key},${QUARRY_SECRET_KEY}` }
  const between = await startOauthApp({ database, key: before.key, env: both })
  expect((await browser.open(page.url)).status).toBe(200)
  expect(await rotateSecrets(between.context)).toMatchObject({ resealed: 3, lost: [] })
  await between.stop({ atOnce: true })

  const fresh = { ...env, QUARRY_SECRET_KEY: key }
  await using after = await startOauthApp({ database, key: before.key, env: fresh })
  const end = await press(browser, page)
  const code = end.searchParams.get('code') ?? ''
  const sent = { code, client_id: clientId, client_secret: secret ?? '', code_verifier: proof.verifier }
  const answer = await redeem(after.origin, sent)
  expect(answer.status).toBe(200)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect((await callMcp(after.origin, token, 'tools/list')).status).toBe(200)
})
