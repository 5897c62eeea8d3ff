import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { generateApiKey, maskApiKey } from '../../lib/secrets/api-key.ts'
import type { AccountNeeds } from './account-needs.ts'

export interface CreatedKey {
  id: number
  name: string
  accountId: number
  scopes: string[]
  /** Shown now and never again. */
  key: string
}

export interface ListedKey {
  id: number
  name: string
  accountId: number
  /** `********` and the last four characters. */
  token: string
  scopes: string[]
  created_at: string
  last_used_at: string | null
}

/** The first account of an installation and its first user: created, with plan `unlimited`, when first needed. */
export async function firstAccount({
  store,
  clock,
}: Part<'clock', 'accounts' | 'settings'>): Promise<{ accountId: number; userId: number }> {
  const known = await store.accounts.firstUser()
  if (known !== null) return known
  return store.settings.exclusively(
    'firstAccount',
    async () => (await store.accounts.firstUser()) ?? store.accounts.createAccount('unlimited', clock.now()),
  )
}

/**
 * Creates the first key of the first account, when a server starts for the first time.
 * @returns the key, or null if that account has ever had one.
 */
export async function createFirstKey(context: AccountNeeds): Promise<string | null> {
  const { accounts, settings } = context.store
  const { accountId } = await firstAccount(context)
  if (await accounts.hasKeys(accountId)) return null
  return settings.exclusively('firstAccount', async () => {
    if (await accounts.hasKeys(accountId)) return null
    return (await createKey(context, { name: 'First key', readOnly: false })).key
  })
}

export interface NewKey {
  name: string
  readOnly: boolean
  /** Whether it may send mail, unless it may only read; true if absent. */
  send?: boolean
  /** Whether it may also do what concerns the whole installation. */
  operator?: boolean
  /** The account it belongs to; the first one if absent. */
  account?: number
  /** What it may spend per day (UTC); no limit of its own if absent. */
  dailyCredits?: number
}

export const scopesOf = ({
  readOnly,
  send = true,
  operator = false,
}: Pick<NewKey, 'readOnly' | 'send' | 'operator'>): string[] => [
  'read',
  ...(readOnly ? [] : ['write']),
  ...(readOnly || !send ? [] : ['send']),
  ...(operator ? ['operator'] : []),
]

/** As in the API, in UTF-16 units. */
const MAX_KEY_NAME_LENGTH = 255

/** Creates a key for an account's first user. @throws AppError not_found; wrong_params for an invalid name */
export async function createKey(context: AccountNeeds, wanted: NewKey): Promise<CreatedKey> {
  const { account, dailyCredits = null } = wanted
  const name = wanted.name.trim()
  if (name === '' || name.length > MAX_KEY_NAME_LENGTH)
    throw new AppError('wrong_params', `The name of a key must have 1 to ${MAX_KEY_NAME_LENGTH} characters.`)
  const owner = account === undefined ? await firstAccount(context) : await context.store.accounts.firstUser(account)
  if (owner === null) throw new AppError('not_found', `There is no account with id ${account}.`)
  const { key, hash, lastFour } = generateApiKey()
  const scopes = scopesOf(wanted)
  const id = await context.store.accounts.createKey({ ...owner, name, hash, lastFour, scopes, dailyCredits })
  return { id, name, accountId: owner.accountId, scopes, key }
}

export async function listKeys(context: AccountNeeds): Promise<ListedKey[]> {
  const keys = await context.store.accounts.listKeys(null)
  return keys.map(({ id, name, accountId, lastFour, scopes, createdAt, lastUsedAt }) => ({
    id,
    name,
    accountId,
    token: maskApiKey(lastFour),
    scopes,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Revokes a key; it stops working within seconds. @throws AppError not_found */
export async function revokeKey(context: AccountNeeds, id: number): Promise<void> {
  const revoked = await context.store.accounts.revokeKey(id, null, context.clock.now())
  if (!revoked) throw new AppError('not_found', `There is no key with id ${id}.`)
}
