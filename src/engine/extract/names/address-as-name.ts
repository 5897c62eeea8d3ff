const WITH_AT = /[^\s@]@[^\s@]/
/** Shorter ones are surnames too: `Li`, `Ng`. */
const LEAST_SUFFIX = 3

/**
 * Whether what stands for a name is the address itself: where nobody has given a name, address books and mail tools fill
 * one in, some in pieces (`ada` and `example` of `ada.poe@tarn.example`).
 */
export function isAddressAsName({ first, last }: { first: string; last: string }, address: string): boolean {
  if (WITH_AT.test(first) || WITH_AT.test(last)) return true
  const suffix = address.slice(address.lastIndexOf('.') + 1).toLowerCase()
  return (
    suffix.length >= LEAST_SUFFIX &&
    last.toLowerCase() === suffix &&
    first !== '' &&
    address.toLowerCase().startsWith(first.toLowerCase())
  )
}
