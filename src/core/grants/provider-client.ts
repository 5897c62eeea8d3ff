import type { Part } from '../../context.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { ClientCredentials } from '../../engine/grant/refresh-verdict.ts'
import { providerSecretContext } from './grant-secrets.ts'

/** Quarry's credentials at a provider. */
export const credentialsOf = (
  { secrets }: Part<'secrets'>,
  { name, client_id, client_secret_sealed }: MailProvider,
): ClientCredentials => ({
  clientId: client_id,
  clientSecret: client_secret_sealed === null ? null : secrets.open(client_secret_sealed, providerSecretContext(name)),
})

/** The only hosts that a provider's tokens may be shown to. */
export const providerHosts = ({ smtp, imap }: Pick<MailProvider, 'smtp' | 'imap'>): ReadonlySet<string> =>
  new Set([smtp, ...(imap === null ? [] : [imap])].flatMap(({ host, more_hosts: more }) => [host, ...more]))
