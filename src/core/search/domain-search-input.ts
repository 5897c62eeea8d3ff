import { z } from 'zod'
import { moreKeysField } from './affiliation/shown-affiliation.ts'
import type { ErrorItem } from '../../errors.ts'
import {
  booleanField,
  choiceField,
  choicesField,
  companyField,
  domainField,
  pageField,
  textsField,
} from '../../lib/input/field-kinds.ts'
import { refuse } from '../../lib/input/input-fields.ts'
import { AFFILIATIONS, DEPARTMENTS, SENIORITIES, SHOWN_VERIFICATIONS } from '../../lib/text/vocabulary.ts'
import { locationField } from '../fields/location-field.ts'

const MAX_TITLES = 20
const MAX_TITLE_LENGTH = 100

const titlesRefused = refuse(
  'invalid_job_titles',
  `job_titles accepts up to ${MAX_TITLES} titles of at most ${MAX_TITLE_LENGTH} characters.`,
)

export const typeField = choiceField(
  ['personal', 'generic'] as const,
  'invalid_type',
  'type must be personal or generic.',
  'personal for people, generic for role addresses such as info@; both when absent.',
)

/** The parameters of a domain search, in documented order. */
export const DomainSearchInput = z.object({
  domain: domainField('Company domain, such as "example.org". Send domain or company; domain wins.'),
  company: companyField('Company name, if the domain is not known: the whole name, ignoring case and legal form.'),
  limit: pageField({ name: 'limit', min: 1, max: 100, default: 10, description: 'Addresses per page. Default 10.' }),
  offset: pageField({
    name: 'offset',
    min: 0,
    max: 1_000_000,
    default: 0,
    description: 'Addresses to skip. Default 0.',
  }),
  type: typeField,
  seniority: choicesField('seniority', SENIORITIES, 'invalid_seniority', 'Only people with this seniority.'),
  department: choicesField('department', DEPARTMENTS, 'invalid_department', 'Only people in these departments.'),
  required_field: choicesField(
    'required_field',
    ['full_name', 'position', 'phone_number'] as const,
    'invalid_required_field',
    'Only addresses that have all of these.',
  ),
  verification_status: choicesField(
    'verification_status',
    SHOWN_VERIFICATIONS,
    'invalid_verification_status',
    'Only addresses with one of these latest verification results.',
  ),
  location: locationField(
    'Where people are, at most 100 per side; country: ISO 3166-1 alpha-2; state (US) and city need country.',
  ),
  job_titles: textsField(
    { maxItems: MAX_TITLES, maxLength: MAX_TITLE_LENGTH },
    titlesRefused,
    'Only people with one of these titles; whole words in any order, CTO finds chief technology officer.',
  ),
  decision_maker: booleanField(
    'decision_maker',
    'invalid_decision_maker',
    'true keeps only decision makers, false drops them.',
  ),
  affiliation: choicesField(
    'affiliation',
    AFFILIATIONS,
    'wrong_params',
    'Only people who are still at the company (current, likely), have left (former), or where it is not known (unknown).',
  ),
  include: moreKeysField,
})

export type DomainSearchInput = z.output<typeof DomainSearchInput>

/** Domain searches and email counts need one of the two; an invalid one counts as sent. */
export const domainOrCompany = (
  { domain, company }: { domain?: string | undefined; company?: string | undefined },
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] =>
  domain === undefined && company === undefined && !broken.has('domain') && !broken.has('company')
    ? [{ id: 'wrong_params', details: 'Send either domain or company.', field: 'domain' }]
    : []
