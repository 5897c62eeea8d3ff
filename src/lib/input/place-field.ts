import type { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { asText } from './field-kinds.ts'
import { field, read, refuse } from './input-fields.ts'

/**
 * Positions between the pages of a list, as opaque texts that callers hand back: changes in the meantime do not shift the
 * pages.
 */

const MAX_PLACE_LENGTH = 1_000

/** @param parts the values that identify a row in its order */
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
  /** Where callers find the value. */
  from: string
}

/**
 * @param place reads what `opaquePlace` wrote, or whatever a caller sends instead. @returns a field with the id
 * `pagination_error`
 */
export const placeField = <Place>(place: z.ZodType<Place>, { name, description, from }: PlaceField) =>
  field<Place>({ type: 'string', maxLength: MAX_PLACE_LENGTH, description }, (raw) => {
    const found = readPlace(place, asText(raw) ?? '')
    return found === null ? refuse('pagination_error', `${name} must be ${from} of another page.`) : read(found)
  })

const BEHIND = 'The page after this place: meta.next of another page. Not together with offset.'

/** `after`, for lists that are only read forwards. */
export const afterField = <Place>(place: z.ZodType<Place>) =>
  placeField(place, { name: 'after', description: BEHIND, from: 'meta.next' })

/** The error for combining `after` with `offset`. */
export const misplacedAfter = ({ after, offset = 0 }: { after?: unknown; offset?: number | undefined }): ErrorItem[] =>
  after !== undefined && offset > 0
    ? [{ id: 'pagination_error', details: 'offset cannot be combined with after.', field: 'offset' }]
    : []
