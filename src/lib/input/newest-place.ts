import { z } from 'zod'
import { ReturnedMoment } from './moment-fields.ts'
import { afterField, opaquePlace } from './place-field.ts'

/** A place in a list that begins with the newest. */
export interface NewestPlace {
  /** ISO 8601, to the microsecond. */
  at: string
  id: number
}

/** As opaque text. */
export const newestPlaceText = ({ at, id }: NewestPlace): string => opaquePlace([at, id])

export const afterNewest = afterField<NewestPlace>(
  z.tuple([ReturnedMoment, z.int().nonnegative()]).transform(([at, id]) => ({ at, id })),
)
