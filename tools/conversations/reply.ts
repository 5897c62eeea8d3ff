import { PreviewReply, Reply } from '../../src/core/conversations/replies.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const reply = defineTool({
  name: 'reply',
  title: 'Reply',
  description:
    'Reply to one conversation in its thread, from its own mailbox. ' +
    'Without confirm true it stores a draft and shows recipient, subject and text; with it, exactly that draft is sent. ' +
    'Use it when the user wants to reply to somebody. Not for first emails (start_campaign). Free.',
  input: Reply.input,
  required: ['conversation_id', 'text'],
  output: Reply.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: (call, raw) => perform(Reply, call, raw),
  preview: (call, raw) => perform(PreviewReply, call, raw),
  firstLine: ({ data }) => {
    const { id, status } = data as { id: number; status: string }
    return status === 'sent' ? `Reply ${id} is sent.` : `Reply ${id} is ${status}: list_replies shows when it is sent.`
  },
  untrusted: ['subject', 'from'],
  written: ['text'],
})
