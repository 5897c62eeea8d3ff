import { z } from 'zod'
import { MAX_SHEET_ROWS } from '../../engine/export/workbook-writer.ts'
import { choiceField } from '../../lib/input/field-kinds.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { publishEvent } from '../webhooks/publish-event.ts'
import { describeExport, ExportOutput } from './leads-exports.ts'
import { MATCHING } from '../leads/chosen-leads.ts'
import { leadFilter, LEADS_FILTER_ALIASES, LeadsFilterInput } from '../leads/leads-filter.ts'
import { invalidField } from '../fields/name-field.ts'

const FORMATS = ['csv', 'xlsx', 'jsonl'] as const

export const formatField = choiceField(
  FORMATS,
  'wrong_params',
  'format must be csv, xlsx or jsonl.',
  'csv (default), xlsx or jsonl.',
)

const StartExportInput = z.object({
  format: formatField,
  ...LeadsFilterInput.shape,
  filters: MATCHING.filters,
})

/** Records which leads are meant; they are read when the file is fetched, without any leads added later. */
export const StartExport = capability({
  group: 'leads',
  scope: 'write',
  name: 'export_leads',
  parameterAliases: LEADS_FILTER_ALIASES,
  input: StartExportInput,
  output: ExportOutput,
  run: async (call, { format = 'csv', filters: chosen, ...filters }) => {
    const { accountId } = call.principal
    const wanted = { format, filter: chosen ?? leadFilter(filters), now: call.clock.now() }
    const made = await call.store.leadsExports.add(accountId, wanted)
    if (format === 'xlsx' && made.total >= MAX_SHEET_ROWS)
      throw invalidField('format', 'Too many rows for xlsx; use csv or jsonl.')
    const data = describeExport(call, made)
    await audit(call, 'export_started', { subject: format, details: { id: made.id, rows: made.total } })
    await publishEvent(call, accountId, {
      type: 'export.completed',
      data: { id: made.id, kind: 'leads', rows: made.total, failed_rows: 0, url: data.url },
    })
    return { data, meta: {}, status: 202 as const }
  },
})
