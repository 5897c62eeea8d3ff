import { z } from 'zod'
import { CHANGE_TYPES } from '../../engine/change/observed-history.ts'
import type { ErrorItem } from '../../errors.ts'
import { asText, booleanField, choiceField, choicesField, domainField, idField } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

const SINCE = 'since must be a date such as 2026-03-01, or a time in ISO 8601.'
const since = field<Date>(
  { type: 'string', description: 'Only those found since: a date, or a time in ISO 8601.' },
  (raw) => {
    const text = asText(raw) ?? ''
    const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN)
    return Number.isNaN(at.getTime()) ? refuse('wrong_params', saying(SINCE, raw)) : read(at)
  },
)

/** Which companies, and what of them. */
export const ListChangesInput = z.object({
  domain: domainField('The domain of the company.'),
  leads_list_id: idField('In place of a domain: the companies of the leads in this list.'),
  watched: booleanField('watched', 'wrong_params', 'true in place of a domain: the companies that are watched.'),
  type: choicesField('type', CHANGE_TYPES, 'wrong_params', 'Only of these types, comma-delimited.'),
  since,
  sort: choiceField(
    ['oldest', 'newest'],
    'wrong_params',
    'sort must be oldest or newest.',
    'oldest (default) or newest first.',
  ),
  limit: pageFields('changes').limit,
  cursor: idField('From meta.next_cursor: only those that come behind, in the same order.'),
})
export type ListChangesInput = z.output<typeof ListChangesInput>

/** One way of naming companies, and not two. */
export const oneWayOfNaming = ({ domain, leads_list_id, watched }: ListChangesInput): ErrorItem[] =>
  [domain !== undefined, leads_list_id !== undefined, watched === true].filter(Boolean).length === 1
    ? []
    : [{ id: 'wrong_params', details: 'Send either domain or leads_list_id.', field: 'domain' }]
