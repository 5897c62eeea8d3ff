import { z } from 'zod'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { GUARDS, OneGuard } from './get-guard.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Decides whether the account's campaigns start while a sending domain is not ready. */
export const SetGuard = capability({
  name: 'set_guard',
  group: 'others',
  scope: 'write',
  input: z.object({
    guard: choiceField(
      GUARDS,
      'wrong_params',
      'guard must be warn or strict.',
      'warn: campaigns start and report what is wrong with a sending domain. strict: they do not start until it is fixed.',
    ),
  }),
  output: OneGuard,
  check: ({ guard }) => missing('guard', guard),
  run: async (call, { guard = 'warn' }) => {
    const { store, principal, database } = call
    return database.pool.inOne(async () => {
      const before = (await store.gate.isStrict(principal.accountId)) ? 'strict' : 'warn'
      await store.gate.setGuard(principal.accountId, guard)
      if (before !== guard) await audit(call, 'guard_changed', { subject: guard, details: { from: before } })
      return { data: { guard }, meta: {} }
    })
  },
})
