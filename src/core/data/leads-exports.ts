import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { exportFile } from './leads-export-rows.ts'

const ExportRecord = z.object({
  id: z.int(),
  status: z.literal('done'),
  format: z.enum(['csv', 'xlsx', 'jsonl']),
  total: z.int(),
  url: z.string(),
  created_at: z.iso.datetime(),
})

export type ExportRecord = z.output<typeof ExportRecord>

export const ExportOutput = z.object({ data: ExportRecord, meta: z.object({}) })

const ExportIdInput = z.object({ id: idField('The id of the export.') })

export const GetExport = capability({
  group: 'leads',
  scope: 'read',
  name: 'get_leads_export',
  input: ExportIdInput,
  output: ExportOutput,
  run: async (call, { id = 0 }) => ({ data: describeExport(call, await findExport(call, id)), meta: {} }),
})

/** The record, with its rows in a separate file. */
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

export const describeExport = (
  { config }: Pick<Call, 'config'>,
  { id, format, total, createdAt }: LeadsExport,
): ExportRecord => ({
  id,
  status: 'done',
  format,
  total,
  url: `${config.origin}/v2/leads/exports/${id}/file`,
  created_at: createdAt.toISOString(),
})

/** @throws AppError not_found, also for exports of other accounts. */
export async function findExport(
  { store, principal }: Part<'principal', 'leadsExports'>,
  id: number,
): Promise<LeadsExport> {
  const found = await store.leadsExports.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `There is no export with id ${id}.`)
  return found
}
