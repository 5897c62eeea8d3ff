import { ListChanges } from '../core/changes/list-changes.ts'
import { WatchCompanies } from '../core/changes/watch-companies.ts'
import { ListWatches, RemoveWatches } from '../core/changes/watches.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

export const CHANGE_ROUTES: readonly Route[] = [
  route(
    'get',
    '/changes',
    ListChanges,
    'List what changed at a company, or at those of a list, in the order it was found.',
  ),
  route('get', '/watches', ListWatches, 'List the companies that are watched, by name.'),
  route(
    'post',
    '/watches',
    WatchCompanies,
    'Watch companies: their sites are read again and again, and changes noticed.',
  ),
  route('delete', '/watches', RemoveWatches, 'Stop watching companies.'),
]
