import type { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { asText } from './field-kinds.ts'
import { field, read, refuse } from './input-fields.ts'

/** Places between the pages of a list, as opaque texts that callers hand back: what changes meanwhile moves nothing. */

const MAX_PLACE_LENGTH = 1_000

/** @param parts what tells a row from all others in its order */
export const opaquePlace = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

function readPlace<Place>(place: z.ZodType<Place>, text: string): Place | null {
  if (text.length > MAX_PLACE_LENGTH) return null
  try {
    return place.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

interface PlaceField {
  name: 'after' | 'before'
  description: string
  /** Where callers have a place from. */
  from: string
}

/** @param place reads what `opaquePlace` wrote, or whatever somebody else did. @returns a field with the id `pagination_error` */
export const placeField = <Place>(place: z.ZodType<Place>, { name, description, from }: PlaceField) =>
  field<Place>({ type: 'string', maxLength: MAX_PLACE_LENGTH, description }, (raw) => {
    const found = readPlace(place, asText(raw) ?? '')
    return found === null ? refuse('pagination_error', `${name} must be ${from} of another page.`) : read(found)
  })

const BEHIND = 'The page after this place: meta.next of another page. Not together with offset.'

/** `after`, where pages are only read on. */
export const afterField = <Place>(place: z.ZodType<Place>) =>
  placeField(place, { name: 'after', description: BEHIND, from: 'meta.next' })

/** What does not go together. */
export const misplacedAfter = ({ after, offset = 0 }: { after?: unknown; offset?: number | undefined }): ErrorItem[] =>
  after !== undefined && offset > 0
    ? [{ id: 'pagination_error', details: 'offset cannot be combined with after.', field: 'offset' }]
    : []
