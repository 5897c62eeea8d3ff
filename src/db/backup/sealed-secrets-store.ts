import type { Pool } from 'pg'

/** Every column of sealed secrets; a test compares these and `OUTCOMES` with the schema. */
export const SEALED_COLUMNS = {
  smtpPassword: ['mailboxes', 'smtp_password_sealed', 'id'],
  imapPassword: ['mailboxes', 'imap_password_sealed', 'id'],
  dkimKey: ['mailboxes', 'dkim_key_sealed', 'id'],
  webhookSecret: ['webhooks', 'secret_sealed', 'id'],
  previousWebhookSecret: ['webhooks', 'previous_secret_sealed', 'id'],
  refreshToken: ['mailbox_grants', 'refresh_token_sealed', 'mailbox_id'],
  accessToken: ['mailbox_grants', 'access_token_sealed', 'mailbox_id'],
  connectVerifier: ['mailbox_connects', 'verifier_sealed', 'id'],
  connectDeviceCode: ['mailbox_connects', 'device_code_sealed', 'id'],
  connectTokens: ['mailbox_connects', 'tokens_sealed', 'id'],
  providerSecret: ['mail_providers', 'client_secret_sealed', 'name'],
} as const satisfies Record<string, readonly [table: string, column: string, key: string]>

/** Tables of the installation, which belong to no account. */
const WITHOUT_ACCOUNT: ReadonlySet<string> = new Set(['mail_providers'])

/** Outcomes of requests are sealed too, but deleted after a day: they need not outlive the key that sealed them. */
export const OUTCOMES = ['idempotent_requests', 'sealed'] as const

export type SealedKind = keyof typeof SEALED_COLUMNS

export interface SealedSecret {
  /** 0 if it belongs to the installation. */
  accountId: number
  /** Id of the mailbox, webhook or connection; the name of a provider. */
  id: number | string
  sealed: Buffer
}

/** Fields of payloads in `oauth_objects`, in base64: the state of a flow in progress, and the secret of a client. */
const FIELDS_IN_APPS = ['sealed', 'client_secret_sealed']

export interface SealedInApps {
  model: string
  idHash: Buffer
  clientId: string | null
  field: string
  /** Base64. */
  sealed: string
}

const IN_APPS = `select model, id_hash as "idHash", client_id as "clientId", field, payload ->> field as sealed
  from oauth_objects, unnest($1::text[]) as field where payload ? field`

const REPLACE_IN_APPS = `update oauth_objects set payload = jsonb_set(payload, array[$3::text], to_jsonb($5::text))
  where model = $1 and id_hash = $2 and payload ->> $3 = $4`

/** One value per key that sealed any; a key's id follows the version in the first byte. */
const ONE_OF_EACH_KEY = `select distinct on (substring(sealed from 1 for 5)) sealed from (${Object.values(
  SEALED_COLUMNS,
)
  .map(([table, column]) => `select ${column} as sealed from ${table}`)
  .join(' union all ')}) as secrets where sealed is not null order by substring(sealed from 1 for 5)`

const accountOf = (table: string): string => (WITHOUT_ACCOUNT.has(table) ? '0' : 'account_id')

/** Everything sealed in the database. */
export const createSealedSecretsStore = (pool: Pool) => ({
  /** One sealed value for each key ever used. */
  oneOfEachKey: async (): Promise<Buffer[]> => {
    const { rows } = await pool.query<{ sealed: Buffer }>(ONE_OF_EACH_KEY)
    return rows.map(({ sealed }) => sealed)
  },

  list: async (kind: SealedKind): Promise<SealedSecret[]> => {
    const [table, column, key] = SEALED_COLUMNS[kind]
    const text = `select ${accountOf(table)} as "accountId", ${key} as id, ${column} as sealed from ${table}
      where ${column} is not null`
    return (await pool.query<SealedSecret>(text)).rows
  },

  /** Does nothing if it has changed meanwhile. */
  replace: async (kind: SealedKind, { accountId, id, sealed }: SealedSecret, fresh: Buffer): Promise<void> => {
    const [table, column, key] = SEALED_COLUMNS[kind]
    const text = `update ${table} set ${column} = $4 where ${accountOf(table)} = $1 and ${key} = $2 and ${column} = $3`
    await pool.query(text, [accountId, id, sealed, fresh])
  },

  listInApps: async (): Promise<SealedInApps[]> => (await pool.query<SealedInApps>(IN_APPS, [FIELDS_IN_APPS])).rows,

  /** Does nothing if it has changed meanwhile. */
  replaceInApps: async ({ model, idHash, field, sealed }: SealedInApps, fresh: string): Promise<void> => {
    await pool.query(REPLACE_IN_APPS, [model, idHash, field, sealed, fresh])
  },

  /** Forgets the outcomes sealed by other keys; their requests still count as carried out. @returns how many */
  dropOutcomes: async (keyId: Buffer): Promise<number> => {
    const [table, column] = OUTCOMES
    const text = `update ${table} set ${column} = null where substring(${column} from 2 for 4) <> $1`
    return (await pool.query(text, [keyId])).rowCount ?? 0
  },
})
