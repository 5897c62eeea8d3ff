import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { LeadsImport } from '../../db/leads/leads-imports-store.ts'
import { AppError } from '../../errors.ts'
import { Upload } from '../../lib/input/upload.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { ImportErrorsInput, ImportIdInput, ListImportsInput, StartImportInput } from './leads-import-input.ts'
import { isKnownTarget } from './leads-import-columns.ts'
import { uploadRows } from './leads-import-upload.ts'
import { invalid } from '../fields/name-field.ts'
import { MergeImports } from './merge-imports.ts'

export const ImportRecord = z.object({
  id: z.int(),
  name: z.string().nullable(),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'cancelled', 'failed']),
  dry_run: z.boolean(),
  on_existing: z.enum(['update', 'skip']),
  leads_list_id: z.int().nullable(),
  columns: z.array(z.object({ column: z.string(), field: z.string() })),
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

const ImportOutput = z.object({ data: ImportRecord, meta: z.object({}) })

export const describeImport = (found: LeadsImport): ImportRecord => ({
  id: found.id,
  name: found.name,
  status: found.status,
  dry_run: found.dryRun,
  on_existing: found.onExisting,
  leads_list_id: found.leadsListId,
  columns: found.columns.map(({ column, field }) => ({ column, field })),
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
const writing = { group: 'leads', scope: 'write' } as const
const RETRY_AFTER_SECONDS = 1

/** Takes a file of leads; they are merged after the answer. */
export const StartImport = capability({
  ...writing,
  name: 'import_leads',
  input: StartImportInput,
  output: ImportOutput,
  check: ({ csv }) =>
    csv === undefined ? [{ id: 'wrong_params', details: 'The csv parameter is missing.', field: 'csv' }] : [],
  waits: true,
  run: async (call, { csv, mapping = {}, ...input }) => {
    const { accountId } = call.principal
    const slugs = await call.store.customAttributes.slugs(accountId)
    const wrong = Object.values(mapping).find((target) => !isKnownTarget(target, slugs))
    if (wrong !== undefined) throw invalid('mapping', 'must name fields of leads, or - for columns to leave out.')
    const started = await uploadRows(call, csv?.bytes ?? Upload.of('').bytes, {
      name: input.name ?? null,
      dryRun: input.dry_run ?? false,
      onExisting: input.on_existing ?? 'update',
      ...(await targetList(call, input)),
      mapping,
      encoding: input.encoding,
      slugs,
    })
    await call.queue.send(MergeImports, {})
    return { data: describeImport(started), meta: {}, status: 202 as const, retryAfterSeconds: RETRY_AFTER_SECONDS }
  },
})

/** The list that takes the leads: the one named, else the newest. A dry run makes none. */
async function targetList(
  { store, principal, clock }: Call,
  input: { leads_list_id?: number | undefined; leads_list_name?: string | undefined; dry_run?: boolean | undefined },
): Promise<{ leadsListId: number | null; listNamed: boolean }> {
  const { leads_list_id: id, leads_list_name: name, dry_run: dryRun = false } = input
  const { accountId } = principal
  if (id !== undefined && name !== undefined) throw invalid('leads_list_name', 'must not be sent together with an id.')
  if (id !== undefined) {
    if ((await store.leadsLists.find(accountId, id)) === null) throw invalid('leads_list_id', `${id} does not exist.`)
    return { leadsListId: id, listNamed: true }
  }
  if (name === undefined)
    return { leadsListId: (await store.leadsLists.newest(accountId))?.id ?? null, listNamed: false }
  if (dryRun) return { leadsListId: null, listNamed: true }
  return { leadsListId: (await store.leadsLists.named(accountId, name, clock.now())).list.id, listNamed: true }
}

export const ListImports = capability({
  ...reading,
  name: 'list_leads_imports',
  input: ListImportsInput,
  output: z.object({
    data: z.array(ImportRecord),
    meta: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
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

/** What is merged stays; what is not yet is forgotten. */
export const CancelImport = capability({
  ...writing,
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
    meta: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    const found = await findImport(call, id)
    const errors = await call.store.leadsImports.errors(found, { limit, offset })
    return { data: { errors }, meta: { total: found.failed, limit, offset } }
  },
})

/** @throws AppError not_found, also for imports of others. */
export async function findImport({ store, principal }: Call, id: number): Promise<LeadsImport> {
  const found = await store.leadsImports.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `No import has the id ${id}.`)
  return found
}
