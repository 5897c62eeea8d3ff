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
    { domain: 'lumen.example', type: 'joined,left', since: '2026-03-01' },
  ),
  route('get', '/watches', ListWatches, 'List the watched companies by name.'),
  route(
    'post',
    '/watches',
    WatchCompanies,
    'Watch companies: their sites are revisited at regular intervals to detect changes.',
    { domains: ['lumen.example'], types: ['joined', 'left'], every_days: 7 },
  ),
  route('delete', '/watches', RemoveWatches, 'Stop watching companies.', { domains: ['lumen.example'] }),
]
