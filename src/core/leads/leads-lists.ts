import type { Part } from '../../context.ts'
import type { LeadsList } from '../../db/leads/leads-lists-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import {
  CreateLeadsListInput,
  ListIdInput,
  ListLeadsListsInput,
  MergeLeadsListInput,
  SaveLeadsListInput,
  UpdateLeadsListInput,
} from './leads-lists-input.ts'
import { checkName, invalidField, nameMissing } from '../fields/name-field.ts'
import {
  describeList,
  FavoriteOutput,
  LeadsListOutput,
  LeadsListsOutput,
  SavedLeadsListOutput,
} from './leads-lists-output.ts'
import { missing } from '../../lib/input/input-fields.ts'

const reading = { group: 'leads_lists', scope: 'read' } as const
const writing = { group: 'leads_lists', scope: 'write' } as const

export const ListLeadsLists = capability({
  ...reading,
  name: 'list_leads_lists',
  input: ListLeadsListsInput,
  output: LeadsListsOutput,
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { lists, total } = await store.leadsLists.list(principal.accountId, { limit, offset })
    return { data: { leads_lists: lists.map(describeList) }, meta: { total, params: { limit, offset } } }
  },
})

export const CreateLeadsList = capability({
  ...writing,
  name: 'create_leads_list',
  findMade: ({ store, principal }, id) => store.leadsLists.find(principal.accountId, id),
  input: CreateLeadsListInput,
  output: LeadsListOutput,
  check: nameMissing,
  run: async ({ store, principal, clock }, { name = '', leads_list_folder_id: folderId = null }) => {
    checkName(name)
    const list = await store.leadsLists.add(principal.accountId, name, folderId, clock.now())
    if (list === null) throw noSuchFolder(folderId)
    return { data: describeList(list), meta: {}, status: 201 as const }
  },
})

/** The list with this name, created if there is none: the same call twice returns the same list. */
export const SaveLeadsList = capability({
  ...writing,
  name: 'save_leads_list',
  input: SaveLeadsListInput,
  output: SavedLeadsListOutput,
  check: nameMissing,
  run: async ({ store, principal, clock }, { name = '' }) => {
    checkName(name)
    const { list, created } = await store.leadsLists.named(principal.accountId, name, clock.now())
    return { data: describeList(list), meta: { created } }
  },
})

export const UpdateLeadsList = capability({
  ...writing,
  name: 'update_leads_list',
  input: UpdateLeadsListInput,
  output: LeadsListOutput,
  check: nameMissing,
  run: async (call, { id = 0, name = '', leads_list_folder_id: folderId }) => {
    await findList(call, id)
    checkName(name)
    const list = await call.store.leadsLists.change(call.principal.accountId, id, { name, folderId })
    if (list === null) throw noSuchFolder(folderId)
    return { data: describeList(list), meta: {}, status: 204 as const }
  },
})

/** Its leads stay. */
export const DeleteLeadsList = capability({
  ...writing,
  name: 'delete_leads_list',
  input: ListIdInput,
  output: LeadsListOutput,
  run: async ({ store, principal }, { id = 0 }) => {
    const list = await store.leadsLists.remove(principal.accountId, id)
    if (list === null) throw noSuchList(id)
    return { data: describeList(list), meta: {}, status: 204 as const }
  },
})

/** Moves the leads of a list to another list and deletes it; returns the list that received them. */
export const MergeLeadsList = capability({
  ...writing,
  name: 'merge_leads_list',
  input: MergeLeadsListInput,
  output: LeadsListOutput,
  check: ({ destination_leads_list_id: target }) => missing('destination_leads_list_id', target),
  run: async (call, { id = 0, destination_leads_list_id: target = 0 }) => {
    await findList(call, id)
    if (target === id) throw invalidField('destination_leads_list_id', 'must be a different list.')
    const merged = await call.store.leadsMembers.merge(call.principal.accountId, id, target)
    if (!merged) {
      await findList(call, id)
      throw invalidField('destination_leads_list_id', `${target} does not exist.`)
    }
    return { data: describeList(await findList(call, target)), meta: {}, status: 204 as const }
  },
})

export const FavorLeadsList = capability({
  ...writing,
  name: 'favor_leads_list',
  input: ListIdInput,
  output: FavoriteOutput,
  run: async (call, { id = 0 }) => ({ ...(await favor(call, id, true)), status: 201 as const }),
})

export const UnfavorLeadsList = capability({
  ...writing,
  name: 'unfavor_leads_list',
  input: ListIdInput,
  output: FavoriteOutput,
  run: async (call, { id = 0 }) => favor(call, id, false),
})

async function favor({ store, principal }: Part<'principal', 'leadsLists'>, id: number, favorited: boolean) {
  if (!(await store.leadsLists.favor(principal.accountId, principal.userId, id, favorited))) throw noSuchList(id)
  return { data: { id, favorited }, meta: {} }
}

/** @throws AppError not_found, also for lists of other accounts. */
export async function findList({ store, principal }: Part<'principal', 'leadsLists'>, id: number): Promise<LeadsList> {
  const list = await store.leadsLists.find(principal.accountId, id)
  if (list === null) throw noSuchList(id)
  return list
}

export const noSuchList = (id: number): AppError => new AppError('not_found', `There is no leads list with id ${id}.`)

const noSuchFolder = (id: number | null | undefined): AppError =>
  invalidField('leads_list_folder_id', `${id ?? 0} does not exist.`)
