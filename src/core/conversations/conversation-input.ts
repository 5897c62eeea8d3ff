import { z } from 'zod'
import { booleanField, choiceField, choicesField, idField, integerOf, textField } from '../../lib/input/field-kinds.ts'
import { clearableField, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { afterNewest } from '../../lib/input/newest-place.ts'
import { sinceField } from '../../lib/input/moment-fields.ts'
import { MAIL_CLASSES } from './mail-classes.ts'

const MAX_QUERY_LENGTH = 200

export const ConversationIdInput = z.object({ id: idField('The id of the conversation.') })

/** Filters for lists of conversations. */
export const conversationFilter = {
  class: choicesField('class', MAIL_CLASSES, 'wrong_params', 'Only of these classes, comma-delimited.'),
  unread: booleanField('unread', 'wrong_params', 'true: only unread ones; false: only read ones.'),
  closed: booleanField('closed', 'wrong_params', 'true: only closed ones; false: only open ones.'),
  lead_id: idField('Only those with this lead.'),
  campaign_id: idField('Only replies to this campaign.'),
  mailbox_id: idField('Only those in this mailbox.'),
  email: textField('email', MAX_QUERY_LENGTH, 'Only those with this address.'),
  query: textField('query', MAX_QUERY_LENGTH, 'Only those with this text in the address or subject.'),
  since: sinceField('Only those active since this date, or this time in ISO 8601.'),
}

export const ListConversationsInput = z.object({
  ...conversationFilter,
  ...pageFields('conversations'),
  after: afterNewest,
})

const readId = (raw: unknown) => {
  const id = integerOf(raw)
  return id !== null && id > 0 ? read(id) : refuse('wrong_params', saying('lead_id must be the id of a lead.', raw))
}

export const UpdateConversationInput = z.object({
  ...ConversationIdInput.shape,
  class: choiceField(
    MAIL_CLASSES,
    'wrong_params',
    `class must be one of ${MAIL_CLASSES.join(', ')}.`,
    'What the reply says; your choice is kept, whatever the rules find later.',
  ),
  unread: booleanField('unread', 'wrong_params', 'Whether it is unread.'),
  closed: booleanField('closed', 'wrong_params', 'Whether it has been dealt with; the next message reopens it.'),
  lead_id: clearableField<number>(
    { type: 'integer', minimum: 1, description: 'The lead it belongs to; empty unlinks it.' },
    readId,
  ),
})
