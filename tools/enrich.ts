import { EnrichCombined } from '../src/core/enrich/enrich-combined.ts'
import { EnrichCompany } from '../src/core/enrich/enrich-company.ts'
import { EnrichCombinedOutput, EnrichCompanyOutput, EnrichPersonOutput } from '../src/core/enrich/enrich-output.ts'
import { EnrichPerson } from '../src/core/enrich/enrich-person.ts'
import { perform } from '../src/core/capability/perform.ts'
import { defineTool } from '../src/mcp/tools/define-tool.ts'

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }
const UNTRUSTED_OF_PERSON = [
  'name',
  'fullName',
  'givenName',
  'familyName',
  'location',
  'title',
  'handle',
  'city',
  'state',
]
const UNTRUSTED_OF_COMPANY = [
  'name',
  'legalName',
  'tags',
  'description',
  'location',
  'streetAddress',
  'streetName',
  'city',
  'state',
  'handle',
]

/** Addresses of pages are text of strangers, which `meta` does not carry. */
const OutputOfPerson = EnrichPersonOutput.extend({ meta: EnrichPersonOutput.shape.meta.omit({ sources: true }) })
const OutputOfCompany = EnrichCompanyOutput.extend({ meta: EnrichCompanyOutput.shape.meta.omit({ sources: true }) })
const OutputOfBoth = EnrichCombinedOutput.extend({ meta: EnrichCombinedOutput.shape.meta.omit({ sources: true }) })

export const enrichPerson = defineTool({
  name: 'enrich_person',
  title: 'Enrich a person',
  description:
    'Show what is known of one person: name, employer, title, department, seniority, place and handles. ' +
    'Use it when an address or a LinkedIn profile is at hand and the person behind it matters. ' +
    'Not for finding an address (find_email) and not for checking one (verify_email). ' +
    'Costs 0.2 credits when found, 0 otherwise. Unknown fields are null; a person nobody knows is an error.',
  input: EnrichPerson.input.omit({ clearbit_format: true }),
  output: OutputOfPerson,
  annotations,
  run: (call, raw) => perform(EnrichPerson, call, raw),
  records: [''],
  aliases: ['enrich-person', 'Enrich-Person', 'people_find', 'Person-Enrichment'],
  untrusted: UNTRUSTED_OF_PERSON,
})

export const enrichCompany = defineTool({
  name: 'enrich_company',
  title: 'Enrich a company',
  description:
    'Show what is known of one company: names, description, industry, size, founding year, place, phones, profiles, ' +
    'technologies and mail provider. Use it when the domain is known and facts about the company are wanted. ' +
    'Not for its addresses (domain_search). Costs 0.2 credits when found, 0 otherwise. ' +
    'A domain not seen before is read first, which takes some seconds. Unknown fields are null; a company nobody knows is an error.',
  input: EnrichCompany.input.omit({ clearbit_format: true }),
  output: OutputOfCompany,
  annotations,
  run: (call, raw) => perform(EnrichCompany, call, raw),
  records: [''],
  aliases: ['enrich-company', 'Enrich-Company', 'companies_find', 'Company-Enrichment'],
  untrusted: UNTRUSTED_OF_COMPANY,
})

export const enrichCombined = defineTool({
  name: 'enrich_combined',
  title: 'Enrich person and company',
  description:
    'Show what is known of one person and of the company of their address, in one answer. ' +
    'Use it when both matter: it costs as much as one of the two. Not for the company alone (enrich_company). ' +
    'Costs 0.2 credits when the person is found, 0 otherwise. A company nobody knows has null fields; a person nobody knows is an error.',
  input: EnrichCombined.input.omit({ clearbit_format: true }),
  output: OutputOfBoth,
  annotations,
  run: (call, raw) => perform(EnrichCombined, call, raw),
  records: ['person', 'company'],
  aliases: ['enrich-combined', 'Enrich-Combined', 'combined_find', 'Combined-Enrichment'],
  untrusted: [...new Set([...UNTRUSTED_OF_PERSON, ...UNTRUSTED_OF_COMPANY])],
})
