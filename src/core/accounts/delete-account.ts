import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { nameMissing, nameTextField } from '../fields/name-field.ts'
import { auditBy } from './audit.ts'
import type { Actor } from './audit.ts'
import { RemoveDeletedAccounts } from './remove-deleted-accounts.ts'

const Ending = z.object({
  /** What must be typed to confirm: the name, or the id of an account without one. */
  name: z.string(),
  /** Why the caller cannot delete it; null if they can. */
  hindrance: z.enum(['first_account', 'not_owner']).nullable(),
  leads: z.int(),
  campaigns: z.int(),
  running_campaigns: z.int(),
  mailboxes: z.int(),
  members: z.int(),
  keys: z.int(),
  apps: z.int(),
  webhooks: z.int(),
})
export type Ending = z.output<typeof Ending>

const shared = { group: 'others', scope: 'team' } as const

type Needs = Part<'clock' | 'database' | 'queue', 'audit' | 'deletedAccounts' | 'members'>

/** What would end with the caller's account. */
export const PreviewDeleteAccount = capability({
  ...shared,
  name: 'preview_delete_account',
  input: z.object({}),
  output: z.object({ data: Ending, meta: z.object({}) }),
  run: async (call) => {
    const ending = await endingOf(call, call.principal.accountId)
    const hindrance = ending.hindrance ?? ((await isOwner(call)) ? null : 'not_owner')
    return { data: { ...ending, hindrance }, meta: {} }
  },
})

/** From this moment nobody gets in and nothing of the account continues; its rows are removed within minutes. */
export const DeleteAccount = capability({
  ...shared,
  name: 'delete_account',
  input: z.object({ name: nameTextField('name', 'The name of the account, to confirm.') }),
  output: z.object({ data: z.object({ id: z.int(), name: z.string() }), meta: z.object({}) }),
  check: nameMissing,
  run: async (call, { name = '' }) => {
    const { principal, requestId } = call
    const { accountId, userId, via } = principal
    if (via !== 'session') throw new AppError('forbidden', 'Only a person can delete an account.')
    return call.database.pool.inOne(async () => {
      if (!(await isOwner(call))) throw new AppError('forbidden', 'Only an owner can delete the account.')
      const by = { accountId, userId, actor: 'a user', via, requestId }
      const ended = await deleteAccount(call, { accountId, name, by })
      return { data: { id: accountId, name: ended.name }, meta: {} }
    })
  },
})

const isOwner = async ({ store, principal }: Pick<Call, 'store' | 'principal'>): Promise<boolean> =>
  (await store.members.find(principal.accountId, principal.userId))?.role === 'owner'

/** @throws AppError not_found */
export async function endingOf({ store }: Pick<Needs, 'store'>, accountId: number): Promise<Ending> {
  const contents = await store.deletedAccounts.contents(accountId)
  if (contents === null) throw new AppError('not_found', `There is no account with id ${accountId}.`)
  const { name, isFirst, runningCampaigns, ...counts } = contents
  return {
    ...counts,
    name: name ?? String(accountId),
    hindrance: isFirst ? 'first_account' : null,
    running_campaigns: runningCampaigns,
  }
}

/**
 * Closes an account at once, and has its rows removed.
 * @throws AppError not_found; validation_failed for the first account or a different name
 */
export async function deleteAccount(
  needs: Needs,
  { accountId, name, by }: { accountId: number; name: string; by: Actor },
): Promise<Ending> {
  const { store, clock, database, queue } = needs
  return database.pool.inOne(async () => {
    await store.members.hold(accountId)
    const ending = await endingOf(needs, accountId)
    if (ending.hindrance === 'first_account')
      throw new AppError('validation_failed', 'This account runs the installation and cannot be deleted.')
    if (name.trim() !== ending.name)
      throw new AppError('validation_failed', 'That is not the name of the account.', {
        field: 'name',
        reason: 'other_name',
      })
    // Before closing: the actor's name is known only while the user exists.
    const details = { id: accountId, leads: ending.leads, campaigns: ending.campaigns }
    await auditBy(needs, by, 'account_deleted', { subject: ending.name, details, isOfInstallation: true })
    await store.deletedAccounts.close(accountId, clock.now())
    await queue.send(RemoveDeletedAccounts, {})
    return ending
  })
}
