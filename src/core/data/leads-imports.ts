import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { LeadsImport } from '../../db/leads/leads-imports-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { IGNORED } from './leads-import-columns.ts'
import { ImportErrorsInput, ImportIdInput, ListImportsInput } from './leads-import-input.ts'

export const ImportRecord = z.object({
  id: z.int(),
  name: z.string().nullable(),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'cancelled', 'failed']),
  dry_run: z.boolean(),
  on_existing: z.enum(['update', 'skip']),
  leads_list_id: z.int().nullable(),
  columns: z.array(z.object({ column: z.string(), field: z.string() })),
  left_out: z.array(z.string()).optional(),
  encoding: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})

export type ImportRecord = z.output<typeof ImportRecord>

export const ImportOutput = z.object({ data: ImportRecord, meta: z.object({}) })

/** Names the columns that fill no field, if there are any. */
function leftOut({ columns }: Pick<LeadsImport, 'columns'>): Pick<ImportRecord, 'left_out'> {
  const names = columns.filter(({ field }) => field === IGNORED).map(({ column }) => column)
  return names.length === 0 ? {} : { left_out: names }
}

export const describeImport = (found: LeadsImport): ImportRecord => ({
  id: found.id,
  name: found.name,
  status: found.status,
  dry_run: found.dryRun,
  on_existing: found.onExisting,
  leads_list_id: found.leadsListId,
  columns: found.columns.filter(({ field }) => field !== IGNORED).map(({ column, field }) => ({ column, field })),
  ...leftOut(found),
  encoding: found.encoding,
  total: found.total,
  done: found.done,
  created: found.created,
  updated: found.updated,
  unchanged: found.unchanged,
  skipped: found.skipped,
  failed: found.failed,
  problem: found.problem,
  created_at: found.createdAt.toISOString(),
  finished_at: found.finishedAt?.toISOString() ?? null,
})

const reading = { group: 'leads', scope: 'read' } as const

export const importWriting = { group: 'leads', scope: 'write' } as const

export const ListImports = capability({
  ...reading,
  name: 'list_leads_imports',
  input: ListImportsInput,
  output: z.object({
    data: z.array(ImportRecord),
    meta: ShownPage,
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { imports, total } = await store.leadsImports.list(principal.accountId, { limit, offset })
    return { data: imports.map(describeImport), meta: { total, limit, offset } }
  },
})

export const GetImport = capability({
  ...reading,
  name: 'get_leads_import',
  input: ImportIdInput,
  output: ImportOutput,
  run: async (call, { id = 0 }) => ({ data: describeImport(await findImport(call, id)), meta: {} }),
})

/** Rows already merged stay; the others are discarded. */
export const CancelImport = capability({
  ...importWriting,
  name: 'cancel_leads_import',
  input: ImportIdInput,
  output: ImportOutput,
  run: async (call, { id = 0 }) => {
    const found = await findImport(call, id)
    await call.store.leadsImports.end(found, { status: 'cancelled', problem: null, now: call.clock.now() })
    return { data: describeImport(await findImport(call, id)), meta: {} }
  },
})

/** The rows that could not be used, and why. */
export const GetImportErrors = capability({
  ...reading,
  name: 'get_leads_import_errors',
  input: ImportErrorsInput,
  output: z.object({
    data: z.object({
      errors: z.array(z.object({ line: z.int(), column: z.string().nullable(), reason: z.string() })),
    }),
    meta: ShownPage,
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    const found = await findImport(call, id)
    const errors = await call.store.leadsImports.errors(found, { limit, offset })
    return { data: { errors }, meta: { total: found.failed, limit, offset } }
  },
})

/** @throws AppError not_found, also for imports of other accounts. */
export async function findImport(
  { store, principal }: Part<'principal', 'leadsImports'>,
  id: number,
): Promise<LeadsImport> {
  const found = await store.leadsImports.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `There is no import with id ${id}.`)
  return found
}
