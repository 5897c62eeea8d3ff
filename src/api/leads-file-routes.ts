import { DeleteLeads, MoveLeads } from '../core/leads-bulk.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** Many leads at a time. They stand before the routes of a single lead: `bulk` is no id. */
export const LEADS_FILE_ROUTES: readonly Route[] = [
  { ...route('post', '/leads/bulk/move', MoveLeads, 'Move leads from one list to another.'), success: 202 },
  {
    ...route('post', '/leads/bulk/delete', DeleteLeads, 'Delete leads, by id or all of a list.'),
    otherAnswers: { 202: 'More than ten leads: they are deleted soon.' },
  },
]
