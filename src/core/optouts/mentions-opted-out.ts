import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { optedOutAmong } from './opted-out.ts'
import { optoutDomains } from './optout-digests.ts'
import type { OptoutNeeds } from './optout-needs.ts'

const ADDRESS = /[^\s"<>()[\],;:\\@]{1,64}@[\p{L}\p{M}\d.-]{1,253}/gu
const DOMAIN = /(?:[\p{L}\p{M}\d-]{1,63}\.)+[\p{L}\p{M}\d-]{2,63}/gu

/**
 * Whether something that was stored as it was then, such as the answer to a request, names an address or a domain that has opted
 * out, or an address whose owner asked this account to forget them.
 */
export async function mentionsOptedOut(
  context: OptoutNeeds & { principal: { accountId: number } },
  stored: unknown,
): Promise<boolean> {
  const text = JSON.stringify(stored).toLowerCase()
  const addresses = distinct(text, ADDRESS).flatMap((each) => parseEmailAddress(each) ?? [])
  if (addresses.some(await optedOutAmong(context, addresses))) return true
  return context.store.optouts.hasDomain([...new Set(distinct(text, DOMAIN).flatMap(optoutDomains))])
}

const distinct = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])]
