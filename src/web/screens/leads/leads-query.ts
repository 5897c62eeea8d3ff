import { LeadsFilterInput } from '../../../core/leads/leads-filter.ts'
import { fieldIds, fieldText } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import { changed, to } from '../../page/page-query.ts'
import type { PageQuery } from '../../page/page-query.ts'

/** Filters with their own place above the table; all others are added one by one. */
const USUAL_FILTERS = ['leads_list_id', 'query', 'verification_status', 'sending_status', 'affiliation'] as const

export const LEAD_FILTERS = Object.keys(LeadsFilterInput.shape) as (keyof typeof LeadsFilterInput.shape)[]

/** Filters chosen from a menu, with a text. */
export const OTHER_FILTERS = LEAD_FILTERS.filter(
  (name) => !USUAL_FILTERS.includes(name as (typeof USUAL_FILTERS)[number]) && name !== 'custom_attributes',
)

export const PAGE_SIZES = [20, 50] as const

/** The filters of a view by name. */
export const leadFiltersOf = (query: PageQuery): Record<string, string> =>
  Object.fromEntries(LEAD_FILTERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])))

/** Replaces the absence of filters where all leads are meant. */
const EVERYBODY = { email: '*' }

/** The filters as sent by a form. */
export function filtersText(query: PageQuery): string {
  const filters = leadFiltersOf(query)
  return JSON.stringify(Object.keys(filters).length === 0 ? EVERYBODY : filters)
}

export const sizeOf = ({ limit }: PageQuery): number =>
  PAGE_SIZES.find((size) => String(size) === limit) ?? PAGE_SIZES[0]

export const sortOf = ({ sort }: PageQuery): 'newest' | 'email' => (sort === 'email' ? 'email' : 'newest')

/** The list_leads input for a view. If all that match are chosen, they are counted exactly. */
export const listInput = (query: PageQuery, { isExact }: { isExact: boolean }): Record<string, unknown> => ({
  ...leadFiltersOf(query),
  sort: sortOf(query),
  limit: sizeOf(query),
  after: query['after'],
  before: query['before'],
  count_up_to: isExact ? undefined : 1_000,
})

/** The view without its page and without a choice of all. */
export const viewAgain = (query: PageQuery, change: Parameters<typeof changed>[1] = {}): string =>
  to('/leads', changed(query, { before: null, all: null, ...change }))

/** Where a form of a view returns to: the query of the view as one text. */
export const backText = (query: PageQuery): string => new URLSearchParams({ ...query, all: '' }).toString()

/** Where a form about one person returns to. */
export const backToLead = (id: number): string => `lead=${id}`

export function backFrom(text: string): string {
  const query = Object.fromEntries(new URLSearchParams(text))
  const lead = Number(query['lead'])
  return Number.isSafeInteger(lead) && lead > 0 ? to(`/leads/${lead}`) : to('/leads', query)
}

/** The people meant by a form: ticked ones, or all that match, and their number. */
export interface BulkChoice {
  ids: readonly number[]
  /** As JSON; null if people were ticked. */
  filters: string | null
  count: number
  back: string
}

/** From the fields of a form, or from the query of the page that asks for confirmation. */
export function chosenFrom(fields: Fields | PageQuery): BulkChoice {
  const filters = fieldText(fields, 'filters')
  const ids = fieldIds(fields, 'ids')
  const count = filters === '' ? new Set(ids).size : Math.trunc(Number(fieldText(fields, 'expected_count'))) || 0
  return { ids, filters: filters === '' ? null : filters, count, back: fieldText(fields, 'back') }
}

/** The fields that pass a choice on. */
export const chosenFields = ({ ids, filters, count, back }: BulkChoice) =>
  filters === null ? { ids, back } : { filters, expected_count: count, back }

/** The same for a capability with its own parameter for ids. */
export const byIdsOrFilters = ({ ids, filters, count }: BulkChoice): Record<string, unknown> => ({
  ...(filters === null ? { lead_ids: ids } : { filters }),
  expected_count: count,
})

/** The same for one that takes only filters. */
export const byFilters = ({ ids, filters, count }: BulkChoice): Record<string, unknown> => ({
  filters: filters ?? { ids },
  expected_count: count,
})
