import type { Answer } from '../../src/core/capability/capability.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { GetExportFile } from '../../src/core/data/leads-exports.ts'
import { EXPORT_TYPES } from '../../src/core/data/leads-export-rows.ts'
import { ExportRows } from '../../src/core/data/export-rows.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const exportRows = defineTool({
  name: 'export_rows',
  title: 'Export rows as a file',
  description:
    'Make a file of leads or of all rows of a job, with a link that anybody can open for 15 minutes. ' +
    'Use it to hand a list to the user. ' +
    'Not for reading rows here (search_leads). Free.',
  input: ExportRows.input,
  required: [],
  output: ExportRows.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: (call, raw) => perform(ExportRows, call, raw),
  toolAliases: ['export-rows', 'export_leads'],
  parameterAliases: { lead_list_id: 'leads_list_id' },
  openExport: async (call, id) => {
    const { file }: Answer = await perform(GetExportFile, call, { id })
    return file
  },
  links: (data) => {
    const { id, format } = data as { id: number; format: 'csv' | 'xlsx' | 'jsonl' }
    return [{ uri: `quarry://exports/${id}`, name: `export-${id}.${format}`, mimeType: EXPORT_TYPES[format] }]
  },
  firstLine: ({ data }) => {
    const { total, format } = data as { total: number; format: string }
    return `${total} ${total === 1 ? 'row' : 'rows'} as ${format}, for 15 minutes.`
  },
})
