import { AddLeadsToList } from '../core/leads/add-leads-to-list.ts'
import { EnrichLeads } from '../core/leads/enrich-leads.ts'
import { RemoveLeadsFromList } from '../core/leads/remove-leads-from-list.ts'
import { ChangeManyLeads } from '../core/leads/change-leads.ts'
import { DeleteLeads } from '../core/leads/delete-leads.ts'
import { MoveLeads } from '../core/leads/move-leads.ts'
import { GetExport, GetExportFile } from '../core/data/leads-exports.ts'
import { StartExport } from '../core/data/export-leads.ts'
import { ExportRows } from '../core/data/export-rows.ts'
import { CancelImport, GetImport, GetImportErrors, ListImports } from '../core/data/leads-imports.ts'
import { StartImport } from '../core/data/import-leads.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** More rows than one import accepts. */
const MAX_FILE_BYTES = 268_435_456
const LATER = 'More than a hundred leads: they are changed in the background.'
const IMPORTS = '/leads/imports'
const EXPORTS = '/leads/exports'

/** Example request for the documentation. */
const CHOSEN = { leads_list_id: 1, lead_ids: [1, 2] }

/** Many leads at a time. These routes precede those of a single lead: `bulk` is not an id. */
export const LEADS_FILE_ROUTES: readonly Route[] = [
  {
    ...route('post', '/leads/bulk/move', MoveLeads, 'Move leads from one list to another.', {
      ...CHOSEN,
      target_leads_list_id: 2,
    }),
    success: 202,
  },
  {
    ...route('post', '/leads/bulk/delete', DeleteLeads, 'Delete leads by id, or all leads in a list.', {
      lead_ids: [1, 2],
    }),
    otherAnswers: { 202: 'More than ten leads: they are deleted in the background.' },
  },
  {
    ...route('post', '/leads/bulk/change', ChangeManyLeads, 'Move, copy, tag, remove, delete or merge many leads.', {
      action: 'copy',
      ids: [1, 2],
      target_list_name: 'Spring',
      expected_count: 2,
    }),
    otherAnswers: { 202: LATER },
  },
  {
    ...route('post', '/leads/bulk/add', AddLeadsToList, 'Add leads to a list.', CHOSEN),
    otherAnswers: { 202: LATER },
  },
  {
    ...route(
      'post',
      '/leads/bulk/remove',
      RemoveLeadsFromList,
      'Remove leads from a list; the leads are kept.',
      CHOSEN,
    ),
    otherAnswers: { 202: LATER },
  },
  {
    ...route('post', '/leads/bulk/enrich', EnrichLeads, 'Fill empty fields of leads from the index.', {
      lead_ids: [1, 2],
    }),
    otherAnswers: { 202: LATER },
  },
  {
    ...route('post', IMPORTS, StartImport, 'Import leads from delimited text, as the body or within JSON.', {
      csv: 'email,first name\nrui@lumen.example,Rui\n',
    }),
    success: 202,
    upload: { parameter: 'csv', maxBytes: MAX_FILE_BYTES },
  },
  route('get', IMPORTS, ListImports, 'List lead imports, newest first.', { limit: 10, offset: 0 }),
  route('get', `${IMPORTS}/:id`, GetImport, 'Show the progress of an import.'),
  route('delete', `${IMPORTS}/:id`, CancelImport, 'Cancel an import; leads already merged are kept.'),
  route('get', `${IMPORTS}/:id/errors`, GetImportErrors, 'List the rejected rows with reasons.'),
  {
    ...route('post', EXPORTS, StartExport, 'Export leads as csv, xlsx or jsonl, with filters.', {
      format: 'csv',
      leads_list_id: 1,
    }),
    success: 202,
  },
  route(
    'post',
    '/exports',
    ExportRows,
    "Make a file of leads or of a job's rows, with a link that works for 15 minutes.",
    { leads_list_id: 1, format: 'csv' },
  ),
  route('get', `${EXPORTS}/:id`, GetExport, 'Show an export.'),
  {
    ...route('get', `${EXPORTS}/:id/file`, GetExportFile, 'Download the rows of an export as a file.'),
    sendsFile: true,
  },
]
