import { randomBytes } from 'node:crypto'
import type { Part } from '../../context.ts'
import type { RegisteredClient } from '../../db/apps/apps-store.ts'
import { AppError } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { LOOPBACK_NAMES } from '../../lib/input/known-host.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { auditBy } from '../accounts/audit.ts'
import { beginningOf } from './app-token.ts'
import { appOf } from './apps.ts'
import type { ConnectedApp } from './apps.ts'
import { oauthObjectContext } from './sealed-for.ts'

/** What the operator does with apps at a shell, across accounts. */

export type OperateAppsNeeds = Part<'clock' | 'secrets' | 'database', 'apps' | 'audit' | 'oauthObjects'>

/** An app with the account it is connected to. */
export type OperatedApp = ConnectedApp & { account_id: number }

/** Apps of all accounts, or of one. */
export async function listAllApps(
  { store, clock }: Pick<OperateAppsNeeds, 'store' | 'clock'>,
  accountId: number | null,
): Promise<OperatedApp[]> {
  const rows = await store.apps.list({ accountId, userId: null }, clock.now())
  return rows.map((row) => ({ ...appOf(row, null), account_id: row.accountId }))
}

/** Which apps are disconnected: one, those of a user's address, or all. */
export type Disconnected = { id: string } | { user: string } | { all: true }

/**
 * Disconnects apps.
 * @returns how many
 * @throws AppError not_found if the app, or any app of the user, is not connected; wrong_params for an invalid id
 */
export async function disconnectApps(needs: OperateAppsNeeds, which: Disconnected): Promise<number> {
  const { store, clock, database } = needs
  const beginning = 'id' in which ? beginningOf(which.id) : undefined
  if (beginning === null)
    throw new AppError('wrong_params', 'An app has an id such as app_0123456789abcdef: see quarry apps list.')
  const filter = { accountId: null, userId: null, ...(beginning !== undefined && { beginning }) }
  const rows = (await store.apps.list(filter, clock.now())).filter(
    (row) => !('user' in which) || row.userEmail === (parseEmailAddress(which.user)?.full ?? which.user),
  )
  if (rows.length === 0 && 'id' in which) throw new AppError('not_found', 'No such app is connected.')
  if (rows.length === 0 && 'user' in which)
    throw new AppError('not_found', 'No app of this user is connected: see quarry apps list.')
  await database.pool.inOne(async () => {
    for (const { grantHash, accountId, clientName, clientId } of rows) {
      await store.oauthObjects.revoke(grantHash)
      const actor = { accountId, userId: null, actor: 'operator at a shell', via: 'shell' } as const
      await auditBy(needs, actor, 'app_disconnected', { subject: clientName ?? clientId })
    }
  })
  return rows.length
}

/**
 * Readmits a disconnected app of another issuer.
 * @throws AppError wrong_params, not_found
 */
export async function unblockApp({ store }: Pick<OperateAppsNeeds, 'store'>, id: string): Promise<void> {
  const beginning = beginningOf(id)
  if (beginning === null) throw new AppError('wrong_params', 'An app has an id such as app_0123456789abcdef.')
  if (!(await store.apps.unblock(beginning))) throw new AppError('not_found', 'No app with this id is blocked.')
}

export interface NewClient {
  name: string
  redirects: readonly string[]
  /** Whether it gets a secret. */
  secret: boolean
}

const SECRET_BYTES = 32
const ID_BYTES = 12
const MAX_NAME = 60
const MAX_REDIRECTS = 20
const PRIVATE_SCHEME = /^[a-z][a-z\d+.-]*:$/
const FORBIDDEN_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])

/**
 * Registers a client whose id, and secret if any, are typed into a host.
 * @returns the secret, this one time; null for a public client
 * @throws AppError wrong_params
 */
export async function registerClient(
  { store, secrets, clock }: OperateAppsNeeds,
  { name, redirects, secret: hasSecret }: NewClient,
): Promise<{ client_id: string; client_secret: string | null }> {
  if (name.trim() === '' || name.length > MAX_NAME)
    throw new AppError('wrong_params', `The name must have 1 to ${MAX_NAME} characters.`)
  if (redirects.length === 0 || redirects.length > MAX_REDIRECTS || !redirects.every(isRedirect))
    throw new AppError(
      'wrong_params',
      "Each redirect must be an https URL, an http URL on this computer, or a URL with the app's own scheme, without a fragment, user name or password.",
    )
  const id = `pre_${randomBytes(ID_BYTES).toString('base64url')}`
  const secret = hasSecret ? randomBytes(SECRET_BYTES).toString('base64url') : null
  const payload = {
    client_id: id,
    client_name: name.trim(),
    redirect_uris: redirects,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: secret === null ? 'none' : 'client_secret_post',
    ...(secret !== null && {
      client_secret_sealed: secrets.seal(secret, oauthObjectContext('Client')).toString('base64'),
    }),
  }
  const nobody = { grantHash: null, accountId: null, userId: null, scopes: null }
  const client = { model: 'Client', idHash: sha256(id), ...nobody, clientId: id, payload, expiresAt: null }
  await store.oauthObjects.upsert(client, clock.now())
  return { client_id: id, client_secret: secret }
}

function isRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return LOOPBACK_NAMES.has(url.hostname)
  return PRIVATE_SCHEME.test(url.protocol) && !FORBIDDEN_SCHEMES.has(url.protocol)
}

export const listClients = ({ store }: Pick<OperateAppsNeeds, 'store'>): Promise<RegisteredClient[]> =>
  store.apps.registered()

/** Removes a client with everything it was granted. @throws AppError not_found */
export async function removeClient({ store }: Pick<OperateAppsNeeds, 'store'>, clientId: string): Promise<void> {
  if (!(await store.apps.unregister(clientId)))
    throw new AppError('not_found', 'No client with this id is registered here.')
}
