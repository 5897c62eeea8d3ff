import type { Call } from '../../context.ts'
import type { Connect } from '../../db/grants/mailbox-connects-store.ts'
import type { Tokens } from '../../engine/grant/refresh-verdict.ts'
import { connectDeviceContext, connectTokensContext } from '../grants/grant-secrets.ts'
import { credentialsOf } from '../grants/provider-client.ts'
import { finishConfirmed, finishUntil } from './arrive-connect.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Asks the provider whether somebody has entered the code (RFC 8628 3.5), no more often than it allows. */
export async function followDevice(call: Call, waiting: Connect): Promise<void> {
  const { store, clock, secrets, oauthClient } = call
  const { mailboxConnects: connects } = store
  const end = async (...ended: Parameters<typeof connects.end>) => void (await connects.end(...ended))
  const connect = await connects.poll(waiting.accountId, waiting.id, clock.now())
  if (connect === null || connect.deviceCodeSealed === null) return
  if (connect.expiresAt <= clock.now()) return end(connect, 'expired')
  const provider = await store.mailProviders.find(connect.provider)
  if (provider === null) return end(connect, 'failed', { problem: 'Its provider has been removed.' })
  const device_code = secrets.open(connect.deviceCodeSealed, connectDeviceContext(connect.accountId, connect.id))
  const answer = await oauthClient.tokens(provider.token_url, credentialsOf(call, provider), {
    grant_type: DEVICE_GRANT,
    device_code,
  })
  if (answer.outcome === 'unavailable') return
  if (answer.outcome === 'tokens') return keepAndFinish(call, connect, answer)
  if (answer.error === 'authorization_pending') return
  if (answer.error === 'slow_down') return connects.slower(connect)
  if (answer.error === 'expired_token') return end(connect, 'expired')
  if (answer.error === 'access_denied') return end(connect, 'denied')
  return end(connect, 'failed', { problem: 'The provider refused the device code: use a browser.' })
}

/** A device code is valid once, so its tokens are stored before the servers are tried. */
async function keepAndFinish(call: Call, connect: Connect, tokens: Tokens): Promise<void> {
  const { store, clock, secrets } = call
  const tokensSealed = secrets.seal(JSON.stringify(tokens), connectTokensContext(connect.accountId, connect.id))
  const held = { nonceHash: null, until: finishUntil(clock.now()) }
  if (await store.mailboxConnects.confirming(connect, tokensSealed, held))
    await finishConfirmed(call, { ...connect, tokensSealed })
}

/** Continues for a process that died while it tried the servers. */
export async function takeOverConnect(call: Call, { accountId, id }: Connect): Promise<void> {
  const { store, clock } = call
  const now = clock.now()
  const connect = await store.mailboxConnects.takeOver(accountId, id, now, finishUntil(now))
  if (connect !== null) await finishConfirmed(call, connect)
}
