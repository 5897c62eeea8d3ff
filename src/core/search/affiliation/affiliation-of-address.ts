import type { Call } from '../../../context.ts'
import { affiliationShown } from './shown-affiliation.ts'
import type { ShownAffiliation } from './shown-affiliation.ts'

/** Whether an address's owner is still with the company; null for an address that no page shows. */
export async function affiliationOfAddress(
  { store }: Pick<Call, 'store'>,
  address: string,
): Promise<ShownAffiliation | null> {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const [row] = await store.people.possibleAddresses({ domain, lastNames: [], values: [address], limit: 1 })
  return row === undefined ? null : affiliationShown(row)
}
