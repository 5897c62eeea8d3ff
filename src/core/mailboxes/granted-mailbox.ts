import type { Call } from '../../context.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { findProvider } from '../grants/mail-providers.ts'
import { providerHosts } from '../grants/provider-client.ts'
import { smtpServerFor } from '../grants/provider-presets.ts'
import type { MailboxWriting } from './mailbox-input.ts'
import type { Connection } from './try-servers.ts'

/** How a mailbox is reached if a provider grants its use: through the provider's servers, without a password. */
export function grantedConnection(provider: MailProvider, email: string): Connection {
  const smtp = smtpServerFor(provider, email)
  const { imap } = provider
  return {
    auth: 'oauth2',
    smtp_host: smtp.host,
    smtp_port: smtp.port,
    smtp_security: smtp.security,
    smtp_username: email,
    smtp_password_sealed: null,
    imap_host: imap?.host ?? null,
    imap_port: imap?.port ?? null,
    imap_security: imap?.security ?? null,
    imap_username: imap === null ? null : email,
    imap_password_sealed: null,
  }
}

/** The same in the form it is stored. */
export const grantedValues = (provider: MailProvider, email: string): MailboxChange => ({
  ...grantedConnection(provider, email),
  provider: provider.name,
})

const OF_LOGIN = ['smtp_password', 'imap_password', 'smtp_username', 'imap_username'] as const

/**
 * A token goes only to its provider's servers, whoever may change the mailbox.
 * @throws AppError validation_failed
 */
export async function demandGranted(call: Pick<Call, 'store'>, current: Mailbox, given: MailboxWriting): Promise<void> {
  if (current.auth !== 'oauth2') return
  const named = OF_LOGIN.find(
    (name) => typeof given[name] === 'string' && given[name] !== loginOfMailbox(current, name),
  )
  if (named !== undefined)
    throw new AppError('validation_failed', `This mailbox is connected through OAuth: omit ${named}.`, { field: named })
  const hosts = providerHosts(await findProvider(call, current.provider))
  for (const name of ['smtp_host', 'imap_host'] as const) {
    const host = given[name]
    if (typeof host === 'string' && !hosts.has(host))
      throw new AppError(
        'validation_failed',
        `This mailbox is connected through OAuth: ${name} must be one of its provider's hosts.`,
        { field: name },
      )
  }
}

/** A form may send back the values it was shown without changing anything. */
const loginOfMailbox = (current: Mailbox, name: (typeof OF_LOGIN)[number]): string | null =>
  name === 'smtp_username' || name === 'imap_username' ? current[name] : null
