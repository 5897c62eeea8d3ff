import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { createKey } from './api-keys.ts'
import type { PlanId } from './plans.ts'

export interface ListedAccount {
  id: number
  plan: string
  suspended: boolean
  created_at: string
}

/** Creates an account with its first user and key. */
export async function createAccount(
  context: Context,
  plan: PlanId,
): Promise<{ accountId: number; plan: PlanId; key: string }> {
  const { accountId } = await context.store.accounts.createAccount(plan, context.clock.now())
  const { key } = await createKey(context, { name: 'First key', readOnly: false, account: accountId })
  return { accountId, plan, key }
}

export async function listAccounts(context: Context): Promise<ListedAccount[]> {
  const accounts = await context.store.accounts.listAccounts()
  return accounts.map(({ createdAt, ...account }) => ({ ...account, created_at: createdAt.toISOString() }))
}

/** @throws AppError not_found */
export async function setPlan(context: Context, id: number, plan: PlanId): Promise<void> {
  if (!(await context.store.accounts.setPlan(id, plan))) throw new AppError('not_found', `No account has the id ${id}.`)
}
