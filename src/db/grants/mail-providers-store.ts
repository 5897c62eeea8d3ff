import type { Pool } from 'pg'
import { errorCode } from '../../lib/text/error-code.ts'

export type ProviderKind = 'microsoft' | 'google' | 'custom'

/** A mail server, and others of the same provider that may receive its tokens. */
export interface ProviderServer {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  more_hosts: string[]
}

/** Named like the columns of the table. */
export interface MailProvider {
  name: string
  kind: ProviderKind
  client_id: string
  client_secret_sealed: Buffer | null
  tenant: string | null
  app_only: boolean
  issuer: string | null
  authorize_url: string | null
  token_url: string
  device_url: string | null
  revoke_url: string | null
  scopes: string[]
  extra_params: Record<string, string>
  smtp: ProviderServer
  imap: ProviderServer | null
  problem: string | null
  updated_at: Date
}

export type MailProviderValues = Omit<MailProvider, 'problem' | 'updated_at'>

const COLUMNS = `name, kind, client_id, client_secret_sealed, tenant, app_only, issuer, authorize_url, token_url, device_url,
    revoke_url, scopes, extra_params, smtp, imap, problem, updated_at`

const LIST = `select ${COLUMNS} from mail_providers where $1::text is null or name = $1 order by name limit 100`

const PUT = `insert into mail_providers (${COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, null, $16)
  on conflict (name) do update set kind = excluded.kind, client_id = excluded.client_id,
    client_secret_sealed = excluded.client_secret_sealed, tenant = excluded.tenant, app_only = excluded.app_only,
    issuer = excluded.issuer, authorize_url = excluded.authorize_url, token_url = excluded.token_url,
    device_url = excluded.device_url, revoke_url = excluded.revoke_url, scopes = excluded.scopes,
    extra_params = excluded.extra_params, smtp = excluded.smtp, imap = excluded.imap, problem = null,
    updated_at = excluded.updated_at
  returning ${COLUMNS}`

const PROBLEM = 'update mail_providers set problem = $2 where name = $1 and problem is distinct from $2'

const FOREIGN_KEY_VIOLATION = '23503'

/** Providers through which mailboxes can be connected with OAuth; client secrets pass through sealed. */
export const createMailProvidersStore = (pool: Pool) => ({
  list: async (): Promise<MailProvider[]> => (await pool.query<MailProvider>(LIST, [null])).rows,

  find: async (name: string): Promise<MailProvider | null> =>
    (await pool.query<MailProvider>(LIST, [name])).rows[0] ?? null,

  /** Creates or overwrites a provider; its earlier problem is forgotten. */
  put: async (values: MailProviderValues, now: Date): Promise<MailProvider> => {
    const { extra_params: extra, smtp, imap } = values
    const given = [
      values.name,
      values.kind,
      values.client_id,
      values.client_secret_sealed,
      values.tenant,
      values.app_only,
      values.issuer,
      values.authorize_url,
      values.token_url,
      values.device_url,
      values.revoke_url,
      values.scopes,
      JSON.stringify(extra),
      JSON.stringify(smtp),
      imap === null ? null : JSON.stringify(imap),
      now,
    ]
    return (await pool.query<MailProvider>(PUT, given)).rows[0] as MailProvider
  },

  /** @returns `used` while a mailbox is connected through it. */
  remove: async (name: string): Promise<'removed' | 'used' | null> => {
    try {
      const { rowCount } = await pool.query('delete from mail_providers where name = $1', [name])
      return rowCount === 1 ? 'removed' : null
    } catch (error) {
      if (errorCode(error) === FOREIGN_KEY_VIOLATION) return 'used'
      throw error
    }
  },

  /** Records a problem; null when it works again. */
  note: async (name: string, problem: string | null): Promise<void> => {
    await pool.query(PROBLEM, [name, problem])
  },
})
