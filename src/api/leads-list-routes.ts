import { CreateFolder, DeleteFolder, GetFolder, ListFolders, UpdateFolder } from '../core/leads/leads-list-folders.ts'
import { ListFavorites } from '../core/leads/favorites.ts'
import { GetLeadsList } from '../core/leads/get-leads-list.ts'
import {
  CreateLeadsList,
  DeleteLeadsList,
  FavorLeadsList,
  ListLeadsLists,
  MergeLeadsList,
  UnfavorLeadsList,
  UpdateLeadsList,
} from '../core/leads/leads-lists.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const FOLDERS = '/leads_lists/folders'
const FAVORITE = '/leads_lists/:id/favorite'

/** Example request for the documentation. */
const FOLDER = { name: 'Spring' }

/** Lists of leads and their folders; each path is also spelled `leads-lists`. */
export const LEADS_LIST_ROUTES: readonly Route[] = [
  route('get', '/leads_lists', ListLeadsLists, 'List the leads lists, newest first.', { limit: 10, offset: 0 }),
  {
    ...route('post', '/leads_lists', CreateLeadsList, 'Create a leads list.', { name: 'Makers of lamps' }),
    success: 201 as const,
  },
  route('get', FOLDERS, ListFolders, 'List the folders of leads lists, newest first.'),
  { ...route('post', FOLDERS, CreateFolder, 'Create a folder for leads lists.', FOLDER), success: 201 as const },
  route('get', `${FOLDERS}/:id`, GetFolder, 'Show a folder.'),
  {
    ...route('put', `${FOLDERS}/:id`, UpdateFolder, 'Update a folder; fields not sent stay unchanged.', FOLDER),
    success: 204 as const,
  },
  { ...route('delete', `${FOLDERS}/:id`, DeleteFolder, 'Delete a folder; its lists are kept.'), success: 204 as const },
  route('get', '/leads_lists/favorites', ListFavorites, 'List the ids of your favourite leads lists.'),
  route('get', '/leads_lists/:id', GetLeadsList, 'Show a leads list and its leads, newest first.', {
    limit: 10,
    offset: 0,
  }),
  {
    ...route('put', '/leads_lists/:id', UpdateLeadsList, 'Rename a leads list or move it to a folder.', {
      name: 'Makers of lamps',
    }),
    success: 204 as const,
  },
  {
    ...route('delete', '/leads_lists/:id', DeleteLeadsList, 'Delete a leads list; its leads are kept.'),
    success: 204 as const,
  },
  {
    ...route('post', '/leads_lists/:id/merge', MergeLeadsList, 'Move all leads of a list to another and delete it.', {
      destination_leads_list_id: 2,
    }),
    success: 204 as const,
  },
  { ...route('post', FAVORITE, FavorLeadsList, 'Add a leads list to your favourites.'), success: 201 as const },
  route('delete', FAVORITE, UnfavorLeadsList, 'Remove a leads list from your favourites.'),
].map((listed) => ({ ...listed, pathAliases: [listed.path.replace('/leads_lists', '/leads-lists')] }))
