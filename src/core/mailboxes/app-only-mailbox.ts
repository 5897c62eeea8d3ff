import type { Call } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { clientSentence, silentSentence } from '../grants/grant-sentences.ts'
import { findProvider } from '../grants/mail-providers.ts'
import { newGrant } from '../grants/new-grant.ts'
import { credentialsOf } from '../grants/provider-client.ts'
import { addMailbox, providerPace } from './add-mailbox.ts'
import { grantedConnection, grantedValues } from './granted-mailbox.ts'
import { checkWithToken } from './try-servers.ts'

/**
 * Connects a mailbox that a provider's client may use without consent. One secret opens every mailbox that an administrator
 * lets the client use, so only the operator may do this.
 * @throws AppError forbidden, not_found, validation_failed
 */
export async function addAppOnlyMailbox(
  call: Call,
  { provider: name, email, settings }: { provider: string; email: string; settings: MailboxChange },
): Promise<Mailbox> {
  const { principal, store } = call
  if (!principal.scopes.has('operator') && principal.via !== 'shell')
    throw new AppError('forbidden', 'Only operator keys can connect a mailbox without consent.')
  const provider = await findProvider(call, name)
  if (!provider.app_only)
    throw new AppError(
      'validation_failed',
      'provider asks people for consent: start a connection for the mailbox instead.',
    )
  const tokens = await call.oauthClient.tokens(provider.token_url, credentialsOf(call, provider), {
    grant_type: 'client_credentials',
    scope: provider.scopes.join(' '),
  })
  if (tokens.outcome === 'unavailable') throw new AppError('validation_failed', silentSentence(provider))
  if (tokens.outcome === 'refused') throw new AppError('validation_failed', clientSentence(provider, tokens.error))
  const { problem } = await checkWithToken(call, grantedConnection(provider, email), tokens.accessToken)
  if (problem !== null) throw new AppError('validation_failed', problem)
  const id = await store.mailboxes.nextId()
  const grant = newGrant(call, { accountId: principal.accountId, mailboxId: id }, provider, tokens)
  return addMailbox(call, id, { ...providerPace(call), ...settings, ...grantedValues(provider, email), email }, () =>
    store.mailboxGrants.put(grant, call.clock.now()),
  )
}
