import { perform } from '../../src/core/capability/perform.ts'
import { DeleteLead, PreviewDeleteLead } from '../../src/core/leads/leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const deleteLead = defineTool({
  name: 'delete_lead',
  title: 'Delete a lead',
  description:
    'Permanently delete a lead and cancel its scheduled messages. ' +
    'Without confirm true it only says what would be deleted. ' +
    'Use it for people who should not be kept. Not for correcting one (save_lead). Free.',
  input: DeleteLead.input,
  required: ['id'],
  output: DeleteLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(DeleteLead, call, raw),
  preview: (call, raw) => perform(PreviewDeleteLead, call, raw),
  unlisted: true,
  toolAliases: ['delete-lead', 'Delete-Lead'],
  parameterAliases: { lead_id: 'id' },
  untrusted: UNTRUSTED,
})
