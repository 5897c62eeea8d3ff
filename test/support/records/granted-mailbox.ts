import type { Context } from '../../../src/context.ts'
import {
  accessTokenContext,
  providerSecretContext,
  refreshTokenContext,
} from '../../../src/core/grants/grant-secrets.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { insertMailbox } from './outbox-in-hand.ts'

/** Mailboxes whose owners have consented, without the steps of consent. */

type Needs = Pick<Context, 'secrets' | 'clock' | 'store'> & Pick<Context, 'database'>

const NAME = 'scripted'
const SCOPES = ['mail', 'email']

export interface MailPorts {
  smtp: number
  imap?: number
}

/** Registers the provider, with its mail servers on loopback. */
export async function putProvider(
  { store, secrets, clock }: Needs,
  provider: AuthorizationServer,
  ports: MailPorts,
  host = '127.0.0.1',
): Promise<void> {
  const server = (port: number) => ({ host, port, security: 'none' as const, more_hosts: [] })
  const { id, secret } = provider.client
  await store.mailProviders.put(
    {
      name: NAME,
      kind: 'custom',
      client_id: id,
      client_secret_sealed: secret === null ? null : secrets.seal(secret, providerSecretContext(NAME)),
      tenant: null,
      app_only: false,
      issuer: provider.url,
      authorize_url: provider.urls.authorize,
      token_url: provider.urls.token,
      device_url: provider.urls.device,
      revoke_url: provider.urls.revoke,
      scopes: SCOPES,
      extra_params: {},
      smtp: server(ports.smtp),
      imap: ports.imap === undefined ? null : server(ports.imap),
    },
    clock.now(),
  )
}

/** @param mailbox an existing one: from now on it sends and reads with tokens, the first of which is `ageSeconds` old */
export async function grantMailbox(
  { database, store, secrets, clock }: Needs,
  provider: AuthorizationServer,
  { id, email, ageSeconds = 0 }: { id: number; email: string; ageSeconds?: number },
): Promise<void> {
  const consent = { email, clientId: provider.client.id, scopes: SCOPES, ended: false }
  const given = provider.book.give(consent, { refresh: true })
  const now = clock.now()
  const endsAt = now.getTime() + (provider.lifeSeconds - ageSeconds) * 1_000
  await database.pool.query(
    `update mailboxes set auth = 'oauth2', smtp_username = email, imap_username = case when imap_host is null then null else email end
      where id = $1`,
    [id],
  )
  await store.mailboxGrants.put(
    {
      accountId: 1,
      mailboxId: id,
      provider: NAME,
      subject: `${provider.url} ${email}`,
      accessTokenSealed: secrets.seal(given.access_token, accessTokenContext(1, id)),
      accessExpiresAt: new Date(endsAt),
      accessRefreshAt: new Date(endsAt - Math.min(300_000, provider.lifeSeconds * 100)),
      refreshTokenSealed: secrets.seal(given.refresh_token ?? '', refreshTokenContext(1, id)),
      scopes: SCOPES,
    },
    now,
  )
}

/** Creates a mailbox whose server requires tokens. */
export async function insertGrantedMailbox(
  needs: Needs,
  provider: AuthorizationServer,
  seed: { email: string; ports: MailPorts; host?: string; ageSeconds?: number },
): Promise<number> {
  const { email, ports, host = '127.0.0.1', ageSeconds = 0 } = seed
  const id = await insertMailbox(needs.database.pool, { email, port: ports.smtp, host })
  if (ports.imap !== undefined)
    await needs.database.pool.query(
      `update mailboxes set imap_host = $3, imap_port = $2, imap_security = 'none' where id = $1`,
      [id, ports.imap, host],
    )
  await grantMailbox(needs, provider, { id, email, ageSeconds })
  return id
}
