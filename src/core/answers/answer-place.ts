import { z } from 'zod'
import type { AnswerKind, AnswerPlace } from '../../db/campaigns/answers-store.ts'
import { asText } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import { ReturnedMoment } from '../../lib/input/moment-fields.ts'
import type { ErrorItem } from '../../errors.ts'

/** Places in the list of answers, as texts that callers hand back: what is done with meanwhile moves nothing. */

export const ANSWER_KINDS = ['answered', 'bounced', 'unsubscribed'] as const satisfies readonly AnswerKind[]

const MAX_PLACE_LENGTH = 200

const Written = z.tuple([ReturnedMoment, z.int().nonnegative(), z.enum(ANSWER_KINDS)])

/** Opaque: what is in it may change. */
export const answerPlaceText = ({ at, id, kind }: AnswerPlace): string =>
  Buffer.from(JSON.stringify([at, id, kind])).toString('base64url')

function placeOf(text: string): AnswerPlace | null {
  try {
    const parsed = Written.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (!parsed.success) return null
    const [at, id, kind] = parsed.data
    return { at, id, kind }
  } catch {
    return null
  }
}

export const afterAnswer = field<AnswerPlace>(
  {
    type: 'string',
    maxLength: MAX_PLACE_LENGTH,
    description: 'The page behind this place: meta.next of another page. Not together with offset.',
  },
  (raw) => {
    const text = asText(raw) ?? ''
    const place = text.length > MAX_PLACE_LENGTH ? null : placeOf(text)
    return place === null ? refuse('pagination_error', 'after must be meta.next of another page.') : read(place)
  },
)

/** What does not go together. */
export const misplacedAnswers = ({
  after,
  offset = 0,
}: {
  after?: AnswerPlace | undefined
  offset?: number | undefined
}): ErrorItem[] =>
  after !== undefined && offset > 0
    ? [{ id: 'pagination_error', details: 'offset does not go together with after.', field: 'offset' }]
    : []
