import type { Part } from '../../context.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import { refreshTokenContext } from './grant-secrets.ts'
import { credentialsOf } from './provider-client.ts'

/** A token that a provider granted and should revoke once it is no longer used. */
interface GivenToken {
  provider: MailProvider
  token: string
}

/** The token to revoke when a mailbox is removed; null if its provider does not revoke tokens. */
export async function givenToken(
  call: Part<'principal' | 'secrets', 'mailProviders' | 'mailboxGrants'>,
  mailboxId: number,
): Promise<GivenToken | null> {
  const { store, secrets, principal } = call
  const place = { accountId: principal.accountId, mailboxId }
  const grant = await store.mailboxGrants.find(place)
  const provider = grant === null ? null : await store.mailProviders.find(grant.provider)
  if (provider === null || provider.revoke_url === null) return null
  const sealed = await store.mailboxGrants.refreshToken(place)
  if (sealed === null) return null
  return { provider, token: secrets.open(sealed, refreshTokenContext(place.accountId, mailboxId)) }
}

/** Tries once; the provider's answer changes nothing. */
export async function revokeGiven(
  call: Part<'oauthClient' | 'secrets'>,
  { provider, token }: GivenToken,
): Promise<void> {
  if (provider.revoke_url !== null)
    await call.oauthClient.revoke(provider.revoke_url, credentialsOf(call, provider), token)
}
