import type { FilledElement } from '../page/page-facts.ts'
import type { ScriptAddress } from './script-addresses.ts'

/** How scripts refer to the element that they write into. */
const BY_ID =
  /getElementById\(\s{0,3}["']([^"'\n]{1,100})["']|(?:querySelector|\$|jQuery)\(\s{0,3}["']#([\w:-]{1,100})["']/g
/** The most elements that one script fills; scripts that touch more run an application. */
const MAX_IDS = 500
const MAX_SOURCE = 65_536

/**
 * Which elements a script fills with the addresses it makes: all go into the only element it names, or each into its own, in
 * the order of both. Empty if the counts match neither.
 */
export function filledElements(source: string, found: readonly ScriptAddress[]): FilledElement[] {
  if (source.length > MAX_SOURCE) return []
  const ids = new Set<string>()
  for (const [, byId, bySelector] of source.matchAll(BY_ID)) {
    ids.add(byId ?? bySelector ?? '')
    if (ids.size > MAX_IDS) return []
  }
  const addresses = [...new Set(found.filter(({ channel }) => channel === 'decoder').map((one) => one.address.full))]
  const [only] = ids
  if (ids.size === 1 && only !== undefined) return addresses.map((address) => ({ id: only, address }))
  if (ids.size !== addresses.length) return []
  return [...ids].map((id, index) => ({ id, address: addresses[index] ?? '' }))
}
