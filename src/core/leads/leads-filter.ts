import { z } from 'zod'
import type { LeadFilter, TextMatch } from '../../db/leads/lead-conditions.ts'
import type { ErrorId } from '../../errors.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import { parseHostName } from '../../lib/addresses/domain-name.ts'
import { asText, booleanField, choicesField, integerOf, listOf, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, quoted, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { AFFILIATIONS } from '../../lib/text/vocabulary.ts'
import { KEYED_PAGE } from './lead-place.ts'

const MAX_PAGE = 1_000
const MAX_FILTER_LENGTH = 255
const MAX_ATTRIBUTES = 100

/** `*` matches any value, `~` none; anything else is text that the value contains. */
const matchOf = (text: string): TextMatch => {
  if (text === '*') return { kind: 'any' }
  return text === '~' ? { kind: 'none' } : { kind: 'contains', text }
}

/** May be one character longer than any value, so that nothing matches; cut to keep the query short. */
const searchText = (raw: unknown): string | null =>
  asText(raw)
    ?.toWellFormed()
    .normalize('NFC')
    .slice(0, MAX_FILTER_LENGTH + 1)
    .toWellFormed() ?? null

/** Addresses are stored with their domain in A-labels: one written otherwise, or just its `@domain`, is looked for as stored. */
const addressText = (text: string): string => {
  const reading = readAddress(text)
  if (reading.kind === 'address') return reading.address.full
  const domain = text.startsWith('@') ? parseHostName(text.slice(1)) : null
  return domain === null ? text : `@${domain}`
}

const textFilter = (name: string, asStored: (text: string) => string = (text) => text) =>
  field<TextMatch>(
    { type: 'string', description: `Text contained in ${name}; * for any value, ~ for none.` },
    (raw) => {
      const text = searchText(raw)
      return text === null
        ? refuse('wrong_params', saying(`${name} must be a string.`, raw))
        : read(matchOf(asStored(text)))
    },
  )

/** One or several words from a list; an unknown one is named in the refusal. */
const wordsFilter = <T extends string>(
  words: readonly T[],
  refusal: (word: unknown) => ReturnType<typeof refuse>,
  description: string,
) =>
  field<T[]>({ type: 'array', items: { type: 'string', enum: words }, description }, (raw) => {
    const sent = listOf(raw)
    if (sent === null) return refusal(raw)
    const wrong = sent.find((word) => !words.includes(word.toLowerCase() as T))
    return wrong === undefined ? read([...new Set(sent.map((word) => word.toLowerCase() as T))]) : refusal(wrong)
  })

const wordFilter = <T extends string>(name: string, words: readonly T[], id: ErrorId, description: string) =>
  field<T>({ type: 'string', enum: words, description }, (raw) => {
    const word = words.find((known) => known === asText(raw)?.toLowerCase())
    return word === undefined ? refuse(id, `${quoted(raw)} is not allowed for ${name}.`) : read(word)
  })

const listFilter = field<number>({ type: 'integer', minimum: 1, description: 'Only leads in this list.' }, (raw) => {
  const id = integerOf(raw)
  return id === null || id < 1
    ? refuse('invalid_leads_list_id', `${quoted(raw)} is not allowed for leads_list_id.`)
    : read(id)
})

const SENDING = ['clicked', 'opened', 'sent', 'pending', 'error', 'bounced', 'unsubscribed', 'replied', '~'] as const
const VERIFICATION = ['accept_all', 'disposable', 'invalid', 'unknown', 'valid', 'webmail', 'pending'] as const

const attributesFilter = field<{ slug: string; match: TextMatch }[]>(
  {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Custom attributes by slug: a string that each contains, * for any value, ~ for none.',
  },
  (raw) => {
    const sent = objectOf(raw)
    const malformed = refuse('wrong_params', 'custom_attributes must be an object of strings keyed by slug.')
    if (sent === null) return malformed
    const entries = Object.entries(sent).filter(([, value]) => !isAbsent(value))
    if (entries.length > MAX_ATTRIBUTES)
      return refuse('wrong_params', `custom_attributes accepts at most ${MAX_ATTRIBUTES} items.`)
    const filters = entries.map(([slug, value]) => ({ slug: searchText(slug) ?? '', text: searchText(value) }))
    if (filters.some(({ slug, text }) => slug === '' || text === null)) return malformed
    return read(filters.map(({ slug, text }) => ({ slug, match: matchOf(text ?? '') })))
  },
)

const TEXTS = {
  email: textFilter('email', addressText),
  first_name: textFilter('first_name'),
  last_name: textFilter('last_name'),
  position: textFilter('position'),
  company: textFilter('company'),
  industry: textFilter('industry'),
  website: textFilter('website'),
  country_code: textFilter('country_code'),
  company_size: textFilter('company_size'),
  source: textFilter('source'),
  twitter: textFilter('twitter'),
  linkedin_url: textFilter('linkedin_url'),
  phone_number: textFilter('phone_number'),
}

const queryFilter = field<string>(
  { type: 'string', description: 'Text contained in the address, in a name, or in first and last name combined.' },
  (raw) => {
    const text = searchText(raw)
    return text === null ? refuse('wrong_params', saying('query must be a string.', raw)) : read(addressText(text))
  },
)

/** Filters leads and recipients by how far email to them has got. */
export const sendingStatusField = wordsFilter(
  SENDING,
  (word) => refuse('invalid_sending_status', `${quoted(word)} is not allowed for sending_status.`),
  'How far email to them has got; ~ for none sent.',
)

const FILTERS = {
  leads_list_id: listFilter,
  ...TEXTS,
  sync_status: wordFilter(
    'sync_status',
    ['pending', 'error', 'success'],
    'invalid_sync_status',
    'Status of their delivery to webhooks.',
  ),
  sending_status: sendingStatusField,
  verification_status: wordsFilter(
    VERIFICATION,
    (word) => refuse('invalid_verification_status', `${quoted(word)} is not a known verification_status.`),
    'Latest verification result; pending: queued or running.',
  ),
  last_activity_at: wordFilter('last_activity_at', ['*', '~'], 'invalid_last_activity_at', '* for any, ~ for none.'),
  last_contacted_at: wordFilter('last_contacted_at', ['*', '~'], 'invalid_last_contacted_at', '* for any, ~ for none.'),
  affiliation: choicesField(
    'affiliation',
    AFFILIATIONS,
    'wrong_params',
    'Whether they are still at their company (current, likely), have left (former), or it is not known (unknown).',
  ),
  custom_attributes: attributesFilter,
  query: queryFilter,
}

/** Filters that select leads. */
export const LeadsFilterInput = z.object(FILTERS)
export type LeadsFilterInput = z.output<typeof LeadsFilterInput>

const MAX_NAMED = 100
const ids = field<number[]>(
  {
    type: 'array',
    items: { type: 'integer' },
    maxItems: MAX_NAMED,
    description: `Only the leads with these ids, 1 to ${MAX_NAMED}.`,
  },
  (raw) => {
    const named = listOf(raw)?.map((item) => integerOf(item)) ?? [null]
    if (named.includes(null)) return refuse('wrong_params', `${quoted(raw)} is not a list of lead ids.`)
    if (named.length > MAX_NAMED) return refuse('wrong_params', `ids accepts at most ${MAX_NAMED} items.`)
    return read(named.filter((id) => id !== null))
  },
)

const counts = booleanField(
  'counts',
  'wrong_params',
  'true counts the matches by verification, in meta.by_verification.',
)

/** The parameters of a list of leads, in documented order. */
export const ListLeadsInput = z.object({
  ...FILTERS,
  ids,
  counts,
  ...pageFields('leads', { max: MAX_PAGE }),
  ...KEYED_PAGE,
})
export type ListLeadsInput = z.output<typeof ListLeadsInput>

/** As many as an agent can read. */
const MAX_TOOL_PAGE = 100
export const SearchLeadsInput = z.object({ ...FILTERS, ids, counts, ...pageFields('leads', { max: MAX_TOOL_PAGE }) })
export type SearchLeadsInput = z.output<typeof SearchLeadsInput>

export const LEADS_FILTER_ALIASES = { lead_list_id: 'leads_list_id', company_industry: 'industry' } as const

const presence = (word: '*' | '~'): 'any' | 'none' => (word === '*' ? 'any' : 'none')

/** The filters in the form that the store uses. */
export function leadFilter(input: LeadsFilterInput & { ids?: readonly number[] | undefined }): LeadFilter {
  const texts = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).flatMap((name) => {
    const match = input[name]
    return match === undefined ? [] : [{ column: name === 'industry' ? ('company_industry' as const) : name, match }]
  })
  const { leads_list_id, sync_status, sending_status, verification_status, last_activity_at, last_contacted_at } = input
  return {
    ...(leads_list_id !== undefined && { leadsListId: leads_list_id }),
    ...(input.ids !== undefined && { ids: input.ids }),
    ...(texts.length > 0 && { texts }),
    ...(sync_status && { syncStatus: sync_status }),
    ...(sending_status && { sendingStatus: sending_status.map((word) => (word === '~' ? null : word)) }),
    ...(verification_status && { verificationStatus: verification_status }),
    ...(last_activity_at && { lastActivity: presence(last_activity_at) }),
    ...(last_contacted_at && { lastContacted: presence(last_contacted_at) }),
    ...(input.affiliation && { affiliation: input.affiliation }),
    ...(input.custom_attributes && { customAttributes: input.custom_attributes }),
    ...(input.query && { query: input.query }),
  }
}
