import type { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { Upload } from '../../lib/input/upload.ts'
import { capability } from '../capability/capability.ts'
import { invalidField } from '../fields/name-field.ts'
import { isKnownTarget } from './leads-import-columns.ts'
import { StartImportInput } from './leads-import-input.ts'
import { uploadRows } from './leads-import-upload.ts'
import { describeImport, ImportOutput, importWriting } from './leads-imports.ts'
import { MergeImports } from './merge-imports.ts'
import { missing } from '../../lib/input/input-fields.ts'

const RETRY_AFTER_SECONDS = 1

/** Accepts a file of leads; they are merged after the response. */
export const StartImport = capability({
  ...importWriting,
  name: 'import_leads',
  input: StartImportInput,
  output: ImportOutput,
  check: ({ csv }) => missing('csv', csv),
  waits: true,
  run: async (call, { csv, ...wanted }) => importLeads(call, csv?.bytes ?? Upload.of('').bytes, wanted),
})

type ImportWanted = Omit<z.output<typeof StartImportInput>, 'csv'>

/** Stores the rows of a file as they arrive, and has them merged. @throws AppError validation_failed. */
export async function importLeads(
  call: Call,
  bytes: AsyncIterable<Uint8Array>,
  { mapping = {}, ...input }: ImportWanted,
) {
  const { accountId } = call.principal
  const slugs = await call.store.customAttributes.slugs(accountId)
  const wrong = Object.values(mapping).find((target) => !isKnownTarget(target, slugs))
  if (wrong !== undefined) throw invalidField('mapping', 'must name lead fields, or - for columns to skip.')
  const started = await uploadRows(call, bytes, {
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
}

/** The list that the leads are added to: the one named, otherwise the newest. A dry run creates none. */
async function targetList(
  { store, principal, clock }: Part<'clock' | 'principal', 'leadsLists'>,
  input: { leads_list_id?: number | undefined; leads_list_name?: string | undefined; dry_run?: boolean | undefined },
): Promise<{ leadsListId: number | null; listNamed: boolean }> {
  const { leads_list_id: id, leads_list_name: name, dry_run: dryRun = false } = input
  const { accountId } = principal
  if (id !== undefined && name !== undefined)
    throw invalidField('leads_list_name', 'must not be sent together with an id.')
  if (id !== undefined) {
    if ((await store.leadsLists.find(accountId, id)) === null)
      throw invalidField('leads_list_id', `${id} does not exist.`)
    return { leadsListId: id, listNamed: true }
  }
  if (name === undefined)
    return { leadsListId: (await store.leadsLists.newest(accountId))?.id ?? null, listNamed: false }
  if (dryRun) return { leadsListId: null, listNamed: true }
  return { leadsListId: (await store.leadsLists.named(accountId, name, clock.now())).list.id, listNamed: true }
}
