import { parseTypedAddress } from '../../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { isMadeUpDomain } from '../../extract/addresses/address-rules.ts'
import { findWordedAddresses } from '../../extract/addresses/worded-address.ts'

/** What a cell of addresses holds beside one: nothing, as lists say in many words; one whose letters are hidden; a mistake. */
export type AddressCell =
  | { kind: 'address'; address: EmailAddress }
  | { kind: 'none' }
  /** The domain of an address that whoever sold the list has masked: `j***@acme.example`. */
  | { kind: 'masked'; domain: string }
  | { kind: 'wrong' }

/** Characters of a cell that are looked at. */
const MAX_CELL = 200
/** Suffixes that no list of top-level domains has (RFC 2606). */
const RULES = { localSuffixes: new Set(['example', 'test']) }
const MASKED =
  /^(?:mailto:)?[^\s@]{0,64}(?:\*{2}|\*(?=@)|[•●·…]|\.{2}|x{4})[^\s@]{0,64}@([a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})$/iu

/** The address of a cell, or the first of several: `mailto:ada@…`, `Ada Poe <ada@…>`, `ada@…; poe@…`, `ada [at] …`. */
export function addressCell(cell: string): AddressCell {
  const text = cell.trim().slice(0, MAX_CELL)
  const domain = MASKED.exec(text.split(/[;,|\s]/, 1)[0] ?? '')?.[1]?.toLowerCase()
  if (domain !== undefined) return { kind: 'masked', domain }
  const address = firstAddress(text) ?? findWordedAddresses(text, RULES)[0]?.address
  if (address !== undefined) return isMadeUpDomain(address.domain) ? { kind: 'none' } : { kind: 'address', address }
  // `n/a`, `not found`, `to follow`, `president`: an address with a mistake has its sign all the same.
  return text.includes('@') ? { kind: 'wrong' } : { kind: 'none' }
}

function firstAddress(text: string): EmailAddress | undefined {
  const whole = parseTypedAddress(text)
  if (whole !== null && !/^mailto:/i.test(text)) return whole
  const [first = ''] = /[^\s<>,;|"()[\]]+@[^\s<>,;|"()[\]]+/.exec(text) ?? []
  return parseTypedAddress(first.replace(/^mailto:/i, '')) ?? undefined
}
