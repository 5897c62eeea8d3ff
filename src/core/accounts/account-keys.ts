import { z } from 'zod'
import type { AccountKey } from '../../db/accounts/api-keys-store.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { maskApiKey } from '../../lib/secrets/api-key.ts'
import { capability } from '../capability/capability.ts'
import { audit } from './audit.ts'

/** The keys of everybody in an account, for those who manage its team. */

const Key = z.object({
  id: z.int(),
  name: z.string(),
  token: z.string(),
  scopes: z.array(z.string()),
  user_id: z.int(),
  user: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  daily_credits: z.number().nullable(),
})

const keyOf = (key: AccountKey): z.output<typeof Key> => ({
  id: key.id,
  name: key.name,
  token: maskApiKey(key.lastFour),
  scopes: key.scopes,
  user_id: key.userId,
  user: key.userEmail,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  daily_credits: key.dailyCredits,
})

const KeyIdInput = z.object({ id: idField('The id of the key.') })

const noSuchKey = (id: number) => new AppError('not_found', `There is no API key with id ${id} in this account.`)

const shared = { group: 'others', scope: 'team' } as const

/** Newest first. */
export const ListAccountKeys = capability({
  ...shared,
  name: 'list_account_keys',
  input: z.object(pageFields('keys')),
  output: z.object({
    data: z.array(Key),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { keys, total } = await store.apiKeys.listOfAccount(principal.accountId, { limit, offset })
    return { data: keys.map(keyOf), meta: { total, limit, offset } }
  },
})

export const GetAccountKey = capability({
  ...shared,
  name: 'get_account_key',
  input: KeyIdInput,
  output: z.object({ data: Key, meta: z.object({}) }),
  run: async ({ store, principal }, { id = 0 }) => {
    const found = await store.apiKeys.findOfAccount(principal.accountId, id)
    if (found === null) throw noSuchKey(id)
    return { data: keyOf(found), meta: {} }
  },
})

/** Anybody's key; it stops working within seconds. */
export const RevokeAccountKey = capability({
  ...shared,
  name: 'revoke_account_key',
  input: KeyIdInput,
  output: z.object({ data: Key, meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const { store, principal, database, clock } = call
    return database.pool.inOne(async () => {
      const revoked = await store.apiKeys.revokeOfAccount(principal.accountId, id, clock.now())
      if (revoked === null) throw noSuchKey(id)
      await audit(call, 'key_revoked', { subject: revoked.name, details: { key: revoked.id, of: revoked.userEmail } })
      return { data: keyOf(revoked), meta: {}, status: 204 as const }
    })
  },
})
