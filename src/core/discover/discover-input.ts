import { z } from 'zod'
import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import { COMPANY_TYPES } from '../../lib/companies/company-filters.ts'
import { asText, booleanField, listOf, objectOf, pageField } from '../../lib/input/field-kinds.ts'
import { normalizeDomain } from '../../lib/addresses/domain-name.ts'
import { industryNamed } from '../../lib/companies/industries.ts'
import { field, isAbsent, read, refuse } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { technologyBySlug } from '../../lib/companies/technologies.ts'
import { oneOf, readWords, sidesField, wordSidesField } from './discover-fields.ts'
import { topicsField } from './topics-field.ts'
import { fundingField, yearField } from './discover-ranges.ts'
import { headquartersField } from '../fields/location-field.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

const MAX_QUERY_LENGTH = 1_000
const MAX_COMPANIES = 100
const MAX_KEYWORDS = 50
const MAX_KEYWORD_LENGTH = 100
const MAX_NAME_LENGTH = 200

const text = { type: 'string' }

const queryField = field<string>(
  {
    ...text,
    maxLength: MAX_QUERY_LENGTH,
    description: 'Plain words; filters are then ignored.',
  },
  (raw) =>
    typeof raw === 'string' && raw.length <= MAX_QUERY_LENGTH && !raw.includes('\0')
      ? read(raw)
      : refuse(
          'invalid_query',
          `query must be a string of at most ${MAX_QUERY_LENGTH.toLocaleString('en')} characters.`,
        ),
)

const malformedCompany = (name: 'organization' | 'similar_to') =>
  refuse(`invalid_${name}`, `${name} must contain a domain and/or a name.`)

const organizationField = field<{ domain?: string[]; name?: string[] }>(
  {
    type: 'object',
    properties: { domain: { type: 'array', items: text }, name: { type: 'array', items: text } },
    description: 'By domain or exact name.',
  },
  (raw) => {
    const value = objectOf(raw) ?? {}
    const domains = listOf(value['domain'])
    const names = namesOf(value['name'])
    if (domains === null || names === null || domains.length + names.length === 0)
      return malformedCompany('organization')
    const normal = domains.flatMap((domain) => normalizeDomain(domain.slice(0, 2_000)) ?? [])
    if (normal.length < domains.length || Math.max(domains.length, names.length) > MAX_COMPANIES)
      return malformedCompany('organization')
    return read({
      ...(normal.length > 0 && { domain: [...new Set(normal)] }),
      ...(names.length > 0 && { name: [...new Set(names)] }),
    })
  },
)

/** Company names keep their commas (`Smith, Ltd.`) if they are sent as a list. */
function namesOf(raw: unknown): string[] | null {
  if (!Array.isArray(raw)) return listOf(raw)?.filter(isName) ?? null
  const names = (raw as unknown[]).filter((item) => !isAbsent(item)).map((item) => asText(item) ?? '')
  return names.every(isName) ? names : null
}

const isName = (name: string): boolean => name !== '' && name.length <= MAX_NAME_LENGTH

