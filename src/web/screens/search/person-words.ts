import type { EmailEntry } from '../../../core/search/domain-search-output.ts'
import type { SeenAt } from '../../components/source-list.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import type { View } from '../../page/view.ts'

type Source = EmailEntry['sources'][number]

/** The name as a site wrote it; null for shared addresses and people without one. */
export const fullNameOf = ({ first_name, last_name }: Pick<EmailEntry, 'first_name' | 'last_name'>): string | null =>
  [first_name, last_name].filter((part) => part !== null && part !== '').join(' ') || null

/** A page, or the name of the file it was imported from. */
export const seenAt = ({ uri, import: file, extracted_on, last_seen_on, still_on_page }: Source): SeenAt => ({
  uri: uri ?? file ?? '',
  extracted_on,
  last_seen_on,
  still_on_page,
})

/** Several comma-separated words in the reader's language; unknown words stay unchanged. */
export const listedIn = (words: Readonly<Record<string, string>>, text: string | null): string =>
  (text ?? '')
    .split(',')
    .map((word) => ownValue(words, word.trim()) ?? word.trim())
    .filter((word) => word !== '')
    .join(', ')

/** The ticked addresses: in a refused form, otherwise in the address of the page. */
export function tickedOf(view: View): ReadonlySet<string> {
  const typed = [ownValue(view.typed, 'people')].flat().filter((value) => typeof value === 'string')
  return new Set(typed.length > 0 ? typed : (view.query['people'] ?? '').split(',').filter((value) => value !== ''))
}
