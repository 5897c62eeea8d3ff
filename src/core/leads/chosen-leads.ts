import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { LeadFilter } from '../../db/leads/lead-conditions.ts'
import type { ChosenLead } from '../../db/leads/leads-members-store.ts'
import type { ErrorItem } from '../../errors.ts'
import { integerOf, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, problemOf, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import { invalidField } from '../fields/name-field.ts'
import { leadIdsField } from './leads-bulk.ts'
import { leadFilter, LEADS_FILTER_ALIASES, LeadsFilterInput } from './leads-filter.ts'

/** All leads that match filters, for changing many at once, with the number that the caller has seen. */

/** The most that one call accepts. */
const MAX_CHOSEN = 100_000

const FILTERS: Readonly<Record<string, z.ZodType>> = { ...LeadsFilterInput.shape, ids: leadIdsField }

/** An unknown filter is refused: ignoring it would select more leads than the caller expects. */
function readFilters(raw: unknown): Reading<LeadFilter> {
  const sent = objectOf(raw)
  if (sent === null) return refuse('wrong_params', 'filters must be an object of lead list filters.')
  const input = bareRecord<unknown>()
  for (const [key, value] of Object.entries(sent)) {
    const name = ownValue(LEADS_FILTER_ALIASES as Readonly<Record<string, string>>, key) ?? key
    const filter = ownValue(FILTERS, name)
    if (filter === undefined) return refuse('wrong_params', `filters has no filter ${quoted(key)}.`)
    const parsed = filter.safeParse(value)
    if (!parsed.success) return { ok: false, problem: problemOf(parsed.error, name) }
    if (!isAbsent(parsed.data)) input[name] = parsed.data
  }
  const { ids, ...filters } = input as unknown as LeadsFilterInput & { ids?: number[] }
  return read({ ...leadFilter(filters), ...(ids && { ids }) })
}

/** Parameters of capabilities that act on all matching leads. */
export const MATCHING = {
  filters: field<LeadFilter>(
    {
      type: 'object',
      additionalProperties: true,
      description:
        'All leads that match these filters, as when listing leads, such as {"verification_status": "valid"}; {"email": "*"} for all, {"ids": […]} for some. Needs expected_count.',
    },
    readFilters,
  ),
  expected_count: field<number>(
    { type: 'integer', minimum: 0, description: 'How many leads you expect; if it differs, nothing happens.' },
    (raw) => {
      const count = integerOf(raw)
      return count === null || count < 0
        ? refuse('wrong_params', saying('expected_count must be a number of leads.', raw))
        : read(count)
    },
  ),
}

interface Matching {
  filters?: LeadFilter | undefined
  expected_count?: number | undefined
}

/** Acting on all matching leads requires having seen how many there are. */
export const expectedMissing = ({ filters, expected_count }: Matching): ErrorItem[] =>
  filters !== undefined && expected_count === undefined
    ? [
        {
          id: 'wrong_params',
          details: 'Send expected_count with filters: the number of leads you expect to match.',
          field: 'expected_count',
        },
      ]
    : []

/** @throws AppError validation_failed if the leads are not those the caller has seen. */
export function checkExpected(count: number, expected: number | undefined): void {
  if (expected === undefined || expected === count) return
  throw invalidField(
    'expected_count',
    `is ${expected}, but there are ${count} leads now. Look again and repeat the request.`,
  )
}

/** Checks that leads are chosen in exactly one way. */
export function oneChoice(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] {
  const sent = names.filter((name) => ownValue(given, name) !== undefined || broken.has(name))
  if (sent.length === 1) return []
  const [first = '', ...others] = names
  const list = `${[first, ...others.slice(0, -1)].join(', ')} or ${others.at(-1) ?? ''}`
  return [{ id: 'wrong_params', details: `Send either ${list}.`, field: first }]
}

/**
 * The matching leads, by id.
 * @throws AppError validation_failed if there are too many, or not as many as expected.
 */
export async function leadsThatMatch(
  { store, principal }: Part<'principal', 'leadsMembers'>,
  filter: LeadFilter,
  expected: number | undefined,
): Promise<ChosenLead[]> {
  const chosen = await store.leadsMembers.matching(principal.accountId, filter, MAX_CHOSEN + 1)
  if (chosen.length > MAX_CHOSEN)
    throw invalidField('filters', `must not match more than ${MAX_CHOSEN} leads. Narrow them.`)
  checkExpected(chosen.length, expected)
  return chosen
}

interface Chosen extends Matching {
  lead_ids?: readonly number[] | undefined
}

/** Ids of the named leads that exist, or of those that match. @throws AppError validation_failed. */
export async function chosenIds(call: Part<'principal', 'leadsMembers'>, given: Chosen): Promise<number[]> {
  const { lead_ids: named, filters, expected_count: expected } = given
  if (named === undefined) return (await leadsThatMatch(call, filters ?? {}, expected)).map(({ id }) => id)
  const ids = await call.store.leadsMembers.present(call.principal.accountId, named)
  checkExpected(ids.length, expected)
  return ids
}

/** The result of changing many leads: at once if there are few, otherwise soon. */
export const ManyChanged = z.object({
  leads_count: z.int(),
  status: z.enum(['done', 'queued']),
  /** The leads that it changed; empty while it is still to be done. */
  changed_lead_ids: z.array(z.int()),
})
