import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { invalidField, nameField, nameMissing } from '../fields/name-field.ts'
import { audit } from './audit.ts'

const MAX_LENGTH = 100

/** Renames the account; only an owner may. */
export const RenameAccount = capability({
  name: 'rename_account',
  group: 'others',
  scope: 'team',
  input: z.object({ name: nameField('The name of the account, up to 100 characters.') }),
  output: z.object({ data: z.object({ name: z.string() }), meta: z.object({}) }),
  check: nameMissing,
  run: async (call, { name = '' }) => {
    if (name === '' || name.length > MAX_LENGTH) throw invalidField('name', `must have 1 to ${MAX_LENGTH} characters.`)
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      const before = await store.members.hold(principal.accountId)
      const actor = await store.members.find(principal.accountId, principal.userId)
      if (actor?.role !== 'owner' && principal.via !== 'shell')
        throw new AppError('forbidden', 'Only an owner can rename the account.')
      await store.accounts.rename(principal.accountId, name)
      const from = before?.name ?? null
      if (from !== name) await audit(call, 'account_renamed', { subject: name, details: { from } })
      return { data: { name }, meta: {} }
    })
  },
})
