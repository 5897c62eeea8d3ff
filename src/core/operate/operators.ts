import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { booleanField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { nameTextField } from '../fields/name-field.ts'
import { audit } from '../accounts/audit.ts'

/** Who runs the installation. The right belongs to the login, and applies in the first account. */

const Operator = z.object({
  id: z.int(),
  email: z.string(),
  /** False for a login that is not a member of the first account: its right is suspended. */
  is_member: z.boolean(),
  disabled: z.boolean(),
})

const shared = { group: 'others', scope: 'operator' } as const

export const ListOperators = capability({
  ...shared,
  name: 'list_operators',
  input: z.object({}),
  output: z.object({ data: z.array(Operator), meta: z.object({}) }),
  run: async ({ store }) => {
    const operators = await store.operators.list()
    return { data: operators.map(({ isMember, ...operator }) => ({ ...operator, is_member: isMember })), meta: {} }
  },
})

/** Takes effect with that login's next request. At least one operator who can sign in always remains. */
export const SetOperator = capability({
  ...shared,
  name: 'set_operator',
  input: z.object({
    email: nameTextField('email', 'The address the person signs in with.'),
    operator: booleanField('operator', 'wrong_params', 'False ends the right. Default true.'),
  }),
  output: z.object({ data: z.object({ email: z.string(), operator: z.boolean() }), meta: z.object({}) }),
  run: async (call, { email = '', operator = true }) => {
    const { store, database } = call
    const address = parseEmailAddress(email)?.full ?? ''
    return database.pool.inOne(async () => {
      await store.operators.hold()
      if (!operator && (await store.operators.others(address)) === 0)
        throw new AppError(
          'validation_failed',
          'This is the last operator who can sign in: make somebody else an operator first.',
        )
      const before = await store.operators.set(address, operator)
      if (before === null)
        throw new AppError('validation_failed', 'Nobody signs in with this address.', { field: 'email' })
      const action = operator ? 'operator_granted' : 'operator_revoked'
      if (before !== operator) await audit(call, action, { subject: address, isOfInstallation: true })
      return { data: { email: address, operator }, meta: {} }
    })
  },
})
