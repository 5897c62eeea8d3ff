import { estimateOf } from '../../src/core/billing/estimates.ts'
import { ENRICHMENT_PRICE } from '../../src/core/enrich/enrich-lookups.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { EnrichPersonOutput } from '../../src/core/enrich/enrich-output.ts'
import { EnrichPerson } from '../../src/core/enrich/enrich-person.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { ENRICH_ANNOTATIONS, UNTRUSTED_OF_PERSON } from './untrusted-facts.ts'

/** Addresses of pages are text by strangers, which `meta` must not contain. */
const OutputOfPerson = EnrichPersonOutput.extend({ meta: EnrichPersonOutput.shape.meta.omit({ sources: true }) })

export const enrichPerson = defineTool({
  name: 'enrich_person',
  title: 'Enrich a person',
  description:
    'Look up one person: name, employer, title, department, seniority, place and handles. ' +
    'Use it when an address or a LinkedIn profile is at hand and the person behind it matters. ' +
    'Not for finding an address (find_email) and not for checking one (verify_email). ' +
    'Costs 0.2 credits when found, 0 otherwise. Unknown fields are null; an unknown person is an error.',
  input: EnrichPerson.input.omit({ clearbit_format: true, include: true }),
  required: [],
  output: OutputOfPerson,
  annotations: ENRICH_ANNOTATIONS,
  run: (call, raw) => perform(EnrichPerson, call, { ...(raw as object), include: ['affiliation'] }),
  records: [''],
  spends: {
    estimate: (call) => estimateOf(call, { kind: 'people', price: ENRICHMENT_PRICE, most: 1, unit: 'person found' }),
  },
  parameterAliases: { linkedin_url: 'linkedin_handle', linkedin: 'linkedin_handle' },
  toolAliases: ['enrich-person', 'Enrich-Person', 'people_find', 'Person-Enrichment'],
  untrusted: UNTRUSTED_OF_PERSON,
  hints: { not_found: () => 'Nothing is known about them here; domain_search shows who is known at their company.' },
})
