import { z } from 'zod'
import { asText, choicesField, companyField, domainField, pageField } from '../../lib/input/field-kinds.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { DEPARTMENTS } from '../../lib/text/vocabulary.ts'

/** Spent by default: enough for the profile, one page of addresses and a few verifications. */
export const DEFAULT_CREDITS = 3
const MAX_CREDITS = 50
export const DEFAULT_SECONDS = 15
/** Clients time out soon after. */
const MAX_SECONDS = 20
export const DEFAULT_PEOPLE = 5
/** As many as one credit pays for. */
const MAX_PEOPLE = 10

const budgetField = (name: string, max: number, fallback: number, description: string) =>
  field<number>({ type: 'number', minimum: 0, maximum: max, default: fallback, description }, (raw) => {
    const text = asText(raw) ?? ''
    const value = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    return value <= max
      ? read(value)
      : refuse('wrong_params', saying(`${name} must be a number from 0 to ${max}.`, raw))
  })

/** What to research, and within what limits. */
export const ResearchCompanyInput = z.object({
  domain: domainField('Company domain, such as "example.org". Send domain or company; domain wins.'),
  company: companyField('Company name, if the domain is not known: the whole name, ignoring case and legal form.'),
  department: choicesField('department', DEPARTMENTS, 'invalid_department', 'Only people in these departments.'),
  people: pageField({
    name: 'people',
    min: 1,
    max: MAX_PEOPLE,
    default: DEFAULT_PEOPLE,
    description: `Maximum people to show. Default ${DEFAULT_PEOPLE}.`,
  }),
  max_credits: budgetField(
    'max_credits',
    MAX_CREDITS,
    DEFAULT_CREDITS,
    `Maximum credits to spend. Default ${DEFAULT_CREDITS}.`,
  ),
  max_seconds: budgetField(
    'max_seconds',
    MAX_SECONDS,
    DEFAULT_SECONDS,
    `Maximum seconds to take. Default ${DEFAULT_SECONDS}.`,
  ),
})

export type ResearchCompanyInput = z.output<typeof ResearchCompanyInput>
