import type { Call } from '../../context.ts'
import type { Connect } from '../../db/grants/mailbox-connects-store.ts'
import { connectDeviceContext } from '../grants/grant-secrets.ts'
import { credentialsOf } from '../grants/provider-client.ts'
import { finishConnect } from './finish-connect.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Asks the provider whether somebody has typed in the code (RFC 8628 3.5): not more often than it lets us. */
export async function followDevice(call: Call, waiting: Connect): Promise<void> {
  const { store, clock, secrets, oauthClient } = call
  const { mailboxConnects: connects } = store
  const connect = await connects.poll(waiting.accountId, waiting.id, clock.now())
  if (connect === null || connect.deviceCodeSealed === null) return
  if (connect.expiresAt <= clock.now()) return connects.end(connect, 'expired')
  const provider = await store.mailProviders.find(connect.provider)
  if (provider === null) return connects.end(connect, 'failed', { problem: 'Its provider is gone.' })
  const device_code = secrets.open(connect.deviceCodeSealed, connectDeviceContext(connect.accountId, connect.id))
  const answer = await oauthClient.tokens(provider.token_url, credentialsOf(call, provider), {
    grant_type: DEVICE_GRANT,
    device_code,
  })
  if (answer.outcome === 'unavailable') return
  if (answer.outcome === 'tokens') return finishConnect(call, connect, provider, answer)
  if (answer.error === 'authorization_pending') return
  if (answer.error === 'slow_down') return connects.slower(connect)
  if (answer.error === 'expired_token') return connects.end(connect, 'expired')
  if (answer.error === 'access_denied') return connects.end(connect, 'denied')
  return connects.end(connect, 'failed', { problem: 'The provider refused the device code: use the browser.' })
}
