import { registerClient } from '../../../src/core/apps/operate-apps.ts'
import {
  connect,
  newBrowser,
  newProof,
  openConsent,
  press,
  redeem,
  REDIRECT,
  refresh,
  registeredId,
} from './oauth-client.ts'
import type { Tokens } from './oauth-client.ts'
import { dumpDatabase, dumpShows } from '../records/database-dump.ts'
import type { TestApp } from '../app.ts'

/** Brings flows into every state, and returns the secrets that a dump of all tables shows. */
export async function shownSecrets(
  house: Pick<TestApp, 'origin' | 'context'> & { cookie: string; clientId?: string },
): Promise<string[]> {
  const { origin, cookie, context } = house
  const clientId = house.clientId ?? (await registeredId(origin))
  const secrets = new Map<string, string>()

  const done = await connect(origin, cookie, { clientId, state: 'state-of-a-finished-flow' })
  secrets.set('access token', done.access_token).set('refresh token', done.refresh_token)
  secrets.set('state of a finished flow', 'state-of-a-finished-flow')
  const renewed = (await (await refresh(origin, clientId, done.refresh_token)).json()) as Tokens
  secrets.set('renewed access token', renewed.access_token).set('renewed refresh token', renewed.refresh_token)

  const proof = newProof()
  const asking = newBrowser(cookie)
  const asked = await openConsent(asking, origin, { clientId, proof, state: 'state-of-an-open-flow' })
  secrets.set('state of an open flow', 'state-of-an-open-flow').set('proof of an open page', asked.proof)
  secrets.set('challenge of an open flow', proof.challenge)
  for (const [name, { value }] of asking.cookies) if (value.length > 12) secrets.set(`cookie ${name}`, value)

  const waiting = newProof()
  const agreeing = newBrowser(cookie)
  const page = await openConsent(agreeing, origin, { clientId, proof: waiting, state: 'state-of-a-waiting-code' })
  const end = await press(agreeing, page)
  secrets.set('code that waits', end.searchParams.get('code') ?? '').set('its verifier', waiting.verifier)
  secrets.set('state of a waiting code', 'state-of-a-waiting-code')

  const refused = newProof()
  const other = newBrowser(cookie)
  const code = (await press(other, await openConsent(other, origin, { clientId, proof: refused }))).searchParams.get(
    'code',
  )
  secrets.set('code that was refused', code ?? '').set('wrong verifier', refused.verifier.toUpperCase())
  const wrong = { code: code ?? '', client_id: clientId, code_verifier: refused.verifier.toUpperCase() }
  if ((await redeem(origin, wrong)).status !== 400) throw new Error('A wrong verifier was taken.')

  const typed = await registerClient(context, { name: 'Typed in', redirects: [REDIRECT], secret: true })
  secrets.set('secret of a client', typed.client_secret ?? '')

  const dump = await dumpDatabase(context.database.pool)
  return [...secrets].filter(([, secret]) => secret === '' || dumpShows(dump, secret)).map(([name]) => name)
}
