import { z } from 'zod'
import type { LeadKey, LeadOrder } from '../../db/leads/leads-by-key-store.ts'
import { choiceField, integerOf } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { ReturnedMoment } from '../../lib/input/moment-fields.ts'
import { placeField, opaquePlace } from '../../lib/input/place-field.ts'
import type { ErrorItem } from '../../errors.ts'

/** Places between the pages of a list of leads, as text that callers send back. */

const ORDERS = ['newest', 'email'] as const
const MAX_COUNTED = 100_000

export interface LeadPlace {
  order: LeadOrder
  key: LeadKey
}

const Written = z
  .union([
    z.tuple([z.literal('newest'), ReturnedMoment, z.int().nonnegative()]),
    z.tuple([z.literal('email'), z.string().refine((text) => !text.includes('\0')), z.int().nonnegative()]),
  ])
  .transform(([order, value, id]): LeadPlace => ({ order, key: { value, id } }))

/** The place of a lead in an order, as text. */
export const placeText = (order: LeadOrder, { value, id }: LeadKey): string => opaquePlace([order, value, id])

const leadPlaceField = (name: 'after' | 'before', description: string) =>
  placeField(Written, { name, description, from: 'meta.next or meta.previous' })

/** Pages by key, in addition to `limit` and `offset`: a deep page costs as much as the first one. */
export const KEYED_PAGE = {
  sort: choiceField(
    ORDERS,
    'wrong_params',
    'sort must be newest or email.',
    'newest (default) or email. With sort, after, before or count_up_to, meta.next and meta.previous lead to the other pages.',
  ),
  after: leadPlaceField('after', 'The page after this place: meta.next of another page. Not together with offset.'),
  before: leadPlaceField(
    'before',
    'The page before this place: meta.previous of another page. Not together with offset.',
  ),
  count_up_to: field<number>(
    {
      type: 'integer',
      minimum: 1,
      maximum: MAX_COUNTED,
      description: 'Stop counting here: beyond it, meta.count is null and meta.more is true.',
    },
    (raw) => {
      const most = integerOf(raw)
      return most !== null && most > 0 && most <= MAX_COUNTED
        ? read(most)
        : refuse('wrong_params', saying(`count_up_to must be an integer from 1 to ${MAX_COUNTED}.`, raw))
    },
  ),
}

export interface KeyedPageInput {
  offset?: number | undefined
  sort?: LeadOrder | undefined
  after?: LeadPlace | undefined
  before?: LeadPlace | undefined
  count_up_to?: number | undefined
}

/** Whether the caller asked for pages by key. */
export const isKeyed = ({ sort, after, before, count_up_to }: KeyedPageInput): boolean =>
  [sort, after, before, count_up_to].some((given) => given !== undefined)

/** Parameters that cannot be combined. */
export function misplaced({ offset, sort, after, before, ...others }: KeyedPageInput): ErrorItem[] {
  const wrong = (details: string, name: string): ErrorItem[] => [{ id: 'pagination_error', details, field: name }]
  if (after !== undefined && before !== undefined) return wrong('Send either after or before.', 'before')
  const place = after ?? before
  const name = after === undefined ? 'before' : 'after'
  if (place !== undefined && place.order !== (sort ?? 'newest'))
    return wrong(`${name} is a place in the order ${place.order}: send sort=${place.order} with it.`, name)
  if (offset !== undefined && offset > 0 && isKeyed({ sort, after, before, ...others }))
    return wrong('offset cannot be combined with sort, after, before or count_up_to.', 'offset')
  return []
}
