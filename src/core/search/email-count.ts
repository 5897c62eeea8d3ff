import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { KindCount } from '../../db/search/search-store.ts'
import type { ErrorItem } from '../../errors.ts'
import { companyField, domainField } from '../../lib/input/field-kinds.ts'
import { COUNTED_DEPARTMENTS, DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'
import { capability } from '../capability/capability.ts'
import { countOfEach } from '../capability/count-of-each.ts'
import type { Documented } from '../capability/documented-form.ts'
import { forgottenBy } from '../optouts/opted-out.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { domainOfCompany } from './company-domain.ts'
import { domainOrCompany, typeField } from './domain-search-input.ts'
import { CrawlMetaSchema } from './domain-search-output.ts'
import { lookUp } from '../crawl/look-up-domain.ts'

const MIN_COMPANY_LENGTH = 3

const EmailCountInput = z.object({
  domain: domainField('Company domain, such as "example.org". Send domain or company; domain wins.'),
  company: companyField('Company name, at least 3 characters, if the domain is not known.'),
  type: typeField,
})

const text = z.string().nullable()

const EmailCountOutput = z.object({
  data: z.object({
    total: z.int(),
    personal_emails: z.int(),
    generic_emails: z.int(),
    department: countOfEach(DEPARTMENTS),
    seniority: countOfEach(SENIORITIES),
  }),
  meta: z.object({
    params: z.object({ domain: text, company: text, type: text }),
    crawl: CrawlMetaSchema.optional(),
    /** No company has the name that was sent, so nothing was counted. */
    unknown_company: z.literal(true).optional(),
  }),
})

/** The documented counts have fewer departments than the filter, and are zero for an unknown name. */
const DOCUMENTED: Documented<z.output<typeof EmailCountOutput>> = {
  output: EmailCountOutput.extend({
    data: EmailCountOutput.shape.data.extend({ department: countOfEach(COUNTED_DEPARTMENTS) }),
    meta: EmailCountOutput.shape.meta.omit({ unknown_company: true }),
  }),
  of: ({ data, meta: { unknown_company: _unknown, ...meta } }) => {
    const { department } = data
    const counted = Object.fromEntries(COUNTED_DEPARTMENTS.map((name) => [name, department[name]]))
    return { data: { ...data, department: counted as typeof department }, meta }
  },
}

type EmailCountInput = z.output<typeof EmailCountInput>

/** How many addresses an unfiltered domain search would return in all, by kind; free. */
export const EmailCount = capability({
  name: 'email_count',
  group: 'email_count',
  scope: 'read',
  input: EmailCountInput,
  output: EmailCountOutput,
  documented: DOCUMENTED,
  check: (given, broken) => [...domainOrCompany(given, broken), ...longEnough(given)],
  run: async (call, input, received) => {
    const domain = input.domain ?? (await domainOfCompany(call, input.company ?? ''))
    const known = domain === null ? null : await countable(call, domain)
    const kinds = domain === null || known === null ? [] : await kindsOf(call, domain, input.type)
    const crawl = known?.crawl ?? null
    const params = { domain: received('domain'), company: received('company'), type: received('type') }
    const unknown = domain === null && { unknown_company: true as const }
    return { data: summed(kinds), meta: { params, ...(crawl !== null && { crawl }), ...unknown } }
  },
})

const longEnough = ({ domain, company }: EmailCountInput): ErrorItem[] =>
  domain === undefined && company !== undefined && company.length < MIN_COMPANY_LENGTH
    ? [
        {
          id: 'wrong_params',
          details: `company must have at least ${MIN_COMPANY_LENGTH} characters.`,
          field: 'company',
        },
      ]
    : []

const countable = (call: Call, domain: string) =>
  lookUp({ ...call, crawlWaitMs: 0 }, domain, async (question) => ({
    facts: await call.store.search.domainFacts(question),
  }))

async function kindsOf(
  call: OptoutNeeds & Part<'principal', 'search'>,
  domain: string,
  type: EmailCountInput['type'],
): Promise<KindCount[]> {
  const { search } = call.store
  const hidden = await forgottenBy(call, domain)
  const fewer = hidden.length === 0 ? [] : await search.kindsAmong([domain], hidden)
  const kinds = [...(await search.kindCounts(domain)), ...fewer.map((kind) => ({ ...kind, total: -kind.total }))]
  return type === undefined ? kinds : kinds.filter((kind) => kind.type === type)
}

function summed(kinds: readonly KindCount[]): z.output<typeof EmailCountOutput>['data'] {
  const total = (matches: (kind: KindCount) => boolean) =>
    kinds.reduce((sum, kind) => sum + (matches(kind) ? kind.total : 0), 0)
  const by = <Name extends string>(names: readonly Name[], of: 'department' | 'seniority') =>
    Object.fromEntries(names.map((name) => [name, total((kind) => kind[of] === name)])) as Record<Name, number>
  return {
    total: total(() => true),
    personal_emails: total((kind) => kind.type === 'personal'),
    generic_emails: total((kind) => kind.type === 'generic'),
    department: by(DEPARTMENTS, 'department'),
    seniority: by(SENIORITIES, 'seniority'),
  }
}
