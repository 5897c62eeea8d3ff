import { ListReplies } from '../../src/core/conversations/list-replies.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listReplies = defineTool({
  name: 'list_replies',
  title: 'List replies',
  description:
    'List replies to campaigns, newest first, without quoted text; with conversation_id, one whole conversation. ' +
    'Use it to see who is interested, says later, or says no. ' +
    'Not for who was sent what (list_recipients). Free.',
  input: ListReplies.input,
  required: [],
  output: ListReplies.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListReplies, call, raw),
  toolAliases: ['list-replies', 'List-Replies'],
  rows: {
    at: '',
    noun: 'replies',
    short: [
      'conversation_id',
      'campaign_id',
      'lead_id',
      'email',
      'direction',
      'class',
      'status',
      'at',
      'subject',
      'text_untrusted',
      'attachments',
    ],
  },
  untrusted: ['email', 'subject', 'text_untrusted', 'attachments'],
  firstLine: ({ meta }) => {
    const unread = meta['unread_mailboxes'] as readonly { mailbox: string }[]
    if (unread.length === 0) return null
    return `Replies cannot be read in ${unread.map(({ mailbox }) => mailbox).join(', ')} right now, so they are not listed.`
  },
})
