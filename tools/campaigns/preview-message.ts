import { PreviewMessageArguments } from '../../src/core/campaigns/drafts/preview-message-input.ts'
import { PreviewMessage } from '../../src/core/campaigns/drafts/preview-message.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const previewMessage = defineTool({
  name: 'preview_message',
  title: 'Preview campaign messages',
  description:
    'Show a campaign as written, and the emails that up to 5 people would get, with their own values; ' +
    'meta.skipped names who would get none and why; meta.missing, what start_campaign still needs. ' +
    'Use it before starting, to show the user the text. Not for changing it (draft_campaign). Free; nothing is sent.',
  input: PreviewMessageArguments,
  required: ['campaign_id'],
  output: PreviewMessage.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(PreviewMessage, call, withId(raw)),
  firstLine: ({ data, meta }) => {
    const { messages } = data as { messages: unknown[] }
    const [skipped, missing] = [meta['skipped'], meta['missing']].map((list) => (list as unknown[]).length)
    const stopped = (meta['stopped_mailboxes'] as unknown[] | undefined)?.length ?? 0
    const unsent = stopped === 0 ? '' : ' Its mailboxes cannot all send: see meta.stopped_mailboxes.'
    return `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} shown, ${skipped} skipped; ${missing} missing before it can start.${unsent}`
  },
  view: 'campaign',
  parameterAliases: { ...CAMPAIGN_ID_ALIASES, email: 'emails' },
  written: ['subject', 'body'],
  untrusted: ['subject', 'body'],
})
