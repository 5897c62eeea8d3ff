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
    'List changes at a company, or at the companies of a list, in the order they were found.',
  ),
  route('get', '/watches', ListWatches, 'List the watched companies by name.'),
  route(
    'post',
    '/watches',
    WatchCompanies,
    'Watch companies: their sites are revisited at regular intervals to detect changes.',
  ),
  route('delete', '/watches', RemoveWatches, 'Stop watching companies.'),
]
