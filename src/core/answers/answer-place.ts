import { z } from 'zod'
import type { AnswerKind, AnswerPlace } from '../../db/campaigns/answers-store.ts'
import { ReturnedMoment } from '../../lib/input/moment-fields.ts'
import { afterField, opaquePlace } from '../../lib/input/place-field.ts'

export const ANSWER_KINDS = ['answered', 'bounced', 'unsubscribed'] as const satisfies readonly AnswerKind[]

/** A place in the list of answers, as opaque text. */
export const answerPlaceText = ({ at, id, kind }: AnswerPlace): string => opaquePlace([at, id, kind])

export const afterAnswer = afterField<AnswerPlace>(
  z
    .tuple([ReturnedMoment, z.int().nonnegative(), z.enum(ANSWER_KINDS)])
    .transform(([at, id, kind]) => ({ at, id, kind })),
)
