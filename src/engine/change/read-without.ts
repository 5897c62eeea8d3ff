import type { PageLook } from '../../lib/addresses/address-record.ts'
import { sameLanguage } from './layout-signature.ts'
import { withRedesigns } from './redesigns.ts'

/**
 * When a page was first read without what it had shown, in seconds since 1970; null if it never was. A page that no longer
 * answers was not read, in another language it is another page, and what a redesign drops counts from the second look after it.
 * @param looks at the page, in order of time
 * @param last the last look that showed it
 */
export function readWithout(uri: string, looks: readonly PageLook[], last: number): number | null {
  const seen = withRedesigns(looks.map((look) => ({ ...look, uri, people: { size: look.people } })))
  const before = seen.findLast(({ at }) => at <= last)?.signature ?? null
  return (
    seen.find(({ at, isFrozen, signature }) => at > last && !isFrozen && sameLanguage(before, signature))?.at ?? null
  )
}
