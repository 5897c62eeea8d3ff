import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { booleanField, choiceField, idField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { PLANS } from '../billing/plans.ts'
import type { PlanId } from '../billing/plans.ts'
import { capability } from '../capability/capability.ts'
import { nameTextField } from '../fields/name-field.ts'
import { createEmptyAccount, listAccounts, resumeAccount, setPlan, suspendAccount } from '../accounts/accounts.ts'
import { audit } from '../accounts/audit.ts'
import { inviteTo } from '../accounts/invitations.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** All accounts of the installation, for those who run it. */

const Account = z.object({
  id: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  plan: z.string(),
  suspended: z.boolean(),
  created_at: z.string(),
})

const shared = { group: 'others', scope: 'operator' } as const
const PLAN_IDS = Object.keys(PLANS) as PlanId[]
const AccountIdInput = z.object({ id: idField('The id of the account.') })
const planField = choiceField(PLAN_IDS, 'wrong_params', `plan must be one of ${PLAN_IDS.join(', ')}.`, 'The plan.')

/** Oldest first. */
export const ListAccounts = capability({
  ...shared,
  name: 'list_accounts',
  input: z.object(pageFields('accounts')),
  output: z.object({
    data: z.array(Account),
    meta: ShownPage,
  }),
  run: async (call, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const accounts = await listAccounts(call)
    return { data: accounts.slice(offset, offset + limit), meta: { total: accounts.length, limit, offset } }
  },
})

export const GetAnyAccount = capability({
  ...shared,
  name: 'get_any_account',
  input: AccountIdInput,
  output: z.object({ data: Account, meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const account = (await listAccounts(call)).find((each) => each.id === id)
    if (account === undefined) throw new AppError('not_found', `There is no account with id ${id}.`)
    return { data: account, meta: {} }
  },
})

export const SetPlan = capability({
  ...shared,
  name: 'set_plan',
  input: z.object({ ...AccountIdInput.shape, plan: planField }),
  output: z.object({ data: z.object({ id: z.int(), plan: z.string() }), meta: z.object({}) }),
  check: ({ plan }) => missing('plan', plan),
  run: async (call, { id = 0, plan = 'free' }) =>
    call.database.pool.inOne(async () => {
      if (await setPlan(call, id, plan))
        await audit(call, 'plan_changed', { subject: `account ${id}`, details: { plan }, isOfInstallation: true })
      return { data: { id, plan }, meta: {} }
    }),
})

/** A suspended account is refused everywhere and sends nothing until it is resumed. */
export const SuspendAccount = capability({
  ...shared,
  name: 'suspend_account',
  input: z.object({
    ...AccountIdInput.shape,
    suspended: booleanField('suspended', 'wrong_params', 'False resumes the account. Default true.'),
  }),
  output: z.object({ data: z.object({ id: z.int(), suspended: z.boolean() }), meta: z.object({}) }),
  run: async (call, { id = 0, suspended = true }) => {
    if (id === call.principal.accountId && suspended)
      throw new AppError('validation_failed', 'This account runs the installation.')
    return call.database.pool.inOne(async () => {
      const action = suspended ? 'account_suspended' : 'account_resumed'
      if (await (suspended ? suspendAccount(call, id) : resumeAccount(call, id)))
        await audit(call, action, { subject: `account ${id}`, isOfInstallation: true })
      return { data: { id, suspended }, meta: {} }
    })
  },
})

/** Creates an account and an invitation for its first owner, whose link is shown once. */
export const CreateAccount = capability({
  ...shared,
  name: 'create_account',
  input: z.object({
    name: nameTextField('name', 'The name of the account.'),
    email: nameTextField('email', 'The address of the person invited.'),
    plan: planField,
  }),
  output: z.object({ data: z.object({ id: z.int(), plan: z.string(), link: z.string() }), meta: z.object({}) }),
  run: async (call, { name = '', email = '', plan = call.config.defaultPlan }) =>
    call.database.pool.inOne(async () => {
      const id = await createEmptyAccount(call, plan, name)
      const { link } = await inviteTo(call, { accountId: id, email, role: 'owner', createdBy: null })
      await audit(call, 'account_created', { subject: name, details: { id, plan }, isOfInstallation: true })
      return { data: { id, plan, link }, meta: {}, status: 201 as const }
    }),
})
