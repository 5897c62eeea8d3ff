import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { MAX_SHEET_ROWS } from '../../engine/export/workbook-writer.ts'
import { AppError } from '../../errors.ts'
import { choiceField, idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { exportFile } from './leads-export-file.ts'
import { leadFilter, LEADS_FILTER_ALIASES, ListLeadsInput } from './leads-filter.ts'
import { invalid } from '../fields/name-field.ts'
import { publishEvent } from '../webhooks/publish-event.ts'

const ExportRecord = z.object({
  id: z.int(),
  status: z.literal('done'),
  format: z.enum(['csv', 'xlsx', 'jsonl']),
  total: z.int(),
  url: z.string(),
  created_at: z.iso.datetime(),
})
export type ExportRecord = z.output<typeof ExportRecord>
const ExportOutput = z.object({ data: ExportRecord, meta: z.object({}) })

const FORMATS = ['csv', 'xlsx', 'jsonl'] as const

const ExportIdInput = z.object({ id: idField('The id of the export.') })

const StartExportInput = z.object({
  format: choiceField(FORMATS, 'wrong_params', 'format must be csv, xlsx or jsonl.', 'csv (default), xlsx or jsonl.'),
  ...ListLeadsInput.omit({ limit: true, offset: true }).shape,
})

/** Notes which leads are meant; they are read when the file is fetched, and leads that come later are not among them. */
export const StartExport = capability({
  group: 'leads',
  scope: 'write',
  name: 'export_leads',
  aliases: LEADS_FILTER_ALIASES,
  input: StartExportInput,
  output: ExportOutput,
  run: async (call, { format = 'csv', ...filters }) => {
    const { accountId } = call.principal
    const wanted = { format, filter: leadFilter(filters), now: call.clock.now() }
    const made = await call.store.leadsExports.add(accountId, wanted)
    if (format === 'xlsx' && made.total >= MAX_SHEET_ROWS)
      throw invalid('format', 'xlsx holds fewer rows; take csv or jsonl.')
    const data = describeExport(call, made)
    await publishEvent(call, accountId, {
      type: 'export.completed',
      data: { id: made.id, kind: 'leads', rows: made.total, failed_rows: 0, url: data.url },
    })
    return { data, meta: {}, status: 202 as const }
  },
})

export const GetExport = capability({
  group: 'leads',
  scope: 'read',
  name: 'get_leads_export',
  input: ExportIdInput,
  output: ExportOutput,
  run: async (call, { id = 0 }) => ({ data: describeExport(call, await findExport(call, id)), meta: {} }),
})

/** The record, with its rows as a file beside it. */
export const GetExportFile = capability({
  group: 'leads',
  scope: 'read',
  name: 'get_leads_export_file',
  input: ExportIdInput,
  output: ExportOutput,
  run: async (call, { id = 0 }) => {
    const found = await findExport(call, id)
    return { data: describeExport(call, found), meta: {}, file: await exportFile(call, found) }
  },
})

const describeExport = ({ config }: Call, { id, format, total, createdAt }: LeadsExport): ExportRecord => ({
  id,
  status: 'done',
  format,
  total,
  url: `${config.origin}/v2/leads/exports/${id}/file`,
  created_at: createdAt.toISOString(),
})

/** @throws AppError not_found, also for exports of others. */
async function findExport({ store, principal }: Call, id: number): Promise<LeadsExport> {
  const found = await store.leadsExports.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `No export has the id ${id}.`)
  return found
}
