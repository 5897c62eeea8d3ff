import { z } from 'zod'
import type { ConversationPlace } from '../../db/conversations/conversations-store.ts'
import { asText } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import type { ErrorItem } from '../../errors.ts'

/** Places in the list of conversations, as texts that callers hand back: what is closed or read meanwhile moves nothing. */

const MAX_PLACE_LENGTH = 200

const Written = z.tuple([z.iso.datetime({ precision: 6 }), z.int().nonnegative()])

/** Opaque: what is in it may change. */
export const conversationPlaceText = ({ at, id }: ConversationPlace): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url')

function placeOf(text: string): ConversationPlace | null {
  try {
    const parsed = Written.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return parsed.success ? { at: parsed.data[0], id: parsed.data[1] } : null
  } catch {
    return null
  }
}

export const afterConversation = field<ConversationPlace>(
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
export const misplacedConversations = ({
  after,
  offset = 0,
}: {
  after?: ConversationPlace | undefined
  offset?: number | undefined
}): ErrorItem[] =>
  after !== undefined && offset > 0
    ? [{ id: 'pagination_error', details: 'offset does not go together with after.', field: 'offset' }]
    : []
