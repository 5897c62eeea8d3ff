import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { asText, choiceField, choicesField, idField, pageField, textField } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, missing, read, refuse } from '../../lib/input/input-fields.ts'
import { MAX_PASTED_CHARS, pastedAddresses } from '../../lib/addresses/pasted-addresses.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { expectedMissing, MATCHING, oneChoice } from '../leads/chosen-leads.ts'
import { listIdField } from '../leads/leads-bulk.ts'

export const MAX_BULK_ADDRESSES = 100_000
const MAX_NAME_LENGTH = 100
/** Longer text is not an address, and neither is what is kept of it. */
const MAX_ENTRY_LENGTH = 320
const MAX_PAGE = 1_000
export const DEFAULT_PAGE = 100

/**
 * A list of possible addresses: an array, a string with commas, semicolons or lines between them, or both. Whether they are
 * addresses, the answers say.
 */
export const addressesField = (description: string, maxItems: number) =>
  field<string[]>({ type: 'array', items: { type: 'string' }, maxItems, description }, (raw) => {
    const entries = entriesOf(raw, maxItems)
    if (entries === null) return refuse('wrong_params', 'emails must be a list of strings.')
    return entries.length > maxItems
      ? refuse('wrong_params', `emails accepts at most ${maxItems} items.`)
      : read(entries)
  })

/** Allows for empty parts. */
const PARTS_PER_ITEM = 2

/** Reads at most one more than `maxItems`, enough to refuse the list. */
function entriesOf(raw: unknown, maxItems: number): string[] | null {
  const entries: string[] = []
  for (const part of Array.isArray(raw) ? raw : [raw]) {
    if (isAbsent(part)) continue
    if (typeof part !== 'string' && typeof part !== 'number') return null
    const text = String(part)
    const isShort = text.length <= MAX_PASTED_CHARS
    const parts = isShort
      ? pastedAddresses(text, maxItems - entries.length)
      : text.split(',', PARTS_PER_ITEM * maxItems + 1)
    // A text of nothing but commas would have a part for each of them, which nobody means.
    if (parts.length > PARTS_PER_ITEM * maxItems) return parts
    for (const each of parts) {
      const entry = tidy(each)
      if (entry !== '') entries.push(entry)
    }
    if (entries.length > maxItems) return entries
  }
  return entries
}

/** Text in a form that the database and a CSV line can contain. */
const tidy = (text: string): string =>
  text
    .slice(0, MAX_ENTRY_LENGTH)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim()

export const StartBulkInput = z.object({
  emails: addressesField(
    'The addresses to check; results keep this order. Or send CSV with a column named email.',
    MAX_BULK_ADDRESSES,
  ),
  name: textField('name', MAX_NAME_LENGTH, 'A name for the list.'),
  leads_list_id: listIdField('Instead of emails: the addresses of the leads in this list.'),
  ...MATCHING,
})
export type StartBulkInput = z.output<typeof StartBulkInput>

/** Checks that addresses are given in exactly one way, directly or through leads. */
export function emailsMissing(given: StartBulkInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const isElsewhere = given.filters !== undefined || broken.has('filters') || broken.has('leads_list_id')
  if (given.leads_list_id === undefined && !isElsewhere) return missing('emails', given.emails)
  return [...oneChoice(given, ['emails', 'leads_list_id', 'filters'], broken), ...expectedMissing(given)]
}

export const ListBulkInput = z.object(pageFields('jobs'))
export type ListBulkInput = z.output<typeof ListBulkInput>

export const BulkIdInput = z.object({ id: idField('The id of the job.') })
export type BulkIdInput = z.output<typeof BulkIdInput>

export const BulkResultsInput = z.object({
  ...BulkIdInput.shape,
  ...pageFields('answers', { max: MAX_PAGE, byDefault: DEFAULT_PAGE }),
  format: choiceField(
    ['json', 'csv'],
    'wrong_params',
    'format must be json or csv.',
    'json (default) or csv; the Accept header can say so too.',
  ),
})
export type BulkResultsInput = z.output<typeof BulkResultsInput>

/** Far more than a list can cost, and less than the database can store. */
const MOST_CREDITS = 1_000_000_000

/** The credits after which a job stops automatically. */
export const maxCreditsField = field<number>(
  { type: 'number', description: 'Credits after which the work stops.' },
  (raw) => {
    const credits = typeof raw === 'number' ? raw : Number(asText(raw) ?? NaN)
    return credits >= 0
      ? read(Math.min(credits, MOST_CREDITS))
      : refuse('wrong_params', 'max_credits must be a number of at least 0.')
  },
)

/** More than an agent passes through its context; lists of leads may be longer. */
const MAX_TOOL_ADDRESSES = 500
/** A page of results that an agent can read. */
export const MAX_TOOL_PAGE = 100
const MIN_TOOL_ADDRESSES = 2

export const SHOWN_STATUSES = [
  'valid',
  'invalid',
  'accept_all',
  'webmail',
  'disposable',
  'unknown',
  'not_checked',
] as const

export const VerifyEmailsInput = z.object({
  emails: addressesField(`${MIN_TOOL_ADDRESSES} to ${MAX_TOOL_ADDRESSES} addresses.`, MAX_TOOL_ADDRESSES),
  leads_list_id: listIdField('Instead of emails: the addresses of this list.'),
  job_id: idField('Instead of emails: continues an earlier call, by its meta.job_id.'),
  status: choicesField('status', SHOWN_STATUSES, 'invalid_verification_status', 'Only rows with one of these.'),
  limit: pageField({
    name: 'limit',
    min: 0,
    max: MAX_TOOL_PAGE,
    default: MAX_TOOL_PAGE,
    description: `Rows to show, 0 to ${MAX_TOOL_PAGE}; 0 shows only counts. Default ${MAX_TOOL_PAGE}.`,
  }),
  offset: pageFields('answers', {}).offset,
  max_credits: maxCreditsField,
})
export type VerifyEmailsInput = z.output<typeof VerifyEmailsInput>

/** Checks that exactly one of addresses, a leads list or a job to continue is given. */
export function emailsOrJob(given: VerifyEmailsInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const { emails } = given
  const ways = ['emails', 'leads_list_id', 'job_id'] as const
  if (ways.some((name) => broken.has(name))) return []
  const wrong = (details: string): ErrorItem[] => [{ id: 'wrong_params', details, field: 'emails' }]
  const sent = [emails, given.leads_list_id, given.job_id].filter((value) => value !== undefined)
  if (sent.length !== 1) return wrong('Send either emails, leads_list_id or job_id.')
  if (emails !== undefined && emails.length < MIN_TOOL_ADDRESSES) return wrong('emails needs at least 2 items.')
  return []
}