/** `orrin.test`, or a name. */
function writtenCompany(raw: unknown): { domain?: string; name?: string } {
  const written = typeof raw === 'string' ? (asText(raw) ?? '') : ''
  return written.length <= MAX_NAME_LENGTH && /^[^\s{[]+\.[^\s]+$/.test(written) && normalizeDomain(written) !== null
    ? { domain: written }
    : /^[{[]/.test(written)
      ? {}
      : { name: written }
}

const similarField = field<{ domain: string } | { name: string }>(
  {
    type: 'object',
    properties: { domain: text, name: text },
    description: 'Like this one; domain wins. Premium.',
    listedAs: { ...text, description: 'Like the company of this domain or name. Premium.' },
  },
  (raw) => {
    const { domain, name } = objectOf(raw) ?? writtenCompany(raw)
    if (!isAbsent(domain)) {
      const normal = typeof domain === 'string' ? normalizeDomain(domain.slice(0, 2_000)) : null
      return normal === null ? malformedCompany('similar_to') : read({ domain: normal })
    }
    const named = typeof name === 'string' ? asText(name) : null
    return named === null || !isName(named) ? malformedCompany('similar_to') : read({ name: named })
  },
)

const malformedKeywords = refuse('invalid_keywords', 'keywords must contain include and/or exclude lists of strings.')

function readKeywords(raw: unknown): Reading<string[]> {
  const words = listOf(raw)
  if (words === null || words.length > MAX_KEYWORDS) return malformedKeywords
  return words.some((word) => word.length > MAX_KEYWORD_LENGTH) ? malformedKeywords : read([...new Set(words)])
}

/** The filters, in documented order. */
export const FILTER_FIELDS = {
  organization: organizationField,
  similar_to: similarField,
  headquarters_location: headquartersField(
    'Headquarters, at most 100 per side; country: ISO 3166-1 alpha-2; state (US) and city need country.',
  ),
  topics: topicsField,
  industry: wordSidesField('industry', {
    spelling: industryNamed,
    id: 'invalid_industry',
    items: text,
    description: 'Exact names.',
  }),
  headcount: field<string[]>(
    { type: 'array', items: { ...text, enum: HEADCOUNTS }, description: 'Employees.' },
    (raw) => readWords(raw, oneOf(HEADCOUNTS), 'invalid_headcount', 'headcount'),
  ),
  company_type: wordSidesField('company_type', {
    spelling: oneOf(COMPANY_TYPES),
    id: 'invalid_company_type',
    items: { ...text, enum: COMPANY_TYPES },
    description: 'Company types.',
  }),
  year_founded: yearField('Years from 1000: listed, or from and to, inclusive. Premium.'),
  keywords: sidesField<string>({
    items: text,
    side: readKeywords,
    malformed: () => malformedKeywords,
    matchId: 'invalid_keywords_match',
    description: 'In name, description, tags or industry.',
  }),
  technology: wordSidesField('technology', {
    spelling: (slug) => technologyBySlug(slug)?.slug ?? null,
    id: 'invalid_technology',
    matchId: 'invalid_technology_match',
    items: text,
    description: 'Slugs from /files/technologies.json. Premium.',
  }),
  funding: fundingField('Latest round: kind, US dollars, days (YYYY-MM-DD). Premium.'),
}

export const DiscoverInput = z.object({
  query: queryField,
  ...FILTER_FIELDS,
  limit: pageField({
    name: 'limit',
    min: 1,
    max: 100,
    default: 100,
    description: '100 when absent; others are Premium.',
  }),
  offset: pageField({ name: 'offset', min: 0, max: 10_000, default: 0, description: 'To skip. Premium.' }),
  explain: booleanField(
    'explain',
    'wrong_params',
    'true adds why to each company: which fact, from which source, met which filter.',
  ),
})

export type DiscoverInput = z.output<typeof DiscoverInput>

/**
 * The request as it is interpreted: the members of `filters` move to the top level (existing ones win), a `+` that arrived as a
 * space is restored, and a query replaces all filters.
 */
export function effectiveBody(sent: Record<string, unknown>): Record<string, unknown> {
  const { filters, ...given } = sent
  const body = Object.assign(bareRecord<unknown>(), given)
  for (const [name, value] of Object.entries(objectOf(filters) ?? {}))
    if (isAbsent(ownValue(body, name))) body[name] = value
  const { query, limit, offset, explain } = body
  if (!isAbsent(typeof query === 'string' ? query.trim() : query)) return { query, limit, offset, explain }
  body['headcount'] = withPlus(body['headcount'])
  const funding = objectOf(body['funding'])
  if (funding !== null) body['funding'] = { ...funding, series: withPlus(funding['series']) }
  return body
}

/** In a query string, a `+` means a space. */
function withPlus(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlus)
  return typeof value === 'string' ? value.replace(/(10001|series_c) (?=,|$)/gi, '$1+') : value
}
