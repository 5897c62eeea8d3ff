import { PreviewSetWebhook, SetWebhook } from '../../src/core/webhooks/set-webhook.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const setWebhook = defineTool({
  name: 'set_webhook',
  title: 'Set or remove a webhook',
  description:
    'Post events, such as replies as they arrive, to a URL of the user; remove true stops that. ' +
    'Without confirm true a new one is only described; it sends data out of this installation. The secret is shown once. ' +
    'Use it to connect another program. Not for reading what happened (list_recipients). Free.',
  input: SetWebhook.input,
  required: ['event', 'target_url'],
  output: SetWebhook.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(SetWebhook, call, raw),
  preview: (call, raw) => perform(PreviewSetWebhook, call, raw),
  parameterAliases: { url: 'target_url' },
  firstLine: ({ data, meta }) => webhookLine(data as { id: number }, meta),
  toolAliases: ['set-webhook', 'Set-Webhook'],
})

function webhookLine({ id }: { id: number }, { created, removed }: Record<string, unknown>): string {
  if (removed === true) return `Webhook ${id} is removed.`
  return created === true ? `Webhook ${id} is set.` : `Webhook ${id} was there already; nothing has changed.`
}
