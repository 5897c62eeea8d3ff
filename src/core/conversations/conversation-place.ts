import { z } from 'zod'
import type { ConversationPlace } from '../../db/conversations/conversations-store.ts'
import { ReturnedMoment } from '../../lib/input/moment-fields.ts'
import { afterField, opaquePlace } from '../../lib/input/place-field.ts'

/** A place in the list of conversations, as opaque text. */
export const conversationPlaceText = ({ at, id }: ConversationPlace): string => opaquePlace([at, id])

export const afterConversation = afterField<ConversationPlace>(
  z.tuple([ReturnedMoment, z.int().nonnegative()]).transform(([at, id]) => ({ at, id })),
)
