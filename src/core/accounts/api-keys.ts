import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { OwnKey } from '../../db/accounts/api-keys-store.ts'
import { AppError } from '../../errors.ts'
import { generateApiKey, maskApiKey } from '../../lib/secrets/api-key.ts'
import { booleanField, idField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { audit } from './audit.ts'
import { scopesOf } from './issue-keys.ts'
import { capability } from '../capability/capability.ts'
import { dailyCreditsField } from '../fields/daily-credits-field.ts'
import { checkName, nameField, nameMissing } from '../fields/name-field.ts'

/** The API keys of the calling user. */

const MAX_KEYS = 100
const DEFAULT_NAME = 'API key'

const Key = z.object({
  id: z.int(),
  name: z.string(),
  token: z.string(),
  created_at: z.string(),
  /** Only for a key with a limit of its own: programs written for the documented API expect four names. */
  daily_credits: z.number().optional(),
})
const One = z.object({ data: Key, meta: z.object({}) })

/** @param token the whole key if it was just created; otherwise masked. */
const keyOf = (
  { id, name, lastFour, createdAt, dailyCredits }: OwnKey,
  token = maskApiKey(lastFour),
): z.output<typeof Key> => ({
  id,
  name,
  token,
  created_at: createdAt.toISOString(),
  ...(dailyCredits !== null && { daily_credits: dailyCredits }),
})

const KeyIdInput = z.object({ id: idField('The id of the key.') })
const name = nameField('What the key is for, up to 255 characters.')

export const ListOwnKeys = capability({
  name: 'list_api_keys',
  group: 'others',
  scope: 'read',
  input: z.object(pageFields('keys')),
  output: z.object({
    data: z.array(Key),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { keys, total } = await store.apiKeys.list(principal, { limit, offset })
    return { data: keys.map((key) => keyOf(key)), meta: { total, limit, offset } }
  },
})

/** The answer shows the key, this one time. */
export const CreateOwnKey = capability({
  name: 'create_api_key',
  findMade: ({ store, principal }, id) => store.apiKeys.findOfAccount(principal.accountId, id),
  group: 'others',
  scope: 'write',
  input: z.object({
    name,
    read_only: booleanField('read_only', 'wrong_params', 'Whether the key may only read. Default false.'),
    no_send: booleanField('no_send', 'wrong_params', 'Whether the key may not send mail. Default false.'),
    daily_credits: dailyCreditsField,
  }),
  output: One,
  run: async (call, { name = DEFAULT_NAME, read_only = false, no_send = false, daily_credits = 0 }) => {
    checkName(name)
    const { store, principal, clock, database } = call
    const { key, hash, lastFour } = generateApiKey()
    // No key can create one with more rights than its own.
    const scopes = scopesOf({ readOnly: read_only, send: !no_send && principal.scopes.has('send') })
    const limits = { maxKeys: MAX_KEYS, now: clock.now() }
    const dailyCredits = daily_credits === 0 ? null : daily_credits
    if (principal.spender !== undefined) throw limitsAreKept()
    const added = await database.pool.inOne(async () => {
      const made = await store.apiKeys.add(principal, { name, hash, lastFour, scopes, dailyCredits }, limits)
      if (made === null) throw new AppError('validation_failed', `A user can have at most ${MAX_KEYS} keys.`)
      await audit(call, 'key_created', {
        subject: name,
        details: { key: made.id, scopes, daily_credits: dailyCredits },
      })
      return made
    })
    return { data: keyOf(added, key), meta: {}, status: 201 as const }
  },
})

/** Changes the name, the limit or both. A key with a limit cannot change limits, or it could lift its own. */
export const ChangeOwnKey = capability({
  name: 'update_api_key',
  group: 'others',
  scope: 'write',
  input: z.object({ ...KeyIdInput.shape, name, daily_credits: dailyCreditsField }),
  output: One,
  check: ({ name, daily_credits }) => (daily_credits === undefined ? nameMissing({ name }) : []),
  run: async (call, { id = 0, name = null, daily_credits: dailyCredits = null }) => {
    if (name !== null) checkName(name)
    const { store, principal, database } = call
    if (dailyCredits !== null && principal.spender !== undefined) throw limitsAreKept()
    if (dailyCredits !== null) await demandAsStrong(call, id)
    const changed = await database.pool.inOne(async () => {
      const key = await store.apiKeys.change(principal, id, { name, dailyCredits })
      if (key === null) throw noSuchKey(id)
      const details = { key: id, daily_credits: key.dailyCredits }
      if (dailyCredits !== null) await audit(call, 'key_changed', { subject: key.name, details })
      return key
    })
    return { data: keyOf(changed), meta: {} }
  },
})

/** A key that may do less, such as an agent's, can neither limit nor end one that may do more. */
async function demandAsStrong({ store, principal }: Part<'principal', 'apiKeys'>, id: number): Promise<void> {
  if (principal.via !== 'key') return
  const { accountId, userId, scopes } = principal
  const key = await store.apiKeys.findOfAccount(accountId, id)
  const beyond =
    key?.userId === userId ? key.scopes.find((scope) => !(scopes as ReadonlySet<string>).has(scope)) : undefined
  if (beyond !== undefined) throw new AppError('forbidden', `That key may ${beyond}, which yours may not. ${OTHERWISE}`)
}

const OTHERWISE = 'Use a key that may, or the screens.'

const limitsAreKept = () =>
  new AppError('forbidden', 'A key with a daily credit limit cannot change limits. Use another key or the screens.')

/** The key stops working within seconds. A caller who uses a key cannot delete the last one. */
export const RevokeOwnKey = capability({
  name: 'delete_api_key',
  group: 'others',
  scope: 'write',
  input: KeyIdInput,
  output: One,
  run: async (call: Call, { id = 0 }) => {
    const { store, principal, clock, database } = call
    const oneStays = principal.via === 'key'
    await demandAsStrong(call, id)
    const revoked = await database.pool.inOne(async () => {
      const gone = await store.apiKeys.revoke(principal, id, { now: clock.now(), oneStays })
      if (gone === null) throw noSuchKey(id)
      if (gone === 'last')
        throw new AppError('validation_failed', 'The last key cannot be deleted; create another first.')
      await audit(call, 'key_revoked', { subject: gone.name, details: { key: gone.id } })
      return gone
    })
    return { data: keyOf(revoked), meta: {}, status: 204 as const }
  },
})

const noSuchKey = (id: number) => new AppError('not_found', `There is no API key with id ${id}.`)
