import { PreviewSetWebhook, SetWebhook } from '../../src/core/webhooks/set-webhook.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const setWebhook = defineTool({
  name: 'set_webhook',
  title: 'Set or remove a webhook',
  description:
    'Have events posted to a URL of the user, such as replies as they come, or stop that with remove true. ' +
    'Without confirm true a new one is only described; data leave this installation by it. The secret is shown once. ' +
    'Use it to connect another program. Not for reading what happened (list_recipients). Free.',
  input: SetWebhook.input,
  required: ['event', 'target_url'],
  output: SetWebhook.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(SetWebhook, call, raw),
  preview: (call, raw) => perform(PreviewSetWebhook, call, raw),
  parameterAliases: { url: 'target_url' },
  toolAliases: ['set-webhook', 'Set-Webhook'],
})
