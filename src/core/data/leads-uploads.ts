import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { LeadsUpload } from '../../db/leads/leads-uploads-store.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { guessColumns } from './leads-import-columns.ts'
import { withOtherPersons } from './leads-import-persons.ts'
import { importLeads } from './import-leads.ts'
import { StartImportInput } from './leads-import-input.ts'
import { ImportOutput, importWriting } from './leads-imports.ts'
import { lookAtUpload, readableProblem, refuseUseless } from './upload-look.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Files kept per account, and bytes stored per database row. */
const MAX_UPLOADS = 5
const PIECE_BYTES = 1_000_000

const UploadRecord = z.object({
  id: z.int(),
  name: z.string().nullable(),
  bytes: z.int(),
  created_at: z.iso.datetime(),
})

const describeUpload = ({ id, name, bytes, createdAt }: LeadsUpload): z.output<typeof UploadRecord> => ({
  id,
  name,
  bytes,
  created_at: createdAt.toISOString(),
})

/** Keeps a file of leads for a day, so that it can be viewed before it is imported; a useless one is refused at once. */
export const CreateUpload = capability({
  ...importWriting,
  name: 'create_leads_upload',
  input: StartImportInput.pick({ csv: true, name: true }),
  output: z.object({ data: UploadRecord, meta: z.object({}) }),
  check: ({ csv }) => missing('csv', csv),
  waits: true,
  run: async (call, { csv, name = null }) => {
    const { store, principal, clock, database } = call
    const begun = await store.leadsUploads.begin(principal.accountId, name, { atMost: MAX_UPLOADS, now: clock.now() })
    await fill(call, begun, csv?.bytes ?? [])
    await database.pool.together()
    const kept = await store.leadsUploads.complete(begun)
    if (kept === null) throw new AppError('validation_failed', 'Too many files at once. Send this one again.')
    return { data: describeUpload(kept), meta: {}, status: 201 as const }
  },
})

/** @returns false if the upload has been removed in the meantime. */
async function addPieces(
  { store }: Part<never, 'leadsUploads'>,
  begun: LeadsUpload,
  bytes: Parameters<typeof piecesOf>[0],
): Promise<boolean> {
  let place = 0
  for await (const piece of piecesOf(bytes))
    if (!(await store.leadsUploads.addPiece(begun, place++, piece))) return false
  return true
}

/** A refused file, or one that does not arrive whole, is not kept. @throws AppError validation_failed. */
async function fill(
  call: Part<never, 'leadsUploads'>,
  begun: LeadsUpload,
  bytes: Parameters<typeof piecesOf>[0],
): Promise<void> {
  const { leadsUploads } = call.store
  try {
    if (await addPieces(call, begun, bytes)) refuseUseless(await lookAtUpload(leadsUploads.read(begun)))
  } catch (error) {
    await leadsUploads.remove(begun.accountId, begun.id)
    throw readableProblem(error)
  }
}

async function* piecesOf(bytes: AsyncIterable<Uint8Array> | readonly Uint8Array[]): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    ;[waiting, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(waiting)
}

const UploadIdInput = z.object({ id: idField('The id of the uploaded file.') })

/** A file waiting to be imported: its columns, the field each one seems to be, and its first rows. */
export const GetUpload = capability({
  group: 'leads',
  scope: 'write',
  name: 'get_leads_upload',
  input: UploadIdInput,
  output: z.object({
    data: UploadRecord.extend({
      encoding: z.string(),
      columns: z.array(z.object({ column: z.string(), field: z.string().nullable() })),
      rows: z.array(z.array(z.string())),
    }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const found = await findUpload(call, id)
    const { encoding, header, sample } = await lookAtUpload(call.store.leadsUploads.read(found))
    const slugs = await call.store.customAttributes.slugs(found.accountId)
    return {
      data: {
        ...describeUpload(found),
        encoding,
        columns: withOtherPersons(guessColumns(header, slugs), header),
        rows: sample,
      },
      meta: {},
    }
  },
})

/** Imports a file that was uploaded before. It is kept, so that a dry run can be followed by an import. */
export const ImportUpload = capability({
  ...importWriting,
  name: 'import_leads_upload',
  input: StartImportInput.omit({ csv: true }).extend(UploadIdInput.shape),
  output: ImportOutput,
  waits: true,
  run: async (call, { id = 0, ...wanted }) => {
    const found = await findUpload(call, id)
    return importLeads(call, call.store.leadsUploads.read(found), {
      ...wanted,
      name: wanted.name ?? found.name ?? undefined,
    })
  },
})

/** Discards a file that is not to be imported. */
export const DeleteUpload = capability({
  ...importWriting,
  name: 'delete_leads_upload',
  input: UploadIdInput,
  output: z.object({ data: UploadRecord, meta: z.object({}) }),
  run: async (call, { id = 0 }) => {
    const found = await findUpload(call, id)
    await call.store.leadsUploads.remove(found.accountId, id)
    return { data: describeUpload(found), meta: {} }
  },
})

/** @throws AppError not_found, also for files of other accounts. */
async function findUpload({ store, principal }: Part<'principal', 'leadsUploads'>, id: number): Promise<LeadsUpload> {
  const found = await store.leadsUploads.find(principal.accountId, id)
  if (found === null) throw new AppError('not_found', `There is no uploaded file with id ${id}.`)
  return found
}
