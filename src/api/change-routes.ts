import { ListChanges } from '../core/changes/list-changes.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

export const CHANGE_ROUTES: readonly Route[] = [
  route(
    'get',
    '/changes',
    ListChanges,
    'List what changed at a company, or at those of a list, in the order it was found.',
  ),
]
