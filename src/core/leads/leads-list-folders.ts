import { z } from 'zod'
import type { LeadsListFolder } from '../../db/leads/leads-folders-store.ts'
import { AppError } from '../../errors.ts'
import { asText, idField } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { utcSeconds } from '../../lib/process/clock.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { checkName, invalidField, nameField, nameMissing } from '../fields/name-field.ts'
import { PageMeta } from './leads-lists-output.ts'

/** Six hexadecimal digits each, in the order in which new folders use them. */
const PALETTE = [
  '374151',
  '3489F9',
  '10B981',
  'F5BA0B',
  'EF4444',
  '7C3AED',
  'F97316',
  'E5E7EB',
  'B4D9F7',
  'BAE6B0',
  'FDE68A',
  'FBD0D0',
  'D4C4F8',
  'FFD79B',
]
const MAX_FOLDERS = 100

const colorField = field<string>(
  { type: 'string', enum: PALETTE, description: 'A palette colour; the least used one when absent.' },
  (raw) => {
    const color = asText(raw)
    return color === null ? refuse('wrong_params', saying('color must be a string.', raw)) : read(color.toUpperCase())
  },
)

const FolderIdInput = z.object({ id: idField('The id of the folder.') })
const name = nameField('The name of the folder, up to 255 characters; unique, ignoring case.')
const FolderFields = z.object({ name, color: colorField })

const FolderRecord = z.object({
  id: z.int(),
  name: z.string(),
  color: z.string(),
  leads_lists_count: z.int(),
  created_at: z.string(),
})
const FolderOutput = z.object({ data: FolderRecord, meta: z.object({}) })

const describeFolder = (folder: LeadsListFolder): z.output<typeof FolderRecord> => ({
  id: folder.id,
  name: folder.name,
  color: folder.color,
  leads_lists_count: folder.listsCount,
  created_at: utcSeconds(folder.createdAt),
})

const reading = { group: 'leads_lists', scope: 'read' } as const
const writing = { group: 'leads_lists', scope: 'write' } as const

export const ListFolders = capability({
  ...reading,
  name: 'list_leads_list_folders',
  input: z.object(pageFields('folders')),
  output: z.object({ data: z.object({ folders: z.array(FolderRecord) }), meta: PageMeta }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { folders, total } = await store.leadsFolders.list(principal.accountId, { limit, offset })
    return { data: { folders: folders.map(describeFolder) }, meta: { total, params: { limit, offset } } }
  },
})

export const GetFolder = capability({
  ...reading,
  name: 'get_leads_list_folder',
  input: FolderIdInput,
  output: FolderOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const folder = await store.leadsFolders.find(principal.accountId, id)
    if (folder === null) throw noSuchFolder(id)
    return { data: describeFolder(folder), meta: {} }
  },
})

export const CreateFolder = capability({
  ...writing,
  name: 'create_leads_list_folder',
  findMade: ({ store, principal }, id) => store.leadsFolders.find(principal.accountId, id),
  input: FolderFields,
  output: FolderOutput,
  check: nameMissing,
  run: async ({ store, principal, clock }, { name = '', color }) => {
    checkName(name)
    checkColor(color)
    const wanted = { name, color: color ?? PALETTE, atMost: MAX_FOLDERS, now: clock.now() }
    const folder = await store.leadsFolders.add(principal.accountId, wanted)
    if (folder === 'taken') throw nameTaken()
    if (folder === 'full') throw new AppError('validation_failed', `An account has at most ${MAX_FOLDERS} folders.`)
    return { data: describeFolder(folder), meta: {}, status: 201 as const }
  },
})

/** Parameters not sent change nothing. */
export const UpdateFolder = capability({
  ...writing,
  name: 'update_leads_list_folder',
  input: z.object({ ...FolderIdInput.shape, ...FolderFields.shape }),
  output: FolderOutput,
  run: async ({ store, principal }, { id = 0, name = null, color = null }) => {
    if ((await store.leadsFolders.find(principal.accountId, id)) === null) throw noSuchFolder(id)
    if (name !== null) checkName(name)
    if (color !== null) checkColor(color)
    const folder = await store.leadsFolders.change(principal.accountId, id, { name, color })
    if (folder === 'taken') throw nameTaken()
    if (folder === null) throw noSuchFolder(id)
    return { data: describeFolder(folder), meta: {}, status: 204 as const }
  },
})

/** Its lists stay, without a folder. */
export const DeleteFolder = capability({
  ...writing,
  name: 'delete_leads_list_folder',
  input: FolderIdInput,
  output: FolderOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const folder = await store.leadsFolders.find(principal.accountId, id)
    if (folder === null) throw noSuchFolder(id)
    await store.leadsFolders.remove(principal.accountId, id)
    return { data: describeFolder(folder), meta: {}, status: 204 as const }
  },
})

function checkColor(color: string | undefined): void {
  if (color !== undefined && !PALETTE.includes(color))
    throw invalidField('color', `must be one of ${PALETTE.join(', ')}.`)
}

const nameTaken = (): AppError => invalidField('name', 'is already taken.')

const noSuchFolder = (id: number): AppError => new AppError('not_found', `There is no folder with id ${id}.`)
