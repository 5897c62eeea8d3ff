import { z } from 'zod'
import { CHANGE_TYPES } from '../../engine/change/observed-history.ts'
import type { ErrorItem } from '../../errors.ts'
import {
  booleanField,
  choiceField,
  choicesField,
  domainField,
  idField,
  integerOf,
} from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { sinceField } from '../../lib/input/moment-fields.ts'

/** The id of the last change seen, which need not exist; 0 is the beginning. */
const cursor = field<number>(
  {
    type: 'integer',
    minimum: 0,
    description: 'From meta.next_cursor: continues after it, in the same order.',
  },
  (raw) => {
    const id = integerOf(raw)
    return id !== null && id >= 0
      ? read(id)
      : refuse('wrong_params', saying('cursor must be the meta.next_cursor of an earlier answer.', raw))
  },
)

/** The types of change that may be asked for. */
export const ASKED_TYPES: readonly string[] = CHANGE_TYPES

/** Which companies, and which of their changes. */
export const ListChangesInput = z.object({
  domain: domainField('The domain of the company.'),
  leads_list_id: idField('Instead of a domain: the companies of the leads in this list.'),
  watched: booleanField('watched', 'wrong_params', 'true, instead of a domain: the watched companies.'),
  type: choicesField('type', CHANGE_TYPES, 'wrong_params', 'Only of these types, comma-delimited.'),
  since: sinceField('Only changes found since this date, or this time in ISO 8601.'),
  sort: choiceField(
    ['oldest', 'newest'],
    'wrong_params',
    'sort must be oldest or newest.',
    'oldest (default) or newest first.',
  ),
  limit: pageFields('changes').limit,
  cursor,
})
export type ListChangesInput = z.output<typeof ListChangesInput>

/** Exactly one way of naming companies. */
export const oneWayOfNaming = (
  { domain, leads_list_id, watched }: ListChangesInput,
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] => {
  const ways = [domain !== undefined, leads_list_id !== undefined, watched === true].filter(Boolean).length
  const isBroken = ['domain', 'leads_list_id', 'watched'].some((name) => broken.has(name))
  return ways === 1 || isBroken
    ? []
    : [{ id: 'wrong_params', details: 'Send one of domain, leads_list_id or watched=true.', field: 'domain' }]
}
