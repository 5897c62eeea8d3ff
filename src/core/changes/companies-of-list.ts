import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'

/** More companies than any list is read for; the plan's limit of watches comes long before. */
const MOST_OF_LIST = 20_000

/**
 * The registered domains that the leads of a list have addresses at.
 * @throws AppError not_found for a list that the account does not have.
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
