/** Accounts, their users and their API keys. */

import { AppError } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { createKey } from './issue-keys.ts'
import type { PlanId } from '../billing/plans.ts'
import type { AccountNeeds } from './account-needs.ts'

export interface ListedAccount {
  id: number
  name: string | null
  email: string | null
  plan: string
  suspended: boolean
  created_at: string
}

/** What the operator calls an account and its first user. */
export interface AccountNames {
  name?: string
  firstName?: string
  lastName?: string
  email?: string
}

/**
 * Creates an account with its first user and key.
 * @throws AppError wrong_params for an invalid name or address; then nothing is created.
 */
export async function createAccount(
  context: AccountNeeds,
  plan: PlanId,
  names: AccountNames = {},
): Promise<{ accountId: number; plan: PlanId; key: string }> {
  const checked = checkedNames(names)
  const { accountId } = await context.store.accounts.createAccount(plan, context.clock.now())
  await writeNames(context, accountId, checked)
  const { key } = await createKey(context, { name: 'First key', readOnly: false, account: accountId })
  return { accountId, plan, key }
}

/**
 * Creates an account without a key, which nobody can enter until somebody is invited.
 * @throws AppError wrong_params for an invalid name.
 */
export async function createEmptyAccount(context: AccountNeeds, plan: PlanId, name: string): Promise<number> {
  const names = checkedNames({ name })
  const { accountId } = await context.store.accounts.createAccount(plan, context.clock.now())
  await writeNames(context, accountId, names)
  return accountId
}

export async function listAccounts(context: AccountNeeds): Promise<ListedAccount[]> {
  const accounts = await context.store.accounts.listAccounts()
  return accounts.map(({ createdAt, ...account }) => ({ ...account, created_at: createdAt.toISOString() }))
}

const MAX_NAME_LENGTH = 100

function checkedNames({ email, ...names }: AccountNames): AccountNames {
  const texts = Object.entries(names).filter(([, text]) => text !== undefined)
  for (const [field, text] of texts)
    if (text.trim() === '' || text.trim().length > MAX_NAME_LENGTH)
      throw new AppError(
        'wrong_params',
        `${SAID[field as keyof typeof SAID]} must have 1 to ${MAX_NAME_LENGTH} characters.`,
      )
  const trimmed = Object.fromEntries(texts.map(([field, text]) => [field, text.trim()]))
  if (email === undefined) return trimmed
  const address = parseEmailAddress(email)
  if (address === null) throw new AppError('wrong_params', `${quoted(email)} is not a valid email address.`)
  return { ...trimmed, email: address.full }
}

const SAID = { name: 'The name of an account', firstName: 'A first name', lastName: 'A last name' } as const

async function writeNames(
  { store }: Pick<AccountNeeds, 'store'>,
  id: number,
  { name, ...user }: AccountNames,
): Promise<void> {
  const owner = await store.accounts.firstUser(id)
  if (owner === null) throw noAccount(id)
  if (name !== undefined) await store.accounts.rename(id, name)
  await store.accounts.changeUser(id, owner.userId, user)
}

/**
 * Renames an account and its first user; names not given stay.
 * @throws AppError not_found, wrong_params
 */
export const renameAccount = (context: AccountNeeds, id: number, names: AccountNames): Promise<void> =>
  writeNames(context, id, checkedNames(names))

/**
 * Suspends an account: it is refused everywhere, and sends no mail, until it is resumed; its records stay.
 * @returns whether it was not suspended before
 * @throws AppError not_found
 */
export async function suspendAccount(
  { store, clock }: Pick<AccountNeeds, 'store' | 'clock'>,
  id: number,
): Promise<boolean> {
  const was = await store.accounts.suspend(id, clock.now())
  if (was === null) throw noAccount(id)
  return !was
}

/** @returns whether it was suspended @throws AppError not_found */
export async function resumeAccount({ store }: Pick<AccountNeeds, 'store'>, id: number): Promise<boolean> {
  const was = await store.accounts.suspend(id, null)
  if (was === null) throw noAccount(id)
  return was
}

const noAccount = (id: number): AppError => new AppError('not_found', `There is no account with id ${id}.`)

/** @returns whether it had another plan before @throws AppError not_found */
export async function setPlan(context: AccountNeeds, id: number, plan: PlanId): Promise<boolean> {
  const before = await context.store.accounts.setPlan(id, plan)
  if (before === null) throw noAccount(id)
  return before !== plan
}
