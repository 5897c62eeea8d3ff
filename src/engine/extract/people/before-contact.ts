import { CONTACT_WORD } from './position-text.ts'

/** Few lines hold one: sought before the rest. */
const SIGN = /\d{3}|\d \d\d|@/
/** How one is reached: its label, and a number with a trunk or country code, or an address. */
const CONTACT =
  /[\s,;:|•·–—-]+(?:(?:tel|telefon[oe]?|t[ée]l[ée]phone|telephone|phone|ph|mob(?:ile?|il)?|cell|puh|tlf|p|t|m|e-?mail|e-?post|mail)[.:]{0,2}\s{0,3})?(?:(?:\+|\(?0|\(\d)[\d\s()./–-]{6,24}|\d{3}[-. ]\d{3}[-. ]\d{4}(?!\d)|[\w.+-]{1,64}@[\w.-]{3,253})/iu
const MAX_CHARS = 160

/**
 * A line without the number or the address it ends in: `Dean +44 20 7946 0123` is the post and how to reach whoever has it. The
 * text itself where it ends in none, or holds nothing else.
 */
export function beforeContact(text: string): string {
  if (text.length > MAX_CHARS || !SIGN.test(text)) return text
  const head = text.slice(0, CONTACT.exec(text)?.index ?? 0).trim()
  return head === '' || CONTACT_WORD.test(head) ? text : head
}
