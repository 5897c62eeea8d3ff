import type { Pager } from '../../components/pager.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** The previous and next page of a list that uses `offset`. Its filters stay. */
export function offsetPages(
  { path, query, words }: View,
  { limit, offset, ...rest }: { limit: number; offset: number } & ({ total: number } | { more: boolean }),
): Pager {
  const hasMore = 'more' in rest ? rest.more : offset + limit < rest.total
  const at = (next: number): string => to(path, { ...query, offset: next > 0 ? next : null })
  return {
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    next: hasMore ? at(offset + limit) : null,
    here: words.general.page(Math.floor(offset / limit) + 1),
  }
}
