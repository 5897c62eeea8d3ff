import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'

/** The most companies read from a list; the plan's limit of watches is far lower. */
const MOST_OF_LIST = 20_000

/**
 * The registered domains at which the leads of a list have addresses.
 * @throws AppError not_found for a list that is not the account's.
 */
export async function companiesOfList(
  { store, principal }: Part<'principal', 'leadsLists' | 'watches'>,
  list: number,
): Promise<string[]> {
  if ((await store.leadsLists.find(principal.accountId, list)) === null)
    throw new AppError('not_found', `There is no leads list with id ${list}.`)
  const written = await store.watches.domainsOfList(principal.accountId, list, MOST_OF_LIST)
  return [...new Set(written.map(registrableDomain))]
}
