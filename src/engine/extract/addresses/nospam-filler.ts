import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules } from './address-rules.ts'

/** Words that readers are meant to remove, anywhere in a local part or in a label of the domain. */
const FILLER =
  /[-_.+]?(?:no[-_.]?spam(?:please)?|remove[-_.]?(?:this|me|spam)|delete[-_.]?(?:this|me)|stop[-_.]?spam|spam[-_.]?free|kill[-_.]?spam|without[-_.]?spam|take[-_.]?this[-_.]?out)[-_.]?/gi
const MAYBE_FILLER = /spam|remove|delete|this/i

/**
 * The address behind `joNOSPAM@acme.example` or `jo@REMOVETHIS.acme.example`.
 * @returns null if there is no filler, if nothing is left without it (`nospam@acme.example` is a mailbox), or if the host is
 * not real
 */
export function withoutFiller(local: string, domain: string, rules: AddressRules): EmailAddress | null {
  if (!MAYBE_FILLER.test(local) && !MAYBE_FILLER.test(domain)) return null
  const bareLocal = local.replace(FILLER, '')
  const bareDomain = domain.replace(FILLER, (filler, index: number) => (index > 0 && filler.endsWith('.') ? '.' : ''))
  if (bareLocal === '' || (bareLocal === local && bareDomain === domain)) return null
  return acceptAddress(`${bareLocal}@${bareDomain}`, rules)
}
