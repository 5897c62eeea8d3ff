/** What changed at companies: who came, who left, and what is different now. */

import { z } from 'zod'
import type { KeptChange } from '../../db/changes/changes-list-store.ts'
import { CHANGE_TYPES } from '../../engine/change/observed-history.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { choicesField, domainField, idField, asText } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { capability } from '../capability/capability.ts'
import { isDomainOptedOut, optedOutAmong, refusedByOwner } from '../optouts/opted-out.ts'

const Change = z.object({
  id: z.int(),
  type: z.enum(CHANGE_TYPES),
  domain: z.string(),
  person: z.object({ full_name: z.string(), email: z.string().nullable() }).nullable(),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  confidence: z.number(),
  /** Last seen as before (null when nobody knows), first seen as it is now. */
  happened_between: z.tuple([z.iso.date().nullable(), z.iso.date()]),
  detected_at: z.iso.datetime(),
  /** When it was proved wrong. */
  undone_at: z.iso.datetime().nullable(),
  evidence: z.array(z.object({ uri: z.string(), seen_on: z.iso.date(), says: z.string() })),
})

/** A change as callers see it. */
export const changeRow = (change: KeptChange): z.output<typeof Change> => ({
  id: change.id,
  type: CHANGE_TYPES.find((type) => type === change.type) ?? 'left',
  domain: change.domain,
  person: change.person === null ? null : { full_name: change.person.name, email: change.address },
  field: change.field,
  before: change.before,
  after: change.after,
  confidence: change.confidence,
  happened_between: [...change.happenedBetween],
  detected_at: change.detectedAt.toISOString(),
  undone_at: change.undoneAt?.toISOString() ?? null,
  evidence: change.evidence.map(({ uri, seen_on, says }) => ({ uri, seen_on, says })),
})

const SINCE = 'since must be a date such as 2026-03-01, or a time in ISO 8601.'
const since = field<Date>(
  { type: 'string', description: 'Only those found since: a date, or a time in ISO 8601.' },
  (raw) => {
    const text = asText(raw) ?? ''
    const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Number.NaN)
    return Number.isNaN(at.getTime()) ? refuse('wrong_params', saying(SINCE, raw)) : read(at)
  },
)

const ListChangesInput = z.object({
  domain: domainField('The domain of the company.'),
  leads_list_id: idField('In place of a domain: the companies of the leads in this list.'),
  type: choicesField('type', CHANGE_TYPES, 'wrong_params', 'Only of these types, comma-delimited.'),
  since,
  limit: pageFields('changes').limit,
  cursor: idField('From meta.next_cursor: only those that came later.'),
})

const domainOrList = ({ domain, leads_list_id }: z.output<typeof ListChangesInput>): ErrorItem[] =>
  (domain === undefined) === (leads_list_id === undefined)
    ? [{ id: 'wrong_params', details: 'Send either domain or leads_list_id.', field: 'domain' }]
    : []

/** In the order they were found. Whoever goes on from the cursor misses none and sees each once, whatever is added meanwhile. */
export const ListChanges = capability({
  name: 'list_changes',
  group: 'others',
  scope: 'read',
  input: ListChangesInput,
  output: z.object({
    data: z.array(Change),
    meta: z.object({
      limit: z.int(),
      /** To go on from; null behind the last one. */
      next_cursor: z.int().nullable(),
    }),
  }),
  check: domainOrList,
  run: async (call, { domain, leads_list_id, type, since: from, limit = DEFAULT_ROWS, cursor = 0 }) => {
    const { store, principal } = call
    if (domain !== undefined && (await isDomainOptedOut(call, domain))) throw refusedByOwner('domain')
    if (leads_list_id !== undefined && (await store.leadsLists.find(principal.accountId, leads_list_id)) === null)
      throw new AppError('not_found', `There is no leads list with id ${leads_list_id}.`)
    const wanted = {
      accountId: principal.accountId,
      domain: domain === undefined ? null : registrableDomain(domain),
      leadsListId: leads_list_id ?? null,
      types: type ?? null,
      since: from ?? null,
    }
    const rows = await store.changesList.page(wanted, cursor, limit + 1)
    const page = rows.slice(0, limit)
    const isHidden = await optedOutAmong(call, page.flatMap(addressesOf))
    const shown = page.filter((change) => !addressesOf(change).some(isHidden))
    const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null
    return { data: shown.map(changeRow), meta: { limit, next_cursor: next } }
  },
})

const addressesOf = ({ address }: KeptChange) =>
  address === null ? [] : [{ full: address, domain: address.slice(address.lastIndexOf('@') + 1) }]
