import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { MAX_SHEET_ROWS } from '../../engine/export/workbook-writer.ts'
import { AppError } from '../../errors.ts'
import { idField, textField } from '../../lib/input/field-kinds.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { invalidField } from '../fields/name-field.ts'
import { leadFilter } from '../leads/leads-filter.ts'
import { listIdField, mustExist } from '../leads/leads-bulk.ts'
import { formatField } from './export-leads.ts'
import { findExport } from './leads-exports.ts'
import { signedFileLink } from './signed-file-link.ts'

const MAX_QUERY_LENGTH = 255

const WAYS = ['leads_list_id', 'query', 'job_id', 'export_id'] as const

const ExportRowsInput = z.object({
  leads_list_id: listIdField('The leads of this list.'),
  query: textField('query', MAX_QUERY_LENGTH, 'Leads that match this text; * for all.'),
  job_id: idField('The rows of a find_emails or verify_emails job.'),
  export_id: idField('A new link to an earlier file.'),
  format: formatField,
})
type ExportRowsInput = z.output<typeof ExportRowsInput>

/**
 * A file of leads or of the rows of a job, with a short-lived link that needs no key. The rows are read when it is fetched,
 * without any leads added later.
 */
export const ExportRows = capability({
  group: 'leads',
  scope: 'write',
  name: 'export_rows',
  input: ExportRowsInput,
  output: z.object({
    data: z.object({
      id: z.int(),
      format: z.enum(['csv', 'xlsx', 'jsonl']),
      total: z.int(),
      url: z.string(),
      expires_at: z.iso.datetime(),
    }),
    meta: z.object({}),
  }),
  check: (given, broken) => {
    const sent = WAYS.filter((name) => given[name] !== undefined || broken.has(name))
    return sent.length === 1
      ? []
      : [
          {
            id: 'wrong_params' as const,
            details: 'Send one of leads_list_id, query, job_id or export_id.',
            field: 'leads_list_id',
          },
        ]
  },
  run: async (call, input) => {
    const made = input.export_id === undefined ? await newExport(call, input) : await findExport(call, input.export_id)
    const { id, format, total } = made
    return { data: { id, format, total, ...signedFileLink(call, made) }, meta: {} }
  },
})

async function newExport(
  call: Call,
  { format = 'csv', job_id: job, ...chosen }: ExportRowsInput,
): Promise<LeadsExport> {
  const { store, principal, clock } = call
  const wanted = { format, now: clock.now() }
  const made =
    job === undefined
      ? await store.leadsExports.add(principal.accountId, { ...wanted, filter: await chosenFilter(call, chosen) })
      : await store.leadsExports.addJob(principal.accountId, { ...wanted, job, total: await totalOf(call, job) })
  if (format === 'xlsx' && made.total >= MAX_SHEET_ROWS)
    throw invalidField('format', 'Too many rows for xlsx; use csv or jsonl.')
  await audit(call, 'export_started', { subject: format, details: { id: made.id, rows: made.total } })
  return made
}

async function chosenFilter(call: Part<'principal', 'leadsLists'>, { leads_list_id: list, query }: ExportRowsInput) {
  if (list !== undefined) {
    await mustExist(call, 'leads_list_id', list)
    return { leadsListId: list }
  }
  return query === undefined || query === '*' ? {} : leadFilter({ query })
}

/** @throws AppError not_found. */
async function totalOf({ store, principal }: Part<'principal', 'bulk' | 'findJobs'>, job: number): Promise<number> {
  const { accountId } = principal
  const found = (await store.findJobs.find(accountId, job)) ?? (await store.bulk.find(accountId, job))
  if (found === null) throw new AppError('not_found', `There is no job with id ${job}.`)
  return found.total
}
